import { randomFillSync } from 'node:crypto';
import type { SpanContext } from './port.ts';

// Random bytes are drawn for many ids at once: drawing them for each would cost more than a kept answer.
const pool = Buffer.alloc(8_192);
let used = pool.length;
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** 32 random hex digits: which traces are recorded is decided by them. */
export const newTraceId = (): string => randomHex(16);
/** 16 random hex digits. */
export const newSpanId = (): string => randomHex(8);

const w3cTrace = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** What a `traceparent` header says (W3C Trace Context); null when it says nothing that is understood. */
export function parseTraceparent(header: unknown): (SpanContext & { isSampled: boolean }) | null {
  const [, traceId, spanId, flags] = (typeof header === 'string' && w3cTrace.exec(header)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** `traceparent` for whoever works for a span that is recorded. */
export const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;

/** Span that an event was written in; undefined when that was not recorded. */
export const spanContextOf = ({ traceId, spanId }: { traceId?: string; spanId?: string }): SpanContext | undefined =>
  traceId && spanId ? { traceId, spanId } : undefined;
