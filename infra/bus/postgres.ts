import type pg from 'pg';
import { EngineUnavailable } from '../errors.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { asPostgresError } from '../postgres/pool.ts';
import { createBackoff } from '../waiting.ts';
import type { Bus, BusBatch, SubscribeOptions, Subscription } from './port.ts';
import { type Lease, type Leases, postgresLeases } from './postgres/lease.ts';
import { createLogReader, type IdleConsumer, type LogReader, logPartition as partition } from './postgres/log-reader.ts';
import { type RecentLog, recentLog } from './postgres/recent-log.ts';

export interface PostgresBus extends Bus {
  /** Called when a request waits for consumers. Pending events are then delivered without delay. */
  hurry(): void;
}

/**
 * Delivers the log straight from the event store; Postgres adds the leases. The caller closes the pool and the event store.
 * @param recent Cache of the newest events, shared with other readers of the process.
 */
export function postgresBus(pool: pg.Pool, events: EventStore, recent: RecentLog = recentLog(events)): PostgresBus {
  const leases = postgresLeases(pool);
  const log = createLogReader(recent);
  const subscriptions = new Set<Subscription>();
  let unsubscribe: (() => void) | null = null;
  return {
    subscribe: (options) => {
      unsubscribe ??= events.onAppended(log.appended);
      const running = start(options, log, leases);
      const subscription = { stop: () => running.stop().finally(() => subscriptions.delete(subscription)) };
      subscriptions.add(subscription);
      return subscription;
    },
    heads: async () => ({ [partition]: await events.head() }),
    partitionOf: async () => partition,
    relay: () => ({ stop: async () => {} }),
    hurry: log.hurry,
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      unsubscribe?.();
      unsubscribe = null;
      await leases.close();
    },
  };
}

function start(options: SubscribeOptions, log: LogReader, leases: Leases): Subscription {
  const stopping = new AbortController();
  const backoff = createBackoff(stopping.signal);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const lease = await leases.acquire(options.group, stopping.signal);
        backoff.reset();
        if (lease) await consume(options, log, lease, stopping.signal).finally(() => lease.release());
      } catch (error) {
        options.onError(asPostgresError(error));
        await backoff.wait();
      }
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

/** Error of a lost lease; a lease is lost only together with its connection. */
const leaseLost = (group: string): EngineUnavailable => new EngineUnavailable('postgres', new Error(`lost the lease of ${group}`));

/** Reads and delivers until the lease is lost or the subscription is stopped. */
async function consume(options: SubscribeOptions, log: LogReader, lease: Lease, stopping: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([lease.lost, stopping]);
  const backoff = createBackoff(ended);
  const rest = createRest(options, log, ended);
  let offset: Position | null = null;
  while (!ended.aborted) {
    try {
      // The consumer may start at -1, but the log begins after position 0.
      offset ??= Math.max(0, await options.from(partition));
      const { events, isLast } = await log.read(offset);
      const last = events.at(-1);
      const batch = last && batchOf(options, events, last.position);
      if (batch && !ended.aborted) await options.handle(batch);
      offset = last?.position ?? offset;
      backoff.reset();
      if (isLast) offset = await rest(offset);
    } catch (error) {
      options.onError(error);
      offset = null;
      await backoff.wait();
    }
  }
  if (lease.lost.aborted && !stopping.aborted) options.onError(leaseLost(options.group));
}

/** Creates a function that waits at a position for new work or the signal. It returns the position that the consumer has then reached. */
function createRest(options: SubscribeOptions, log: LogReader, ended: AbortSignal): (at: Position) => Promise<Position> {
  let awake = Promise.withResolvers<void>();
  let reached: Position = 0;
  /** Watermarks are delivered one at a time, like batches. */
  let passing: Promise<void> = Promise.resolve();
  const wake = (): void => awake.resolve();
  const reader: IdleConsumer = {
    types: options.types,
    lingerMs: options.lingerMs,
    wake,
    pass: (to) => {
      reached = to;
      passing = passing.then(() => options.handle(batchOf(options, [], to)));
      // The error is thrown where the consumer awaits `passing`.
      passing.catch(wake);
    },
  };
  ended.addEventListener('abort', wake);
  return async (at) => {
    awake = Promise.withResolvers<void>();
    reached = at;
    passing = Promise.resolve();
    log.rest(reader, at);
    if (!ended.aborted) await awake.promise;
    log.leave(reader);
    await passing;
    return reached;
  };
}

function batchOf({ types }: SubscribeOptions, events: readonly RecordedEvent[], to: Position): BusBatch {
  const concerning = types ? events.filter(({ type }) => types.has(type)) : events;
  return { partition, records: concerning.map((event) => ({ partition, offset: event.position, event })), to, watermark: to };
}
