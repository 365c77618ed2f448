import { randomFillSync } from 'node:crypto';
import type { SpanContext } from './port.ts';

// Random digits are drawn in blocks, because drawing each id would cost noticeably beside a cached answer.
const bytes = Buffer.alloc(2_048);
let digits = '';
let used = 0;
function randomDigits(count: number): string {
  if (used + count > digits.length) {
    digits = randomFillSync(bytes).toString('hex');
    used = 0;
  }
  used += count;
  return digits.slice(used - count, used);
}

/** 32 random hex digits, which also decide about sampling. */
export const newTraceId = (): string => randomDigits(32);
/** 16 random hex digits. */
export const newSpanId = (): string => randomDigits(16);

const w3cTrace = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses a `traceparent` header (W3C Trace Context); null when invalid. */
export function parseTraceparent(header: unknown): (SpanContext & { isSampled: boolean }) | null {
  const [, traceId, spanId, flags] = (typeof header === 'string' && w3cTrace.exec(header)) || [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** `traceparent` of a recorded span. */
export const traceparentOf = ({ traceId, spanId }: SpanContext): string => `00-${traceId}-${spanId}-01`;

/** Span in which an event was written; undefined when it was not recorded. */
export const spanContextOf = ({ traceId, spanId }: { traceId?: string; spanId?: string }): SpanContext | undefined =>
  traceId && spanId ? { traceId, spanId } : undefined;
