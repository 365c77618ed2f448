import { tabTexts } from './environment.ts';

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

/** W3C Trace Context flags: the product decides about sampling, unless a developer requests all traces in this tab. */
const flags = (): string => (tabTexts.getItem('trace') === 'all' ? '01' : '00');

/** Adds a `traceparent`: requests of one action share a trace. */
export const withTrace =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    traceId ||= randomHex(16);
    return send(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), traceparent: `00-${traceId}-${randomHex(8)}-${flags()}` },
    });
  };
