import { EngineUnavailable } from '../../errors.ts';

/** Longest of a whole call, content included, milliseconds. */
const withinMs = 120_000;
const refusals = /^(RestError|AbortError|CredentialUnavailableError|AuthenticationError|AggregateAuthenticationError)$/;

/**
 * What the storage answers.
 * @throws EngineUnavailable for whatever it refuses: nobody who asks for a blob can do anything about it.
 */
export async function asked<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await call(AbortSignal.timeout(withinMs));
  } catch (error) {
    if (error instanceof Error && refusals.test(error.name)) throw new EngineUnavailable('azure', error);
    throw error;
  }
}

/** The answer, or null when there is no such blob. */
export const ifThere = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null;
    throw error;
  });
