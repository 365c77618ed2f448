import type { FastifyInstance, FastifyReply } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Engines } from '../engines.ts';
import type { AnyProjection } from '../kit/projection.ts';
import type { ReadSide } from '../kit/read-side.ts';

/** Seconds; fine where a hot read ends, coarse where a person starts to wait. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

type Series = ReturnType<Histogram['labels']>;

export interface Metrics {
  registry: Registry;
  /** Counts an answer; to be called when it is sent. */
  observe(reply: FastifyReply, status: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'waystory_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  });
  // Looking a series up by its labels costs more than the observation itself.
  const series = new Map<string, Series>();
  return {
    registry,
    observe(reply, status) {
      const { method, routeOptions } = reply.request;
      const key = `${method} ${status} ${routeOptions.url}`;
      const known = series.get(key) ?? requests.labels({ method, route: routeOptions.url ?? 'unknown', status });
      series.set(key, known);
      known.observe(reply.elapsedTime / 1_000);
    },
  };
}

/** Serves `/metrics` for Prometheus: requests, lag of each projection in events, and what Node knows of itself. */
export function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  engines: Engines,
  readSide: ReadSide,
  projections: readonly AnyProjection[],
): void {
  const head = new Gauge({ name: 'waystory_log_head', help: 'Position of the last event', registers: [registry] });
  const lag = new Gauge({
    name: 'waystory_projection_lag',
    help: 'Positions between the last event and what the projection has applied',
    labelNames: ['projection'],
    registers: [registry],
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
