import { tabTexts } from './environment.ts';

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Trace of what somebody did last; empty until it leads to a request. */
let traceId = '';
// Where there is no page there is nobody who does anything.
for (const type of ['pointerdown', 'keydown', 'popstate'])
  globalThis.addEventListener?.(
    type,
    () => {
      traceId = '';
    },
    { capture: true, passive: true },
  );

/** Flags of W3C Trace Context: whether it is recorded is the product's to say, unless a developer asks for all of it in this tab. */
const flags = (): string => (tabTexts.getItem('trace') === 'all' ? '01' : '00');

/** Requests with a `traceparent`: those that one action leads to are one trace. */
export const withTrace =
  (send: typeof fetch): typeof fetch =>
  (input, init) => {
    traceId ||= randomHex(16);
    return send(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), traceparent: `00-${traceId}-${randomHex(8)}-${flags()}` },
    });
  };
