import { ResponseError } from '@waystory/proto/kit/client.ts';

/** Content of a request, without its route name. */
export interface RequestContent {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  ifMatch?: number;
  idempotencyKey?: string;
}

/** Calls a route by its name, like the typed client. */
export type Send = (route: string, sent: RequestContent) => Promise<unknown>;

const codeOf = (error: unknown): string | undefined => (error instanceof ResponseError ? error.problem?.code : undefined);
/** True for a 401 that a new sign-in may resolve. `auth/unusable-token` is excluded, because a new sign-in has the same result. */
const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ResponseError && error.status === 401 && codeOf(error) !== 'auth/unusable-token';

/** Retries while the read model lags behind a write, and the pause before each, milliseconds. */
const [patience, pauseMs] = [5, 1_000];

/**
 * Repeats a call unchanged after a recoverable failure: after a new sign-in (401), after creation of the missing account (`auth/no-account`), or
 * after a pause (`read/behind`).
 * @param signInAgain asks the person for a new sign-in; false when they decline
 */
export function withRecovery(send: Send, signInAgain: () => Promise<boolean>): Send {
  const help = async (error: unknown): Promise<boolean> => {
    if (isUnauthenticated(error)) return signInAgain();
    if (codeOf(error) !== 'auth/no-account') return false;
    await send('createAccount', {});
    return true;
  };
  return async (route, sent) => {
    let [waits, isHelped] = [0, false];
    for (;;)
      try {
        return await send(route, sent);
      } catch (error) {
        // A retry is safe, because the API answers `read/behind` before any effect.
        if (codeOf(error) === 'read/behind' && waits < patience) {
          waits += 1;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        } else if (isHelped || !(await help(error))) throw error;
        else isHelped = true;
      }
  };
}
