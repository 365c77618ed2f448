import { EngineUnavailable } from '../../errors.ts';

/** Timeout of a call with its content, milliseconds. */
const withinMs = 120_000;
const refusals = /^(RestError|AbortError|CredentialUnavailableError|AuthenticationError|AggregateAuthenticationError)$/;

/**
 * Awaits an answer of the storage.
 * @throws EngineUnavailable for any refusal, because no caller could fix it.
 */
export async function asked<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await call(AbortSignal.timeout(withinMs));
  } catch (error) {
    if (error instanceof Error && refusals.test(error.name)) throw new EngineUnavailable('azure', error);
    throw error;
  }
}

/** Null when the blob does not exist. */
export const ifThere = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null;
    throw error;
  });
