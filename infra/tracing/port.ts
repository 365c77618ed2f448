import { randomFillSync } from 'node:crypto';

/** Identity of a span (W3C Trace Context): trace id of 32 hex digits, and span id of 16 hex digits. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Start, milliseconds since 1970; now by default. */
  startTime?: number;
}

/** A recorded span that is in progress. */
export interface Span extends SpanContext {
  setAttributes(attributes: Attributes): void;
  /** Ends the span; later calls do nothing. @param error Error of the work, of which only the code is recorded. */
  end(error?: unknown): void;
}

/** Trace context of a request. */
export interface IncomingTrace {
  traceId: string;
  /** Id of the caller's span, if the request has one. */
  parentSpanId?: string | undefined;
  /** True when the caller requests sampling by the `sampled` flag. */
  isSampled: boolean;
}

/** Records spans of sampled requests, across all their effects. */
export interface Tracing {
  /** False when no span is ever recorded. */
  readonly isOn: boolean;
  /** Begins the first span of this process in a trace; null for a trace that is not recorded, without a call of `describe`. */
  enter(incoming: IncomingTrace, describe: () => SpanOptions & { name: string }): Span | null;
  /** Begins a child of a recorded span. */
  start(name: string, parent: SpanContext, options?: SpanOptions): Span;
  /** The current span; undefined when it has ended or was not recorded. */
  active(): SpanContext | undefined;
  /** Runs work with a span as the current span. */
  within<T>(span: Span, work: () => T): T;
  /** Resolves when all ended spans are exported or dropped. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Tracing that records nothing, at no cost. */
export const noTracing: Tracing = {
  isOn: false,
  enter: () => null,
  start: () => {
    throw new Error('Nothing is recorded, so nothing has a span to begin below');
  },
  active: () => undefined,
  within: (_, work) => work(),
  flush: async () => {},
  close: async () => {},
};

/** Runs work inside a new span below a recorded parent. */
export async function inSpan<T>(
  tracing: Tracing,
  name: string,
  parent: SpanContext,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracing.start(name, parent, options);
  try {
    const result = await tracing.within(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

// Random digits are generated in blocks, because generating each id alone would cost noticeable time beside a cached response.
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

/** Random trace id, 32 hex digits. Sampling is decided by these digits. */
export const newTraceId = (): string => randomDigits(32);
/** Random span id, 16 hex digits. */
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

/**
 * Closed list of span attributes: names of routes, commands, engines and projections, ids of runs, codes and numbers. No attribute contains text that
 * a person typed, or a URL or network address. Names follow OpenTelemetry's semantic conventions where these exist.
 */
export const attributeNames = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  // Error code; the message may contain personal data.
  'error.type',
  'db.system.name',
  'db.operation.name',
  'messaging.system',
  'messaging.destination.partition.id',
  // An external service that is no database.
  'peer.service',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'waystory.command',
  'waystory.stream.category',
  'waystory.event.type',
  'waystory.events',
  'waystory.projection',
  // True when documents were stored in the transaction of their event.
  'waystory.inlined',
  'waystory.reactor',
  'waystory.workflow.name',
  'waystory.workflow.id',
  'waystory.workflow.step',
] as const;

type AttributeName = (typeof attributeNames)[number];
export type Attributes = { readonly [K in AttributeName]?: string | number | boolean };
