import type { Attributes } from './attributes.ts';

/** Place of a span: its trace, 32 hex digits, and its own id, 16 (W3C Trace Context). */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
}

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** When it began, milliseconds since 1970; now unless given. */
  startTime?: number;
}

/** A piece of work that is recorded. */
export interface Span extends SpanContext {
  setAttributes(attributes: Attributes): void;
  /** @param error what it failed with; only its code is kept. What has ended stays as it is. */
  end(error?: unknown): void;
}

/** What a request brings along of the trace that it belongs to. */
export interface IncomingTrace {
  traceId: string;
  /** Span of the caller, where it names one. */
  parentSpanId?: string | undefined;
  /** The caller records its own span and asks for ours. */
  isSampled: boolean;
}

/** Records what happens to some requests, over all that they lead to. */
export interface Tracing {
  /** Whether anything is ever recorded. */
  readonly isOn: boolean;
  /** The first span of this process in a trace; null for a trace that is not recorded, which is then not described either. */
  enter(incoming: IncomingTrace, describe: () => SpanOptions & { name: string }): Span | null;
  /** A span below another that is recorded. */
  start(name: string, parent: SpanContext, options?: SpanOptions): Span;
  /** The span that the calling work belongs to, while that has not ended. */
  active(): SpanContext | undefined;
  /** Does work that belongs to a span. */
  within<T>(span: Span, work: () => T): T;
  /** Resolves when the spans that have ended are delivered, or given up. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Records nothing, at no cost. */
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

/** Does work as a span below a parent that is recorded, and what it does belongs to that span. */
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
