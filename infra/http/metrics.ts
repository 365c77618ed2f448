import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Engines } from '../engines.ts';
import type { AnyProjection } from '../kit/projection.ts';
import type { ReadSide } from '../kit/read-side.ts';

/** Seconds; fine where a hot read ends, coarse where a person starts to wait. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Serves `/metrics` for Prometheus: requests, lag of each projection in events, and what Node knows of itself. */
export function serveMetrics(app: FastifyInstance, engines: Engines, readSide: ReadSide, projections: readonly AnyProjection[]): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'waystory_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  const head = new Gauge({ name: 'waystory_log_head', help: 'Position of the last event', registers: [registry] });
  const lag = new Gauge({
    name: 'waystory_projection_lag',
    help: 'Positions between the last event and what the projection has applied',
    labelNames: ['projection'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    const last = await engines.events.head();
    head.set(last);
    for (const { name } of projections) lag.set({ projection: name }, Math.max(0, last - readSide.watermark(name)));
    return reply
      .type(registry.contentType)
      .serializer(String)
      .send(await registry.metrics());
  });
}
