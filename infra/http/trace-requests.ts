import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Span, SpanOptions, Tracing } from '../tracing/port.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';

/** Answers a request as a span, where its trace is recorded. */
export type TraceRequest = <T>(request: FastifyRequest, reply: FastifyReply, answer: () => T) => T;

/** Requests that have a span. */
const recorded = new WeakSet<FastifyRequest>();

/**
 * Records a request from its arrival to the end of its answer, with everything that `answer` does as its children. A request with a span already is
 * only answered.
 */
export function requestTracer(tracing: Tracing): TraceRequest {
  if (!tracing.isOn) return (_request, _reply, answer) => answer();
  return (request, reply, answer) => {
    const { traceparent } = request.headers;
    const caller = traceparent === undefined ? null : parseTraceparent(traceparent);
    // A span that the caller does not record would be missing above ours.
    const asked = caller?.isSampled ? { parentSpanId: caller.spanId, isSampled: true } : { isSampled: false };
    if (asked.isSampled && recorded.has(request)) return answer();
    const span = tracing.enter({ traceId: request.id, ...asked }, () => describe(request, reply));
    if (!span) return answer();
    recorded.add(request);
    // Only a request that is recorded pays for being listened to. An answer that nobody waits for any more is closed without an end.
    const end = (): void => endWith(span, reply.raw.statusCode);
    reply.raw.once('finish', end);
    reply.raw.once('close', end);
    return tracing.within(span, answer);
  };
}

/** A cached answer costs less than a span, so it is recorded only on a miss or on demand. Monitoring is not part of the product's use. */
const seldomRecorded: ReadonlySet<string | undefined> = new Set(['read', 'file', 'nothing']);

/**
 * Records the requests of an app. One hook, and as late as can be: reading a body loses what the work before it belonged to. What is refused before it is
 * not recorded.
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
