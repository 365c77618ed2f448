import type { Attributes } from './attributes.ts';

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
