import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Adapters } from '../adapters.ts';
import { cacheRegistry } from '../cache-registry.ts';
import { hiddenRoute } from '../hidden-route.ts';
import type { MinuteOfTraffic } from '../processes/port.ts';
import type { AnyProjection } from '../read-models/projection.ts';
import { consumerLag, type MeasuredConsumer, projectionLag } from '../read-models/projection-lag.ts';
import { indexesOf } from '../read-models/searchable.ts';

/**
 * Upper bounds of the histogram buckets, seconds: dense around a cached read, sparse where people notice a wait. They include every threshold of a
 * service level.
 */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5] as const;

type Series = ReturnType<Histogram['labels']>;

/** Observes a duration, seconds. */
export type DurationObserver = (seconds: number) => void;

export interface Metrics {
  registry: Registry;
  /** Creates a histogram of durations under a unique name. */
  timer(name: string, help: string): DurationObserver;
  /** Counts an answer when it is sent. */
  observe(reply: FastifyReply, status: number): void;
  /** Number of reads, writes and failures by clock minute. */
  traffic: Traffic;
}

/** @param dataDir Data folder of this process; a missing folder is not measured. */
export function createMetrics(dataDir: string): Metrics {
  const registry = new Registry();
  tellMemory(registry);
  tellDisk(registry, dataDir);
  const requests = new Histogram({
    name: 'waystory_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [...durationBuckets],
    registers: [registry],
  });
  // Cached, because a look-up by labels costs more than the observation itself.
  const series = new Map<string, Series>();
  const traffic = createTraffic();
  return {
    registry,
    traffic,
    timer: (name, help) => {
      const times = new Histogram({ name, help, buckets: [...durationBuckets], registers: [registry] });
      return (seconds) => times.observe(seconds);
    },
    observe(reply, status) {
      const { method, routeOptions } = reply.request;
      const key = `${method} ${status} ${routeOptions.url}`;
      const known = series.get(key) ?? requests.labels({ method, route: routeOptions.url ?? 'unknown', status });
      series.set(key, known);
      known.observe(reply.elapsedTime / 1_000);
      traffic.count(method, status);
    },
  };
}

function tellMemory(registry: Registry): void {
  new Gauge({
    name: 'waystory_cache_bytes',
    help: 'Memory of what callers asked for, by cache',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [cache, bytes] of Object.entries(cacheRegistry.used())) this.set({ cache }, bytes);
    },
  });
}

function tellDisk(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'waystory_disk_free_ratio',
    help: 'Share of the disk of the data folder that may still be written, 0 to 1',
    registers: [registry],
    async collect() {
      const disk = await statfs(dataDir).catch(() => null);
      if (disk) this.set(disk.bavail / disk.blocks);
      else this.remove();
    },
  });
}

/** A gauge of a context, measured at each scrape. `read` rejects when an engine is unavailable. */
export interface ContextGauge {
  name: string;
  help: string;
  read: () => Promise<number>;
}

/** Parts of a process whose metrics are served besides those of requests and Node. */
export interface MeasuredParts {
  projections: readonly AnyProjection[];
  reactors: readonly MeasuredConsumer[];
  measures: readonly ContextGauge[];
}

/**
 * Serves `/metrics` for Prometheus on a separate port, which need not be public. It covers requests, Node, lag of these projections and reactors, and
 * metrics of contexts. Metrics of an unavailable engine are left out.
 */
