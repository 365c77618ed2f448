import { type Client, createClientFromOutlines, type RouteOutlines } from '@waystory/proto/kit/client.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { withReachability } from './connection.ts';
import { tabTexts } from './environment.ts';
import { auth } from './identity/auth.ts';

/** Problem codes of refusals that a new sign-in would not resolve. */
const lasting: ReadonlySet<unknown> = new Set(['auth/unusable-token', 'auth/misconfigured']);

const codeIn = (problem: unknown): unknown => (typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : undefined);

/** Wraps fetch: reports to `auth` when the product permanently refuses the access token. */
export const withRefusalDetection =
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

/** Maximum body of a request with `keepalive`, characters: browsers refuse more than 64 KiB for all such requests together (Fetch standard). */
const keptBodyLength = 2_000;

/** Wraps fetch: a small write outlives its page, because a click that is shown as done must reach the server after a navigation. */
export const withKeepalive =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    const isWrite = init?.method !== undefined && init.method !== 'GET';
    const isSmall = init?.body == null || (typeof init.body === 'string' && init.body.length <= keptBodyLength);
    return send(input, isWrite && isSmall ? { ...init, keepalive: true } : init);
  };

/** Timeout of a request, milliseconds: six times the longest wait of the server for a read model. */
const answerWithinMs = 30_000;

/** API client that sends the access token of the signed-in user and tracks whether the product is reachable. */
export const browserClient = <R extends Record<string, Route>>(outlines: RouteOutlines<R>): Client<R> =>
  createClientFromOutlines<R>(outlines, {
    baseUrl: '/api',
    token: () => auth.token(),
    fetch: withReachability(withRefusalDetection(withTrace(withKeepalive((...request) => fetch(...request))))),
    timeoutMs: answerWithinMs,
  });

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Trace of the last user action; empty until its first request. */
let traceId = '';
// Outside a page there are no user actions.
for (const type of ['pointerdown', 'keydown', 'popstate'])
  globalThis.addEventListener?.(
    type,
    () => {
      traceId = '';
    },
    { capture: true, passive: true },
  );

/** W3C Trace Context flags. 00 leaves the sampling decision to the server; a developer can request all traces of this tab. */
const flags = (): string => (tabTexts.getItem('trace') === 'all' ? '01' : '00');

/** Adds a `traceparent`: requests of one action share a trace. */
const withTrace =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    traceId ||= randomHex(16);
    return send(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), traceparent: `00-${traceId}-${randomHex(8)}-${flags()}` },
    });
  };
