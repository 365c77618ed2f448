import { type Client, clientOn } from '@waystory/proto/kit/client.ts';
import { watched } from './connection.ts';
import { auth } from './identity/auth.ts';
import { type ApiRoutes, routeOutlines } from './route-outlines.ts';

/** Longest wait for an answer, milliseconds: six times what the product itself waits for a read model. */
const answerWithinMs = 30_000;

export type Api = Client<ApiRoutes>;

/** Carries the token of whoever is signed in. */
export const client: Api = clientOn<ApiRoutes>(routeOutlines, {
  baseUrl: '/api',
  token: () => auth.token(),
  fetch: watched((...request) => fetch(...request)),
  timeoutMs: answerWithinMs,
});