export function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  engines: Adapters,
  { projections, reactors, measures }: MeasuredParts,
): void {
  const gauges = engineGauges(registry);
  const names = projections.flatMap((projection) => [projection.name, ...indexesOf(projection).map((index) => index.as.name)]);
  const own = measures.map(({ name, help }) => new Gauge({ name, help, registers: [registry] }));
  let tellsProcess = false;
  app.get('/metrics', hiddenRoute, async (_, reply) => {
    // Started at the first request, because watching the event loop wakes the process a hundred times a second.
    if (!tellsProcess) collectDefaultMetrics({ register: registry });
    tellsProcess = true;
    // Other processes report their own projections.
    const kept = names.length > 0 ? [tellLag(gauges, engines, names), tellParked(gauges, engines)] : [];
    const asked = measures.map((measure, index) => tellMeasure(own[index], measure));
    await Promise.allSettled([
      tellHead(gauges, engines),
      ...kept,
      ...asked,
      ...(reactors.length > 0 ? [tellReactors(gauges, engines, reactors)] : []),
    ]);
    return reply
      .type(registry.contentType)
      .serializer(String)
      .send(await registry.metrics());
  });
}

type Gauges = ReturnType<typeof engineGauges>;

function engineGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) => new Gauge({ name, help, labelNames, registers: [registry] });
  return {
    head: gauge('waystory_log_head', 'Position of the last event'),
    events: gauge('waystory_projection_lag_events', 'Events that the projection has not applied yet', 'projection', 'partition'),
    seconds: gauge('waystory_projection_lag_seconds', 'Age of the oldest event that is not applied yet', 'projection', 'partition'),
    reactors: gauge('waystory_reactor_lag_seconds', 'Age of the oldest event that the reactor has not handled yet', 'reactor', 'partition'),
    parked: gauge('waystory_parked_events', 'Events that a consumer could not handle and has set aside', 'consumer'),
  };
}

async function tellHead({ head }: Gauges, { events }: Adapters): Promise<void> {
  head.remove();
  head.set(await events.head());
}

async function tellLag({ events, seconds }: Gauges, engines: Adapters, names: readonly string[]): Promise<void> {
  events.reset();
  seconds.reset();
  for (const { projection, partition, ...lag } of await projectionLag(engines, names, Date.now())) {
    events.set({ projection, partition }, lag.events);
    seconds.set({ projection, partition }, lag.seconds);
  }
}

async function tellReactors({ reactors: seconds }: Gauges, engines: Adapters, reactors: readonly MeasuredConsumer[]): Promise<void> {
  seconds.reset();
  for (const { name: reactor, partition, ...lag } of await consumerLag(engines, reactors, Date.now()))
    seconds.set({ reactor, partition }, lag.seconds);
}

async function tellMeasure(gauge: Gauge | undefined, { read }: ContextGauge): Promise<void> {
  gauge?.remove();
  gauge?.set(await read());
}

/** Most parked events that are counted, because the exact number above it does not matter. */
const mostParked = 1_000;

async function tellParked({ parked }: Gauges, engines: Adapters): Promise<void> {
  parked.reset();
  for (const { consumer } of await engines.deadLetters.list({ limit: mostParked })) parked.inc({ consumer });
}

const minuteMs = 60_000;
/** Number of retained minutes. */
const keptMinutes = 60;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Requests to this process by clock minute. */
export interface Traffic {
  count(method: string, status: number): void;
  /** Counts of the clock minutes of the last hour that had requests, newest last. */
  lastHour(): MinuteOfTraffic[];
}

/** @param now Clock, milliseconds since 1970. */
export function createTraffic(now: () => number = Date.now): Traffic {
  const minutes: MinuteOfTraffic[] = [];
  const current = (): MinuteOfTraffic => {
    const at = Math.floor(now() / minuteMs) * minuteMs;
    const last = minutes.at(-1);
    if (last?.at === at) return last;
    const fresh = { at, reads: 0, writes: 0, failures: 0 };
    if (minutes.push(fresh) > keptMinutes) minutes.shift();
    return fresh;
  };
  return {
    count: (method, status) => {
      const minute = current();
      if (isRead(method)) minute.reads++;
      else minute.writes++;
      if (status >= 500) minute.failures++;
    },
    lastHour: () => minutes.filter(({ at }) => at > now() - keptMinutes * minuteMs),
  };
}
