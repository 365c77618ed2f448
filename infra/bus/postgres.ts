import type pg from 'pg';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import { asPostgresError } from '../postgres/unavailable.ts';
import { createBackoff } from './backoff.ts';
import { createLatch } from './latch.ts';
import type { Bus, BusBatch, Subscribe, Subscription } from './port.ts';
import { type Lease, postgresLeases } from './postgres/lease.ts';
import { type RecentLog, recentLog } from './postgres/recent-log.ts';
import { createRounds, type Rounds } from './rounds.ts';

/** The log is one order, so there is one partition; its offsets are positions. */
const partition = '0';
/** Net for the case that no sign of an append arrives. */
const pollEveryMs = 1_000;

/** What the subscriptions of one bus read from. */
interface Source {
  read: RecentLog['read'];
  acquire(group: string, signal: AbortSignal): Promise<Lease | null>;
  rounds: Rounds;
}

/** Delivers the log straight from the event store; Postgres adds the leases. The pool and the event store stay the caller's to close. */
export function postgresBus(pool: pg.Pool, events: EventStore): Bus {
  const leases = postgresLeases(pool);
  const log = recentLog(events);
  const rounds = createRounds(log.appended);
  const subscriptions = new Set<Subscription>();
  let unsubscribe: (() => void) | null = null;

  return {
    subscribe: (options) => {
      unsubscribe ??= events.onAppended(rounds.begin);
      const running = start(options, { read: log.read, rounds, acquire: leases.acquire });
      const subscription = { stop: () => running.stop().finally(() => subscriptions.delete(subscription)) };
      subscriptions.add(subscription);
      return subscription;
    },
    heads: async () => ({ [partition]: await events.head() }),
    partitionOf: async () => partition,
    relay: () => ({ stop: async () => {} }),
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      unsubscribe?.();
      unsubscribe = null;
      await leases.close();
    },
  };
}

function start(options: Subscribe, source: Source): Subscription {
  const stopping = new AbortController();
  const backoff = createBackoff(stopping.signal);
  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        const lease = await source.acquire(options.group, stopping.signal);
        backoff.reset();
        if (lease) await consume(options, source, lease, stopping.signal).finally(() => lease.release());
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

/** Reads and hands over until the lease is lost or the subscription stopped. */
async function consume(options: Subscribe, source: Source, lease: Lease, stopping: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([lease.lost, stopping]);
  const backoff = createBackoff(ended);
  const latch = createLatch();
  const place = source.rounds.join(latch.open);
  try {
    let offset: number | null = null;
    while (!ended.aborted) {
      try {
        // Nothing is below position 0, whatever the consumer calls its beginning.
        offset ??= Math.max(0, await options.from(partition));
        latch.close();
        const { events, isLast } = await source.read(offset);
        const last = events.at(-1);
        if (last && !ended.aborted) await options.handle(batchOf(events, last.position));
        offset = last?.position ?? offset;
        backoff.reset();
        if (isLast) {
          place.rest();
          await latch.opened(pollEveryMs, ended);
        }
      } catch (error) {
        options.onError(error);
        offset = null;
        place.rest();
        await backoff.wait();
      }
    }
  } finally {
    place.leave();
  }
  if (lease.lost.aborted && !stopping.aborted) options.onError(new Error(`lost the lease of ${options.group}`));
}

const batchOf = (events: readonly RecordedEvent[], to: Position): BusBatch => ({
  partition,
  records: events.map((event) => ({ partition, offset: event.position, event })),
  to,
  watermark: to,
});
