import { ResponseError } from '@waystory/proto/kit/client.ts';

/** What goes with a request beside the name of its route. */
export interface Sent {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  ifMatch?: number;
  idempotencyKey?: string;
}

/** Calls a route by its name, as the typed client has it. */
export type Send = (route: string, sent: Sent) => Promise<unknown>;

const isUnauthenticated = (error: unknown): boolean => error instanceof ResponseError && error.status === 401;
const hasNoAccount = (error: unknown): boolean => error instanceof ResponseError && error.problem?.code === 'auth/no-account';

/**
 * Calls go on after what can be helped: whoever is signed in no more is asked to sign in again, and whoever writes for the first time is given their
 * account, as the site does it. What was to be sent is sent as it was.
 * @param signInAgain asks whoever is at the screen; false when they would rather not
 */
export function recovering(send: Send, signInAgain: () => Promise<boolean>): Send {
  const help = async (error: unknown): Promise<boolean> => {
    if (isUnauthenticated(error)) return signInAgain();
    if (!hasNoAccount(error)) return false;
    await send('createAccount', {});
    return true;
  };
  return async (route, sent) => {
    try {
      return await send(route, sent);
    } catch (error) {
      if (!(await help(error))) throw error;
      return send(route, sent);
    }
  };
}
