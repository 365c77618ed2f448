import { AsyncLocalStorage } from 'node:async_hooks';
import * as api from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  SamplingDecision,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { errorCodeOf } from '../errors.ts';
import type { Log } from '../log.ts';
import {
  type Attributes,
  type IncomingTrace,
  newSpanId,
  newTraceId,
  type Span,
  type SpanContext,
  type SpanKind,
  type SpanOptions,
  type Tracing,
} from './port.ts';

export interface OpenTelemetryOptions {
  /** Base URL of `/v1/traces`. */
  endpoint: string;
  headers?: Readonly<Record<string, string>>;
  serviceName: string;
  /** Sampled share of the traces whose caller does not request sampling, 0 to 1. */
  ratio: number;
}

/** Timeout of a delivery with its retries, milliseconds. */
const deliverWithin = 5_000;

const kinds: Readonly<Record<SpanKind, api.SpanKind>> = {
  internal: api.SpanKind.INTERNAL,
  server: api.SpanKind.SERVER,
  client: api.SpanKind.CLIENT,
  producer: api.SpanKind.PRODUCER,
  consumer: api.SpanKind.CONSUMER,
};

/** Spans by OpenTelemetry's SDK, sent by OTLP over HTTP. Nothing global is registered, so a process may have several instances. */
export function openTelemetry({ endpoint, headers = {}, serviceName, ratio }: OpenTelemetryOptions, log: Pick<Log, 'warn'>): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = tellingFailures(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: deliverWithin }), log);
  const chosen = new TraceIdRatioBasedSampler(ratio);
  /** Trace id of the next root span, because the trace id of a request is created before its span. */
  let firstTraceId = '';
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // `enter` has already decided about sampling.
    sampler: new AlwaysOnSampler(),
    idGenerator: { generateTraceId: () => firstTraceId || newTraceId(), generateSpanId: newSpanId },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: deliverWithin })],
  });
  const tracer = provider.getTracer('waystory');
  const work = new AsyncLocalStorage<RunningSpan>();
  const below = (name: string, parent: SpanContext, options: SpanOptions, isRemote: boolean): Span =>
    new RunningSpan(tracer.startSpan(name, spanOptions(options), contextOf(parent, isRemote)));
  const isChosen = (traceId: string): boolean => chosen.shouldSample(api.ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  return {
    isOn: true,
    enter({ traceId, parentSpanId, isSampled }: IncomingTrace, describe) {
      if (!isSampled && !isChosen(traceId)) return null;
      const { name, ...options } = describe();
      if (parentSpanId) return below(name, { traceId, spanId: parentSpanId }, options, true);
      firstTraceId = traceId;
      return new RunningSpan(tracer.startSpan(name, spanOptions(options), api.ROOT_CONTEXT));
    },
    start: (name, parent, options = {}) => below(name, parent, options, !(parent instanceof RunningSpan)),
    active() {
      const span = work.getStore();
      return span?.isRunning ? span : undefined;
    },
    within: (span, does) => (span instanceof RunningSpan ? work.run(span, does) : does()),
    // Failed exports are logged by the exporter, and no caller handles them.
    flush: () => provider.forceFlush().catch(() => {}),
    close: () => provider.shutdown().catch(() => {}),
  };
}

const spanOptions = ({ kind = 'internal', attributes = {}, startTime }: SpanOptions): api.SpanOptions => ({
  kind: kinds[kind],
  attributes: { ...attributes },
  ...(startTime !== undefined && { startTime }),
});

const contextOf = ({ traceId, spanId }: SpanContext, isRemote: boolean): api.Context =>
  api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags: api.TraceFlags.SAMPLED, isRemote });

class RunningSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly #span: api.Span;
  isRunning = true;
  constructor(span: api.Span) {
    const { traceId, spanId } = span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.#span = span;
  }
  setAttributes(attributes: Attributes): void {
    if (this.isRunning) this.#span.setAttributes({ ...attributes });
  }
  end(error?: unknown): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    if (error !== undefined) {
      this.#span.setAttribute('error.type', errorCodeOf(error));
      this.#span.setStatus({ code: api.SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

/** Wraps an exporter to log failed exports, which the SDK drops silently. */
function tellingFailures(exporter: SpanExporter, log: Pick<Log, 'warn'>): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) log.warn({ err: result.error, spans: spans.length }, 'spans could not be delivered');
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
