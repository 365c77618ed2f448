import { type Client, clientOn, type RouteOutlines } from '@waystory/proto/kit/client.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { watched } from './connection.ts';
import { auth } from './identity/auth.ts';
import { noticingRefusals } from './identity/refusal.ts';
import { withTrace } from './trace-context.ts';

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
