import { type Client, clientOn, type RouteOutlines } from '@waystory/proto/kit/client.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { watched } from './connection.ts';
import { auth } from './identity/auth.ts';
import { withTrace } from './trace-context.ts';

/** Refusals that a new sign-in would not cure. */
const lasting: ReadonlySet<unknown> = new Set(['auth/unusable-token', 'auth/misconfigured']);

const codeIn = (problem: unknown): unknown => (typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined);

/** Detects that the product cannot use a request's token. */
export const noticingRefusals =
  (send: typeof fetch): typeof fetch =>
  async (...request) => {
    const response = await send(...request);
    if (response.status !== 401 && response.status !== 500) return response;
    const problem: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    if (lasting.has(codeIn(problem))) auth.refused();
    return response;
  };

/** Timeout of an answer, milliseconds: six times the product's own wait for a read model. */
const answerWithinMs = 30_000;

/** A client with the signed-in user's token that detects when the product is unreachable. */
export const browserClient = <R extends Record<string, Route>>(outlines: RouteOutlines<R>): Client<R> =>
  clientOn<R>(outlines, {
    baseUrl: '/api',
    token: () => auth.token(),
    fetch: watched(noticingRefusals(withTrace((...request) => fetch(...request)))),
    timeoutMs: answerWithinMs,
  });
