import { randomFillSync } from 'node:crypto';
import type { SpanContext } from './port.ts';

// Drawn for some ids at once, and cut from one text: drawing and writing each would be felt beside a kept answer.
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

/** 32 random hex digits: which traces are recorded is decided by them. */
export const newTraceId = (): string => randomDigits(32);
/** 16 random hex digits. */
export const newSpanId = (): string => randomDigits(16);

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
