import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Span, SpanOptions, Tracing } from '../tracing/port.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';

/**
 * Records requests of the traces that are recorded, from their arrival to the end of their answer; what handlers do belongs to them. One hook, and as
 * late as can be: reading a body loses what the work before it belonged to. What is refused before it is not recorded.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  if (!tracing.isOn) return;
  app.addHook('preHandler', (request, reply, done) => {
    const span = enter(tracing, request, reply);
    if (!span) return done();
    // Only a request that is recorded pays for being listened to; an answer that nobody waits for any more is closed without an end.
    reply.raw.once('finish', () => end(span, reply));
    reply.raw.once('close', () => end(span, reply));
    tracing.within(span, done);
  });
}

function enter(tracing: Tracing, request: FastifyRequest, reply: FastifyReply): Span | null {
  const { traceparent } = request.headers;
  const caller = traceparent === undefined ? null : parseTraceparent(traceparent);
  // A span that the caller does not record would be missing above ours.
  const isSampled = caller?.isSampled === true;
  const incoming = { traceId: request.id, parentSpanId: isSampled ? caller?.spanId : undefined, isSampled };
  // Who watches the product is no part of its use.
  if (request.routeOptions.config?.counted?.as === 'nothing') return null;
  return tracing.enter(incoming, () => describe(request, reply));
}

function describe({ method, routeOptions: { url: route } }: FastifyRequest, { elapsedTime }: FastifyReply): SpanOptions & { name: string } {
  return {
    name: route ? `${method} ${route}` : method,
    kind: 'server',
    startTime: Date.now() - elapsedTime,
    attributes: { 'http.request.method': method, ...(route && { 'http.route': route }) },
  };
}

function end(span: Span, { raw: { statusCode } }: FastifyReply): void {
  span.setAttributes({ 'http.response.status_code': statusCode });
  span.end(statusCode >= 500 ? { code: String(statusCode) } : undefined);
}
