import { randomFillSync } from 'node:crypto';

/** Identity of a span: trace id, 32 hex digits, and span id, 16 (W3C Trace Context). */
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

/** A recorded piece of work. */
export interface Span extends SpanContext {
  setAttributes(attributes: Attributes): void;
  /** Ends the span; later calls do nothing. @param error Error of the work, of which only the code is recorded. */
  end(error?: unknown): void;
}

/** Trace context of a request. */
export interface IncomingTrace {
  traceId: string;
  /** Span of the caller, if named. */
  parentSpanId?: string | undefined;
  /** True when the caller records its span and requests ours. */
  isSampled: boolean;
}

/** Records spans of sampled requests, across all their effects. */
export interface Tracing {
  /** False when nothing is ever recorded. */
  readonly isOn: boolean;
  /** Begins the first span of this process in a trace; null for a trace that is not recorded, without a call of `describe`. */
  enter(incoming: IncomingTrace, describe: () => SpanOptions & { name: string }): Span | null;
  /** Begins a span below a recorded one. */
  start(name: string, parent: SpanContext, options?: SpanOptions): Span;
  /** The unended span of the current work. */
  active(): SpanContext | undefined;
  /** Runs work inside a span. */
  within<T>(span: Span, work: () => T): T;
  /** Resolves when all ended spans are delivered or given up. */
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

/**
 * Closed list of span attributes: names of routes, commands, engines and projections, ids of runs, codes and numbers.
 * Nothing that anybody typed, and no address. Names follow OpenTelemetry's semantic conventions where those exist.
 */
export const attributeNames = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  // Error code, never its text.
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
  // Documents were stored in the event's own transaction.
  'waystory.inlined',
  'waystory.reactor',
  'waystory.workflow.name',
  'waystory.workflow.id',
  'waystory.workflow.step',
] as const;

type AttributeName = (typeof attributeNames)[number];
export type Attributes = { readonly [K in AttributeName]?: string | number | boolean };
