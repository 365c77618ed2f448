import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Span, SpanOptions, Tracing } from '../tracing/port.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';

/** Answers a request within a span, if its trace is recorded. */
export type TraceRequest = <T>(request: FastifyRequest, reply: FastifyReply, answer: () => T) => T;

/** Requests with a span. */
const recorded = new WeakSet<FastifyRequest>();

/**
 * Records a request from its arrival to the end of its answer; spans inside `answer` are its children. A request that already has a span is only
 * answered.
 */
export function requestTracer(tracing: Tracing): TraceRequest {
  if (!tracing.isOn) return (_request, _reply, answer) => answer();
  return (request, reply, answer) => {
    const { traceparent } = request.headers;
    const caller = traceparent === undefined ? null : parseTraceparent(traceparent);
    // A caller's unrecorded span would be a missing parent of ours.
    const asked = caller?.isSampled ? { parentSpanId: caller.spanId, isSampled: true } : { isSampled: false };
    if (asked.isSampled && recorded.has(request)) return answer();
    const span = tracing.enter({ traceId: request.id, ...asked }, () => describe(request, reply));
    if (!span) return answer();
    recorded.add(request);
    // Only a recorded request pays for listeners. An answer whose caller has left is closed without an end.
    const end = (): void => endWith(span, reply.raw.statusCode);
    reply.raw.once('finish', end);
    reply.raw.once('close', end);
    return tracing.within(span, answer);
  };
}

/** A cached answer costs less than a span, so it is recorded only on a miss or on demand. Monitoring is not part of the product's use. */
const seldomRecorded: ReadonlySet<string | undefined> = new Set(['read', 'file', 'nothing']);

/**
 * Records the requests of an app. Its hook runs as late as possible, because reading a body loses the async context set before it. Requests refused
 * earlier are not recorded.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  const traced = requestTracer(tracing);
  app.addHook('preHandler', (request, reply, done) => {
    const isSeldom = seldomRecorded.has(request.routeOptions.config?.counted?.as);
    if (isSeldom && !parseTraceparent(request.headers.traceparent)?.isSampled) return done();
    traced(request, reply, done);
  });
}

function describe({ method, routeOptions: { url: route } }: FastifyRequest, { elapsedTime }: FastifyReply): SpanOptions & { name: string } {
  return {
    name: route ? `${method} ${route}` : method,
    kind: 'server',
    startTime: Date.now() - elapsedTime,
    attributes: { 'http.request.method': method, ...(route && { 'http.route': route }) },
  };
}

function endWith(span: Span, status: number): void {
  span.setAttributes({ 'http.response.status_code': status });
  span.end(status >= 500 ? { code: String(status) } : undefined);
}
