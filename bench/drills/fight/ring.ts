import { setTimeout as pause } from 'node:timers/promises';
import { partitionFor } from '@waystory/infra/bus/kafka/record.ts';
import type { Bus } from '@waystory/infra/bus/port.ts';
import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import { postgresDeadLetters } from '@waystory/infra/dead-letters/postgres.ts';
import type { EventStore, Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type { Checkpoint, ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { firstBuild } from '@waystory/infra/read-models/builds/builds.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { buildName } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { type Verified, verify } from '@waystory/infra/read-models/verify.ts';
import { accountsProjection } from '@waystory/services/accounts/account/accounts.projection.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { placesProjection } from '@waystory/services/itineraries/place/places.projection.ts';
import type pg from 'pg';
import { hasPassed, until } from '../environment/progress.ts';

/** Streams meet in their documents: likes with stories, follows with accounts, stops with places. */
const projections = [anyProjection(stories), anyProjection(accountsProjection), anyProjection(placesProjection)];
const builds = projections.map((projection) => buildName({ projection, build: firstBuild(projection.version) }));
const appliedWithinMs = 30_000;
const lookEveryMs = 2;

export interface RingOptions {
  database: pg.PoolConfig;
  /** A store for each caller over the same documents. */
  openStore: () => { store: ProjectionStore; close(): Promise<void> };
  manner: (store: ProjectionStore) => ProjectionStore;
}

/** Opens a place for two projectors of the same projections. */
export async function openRing({ database, openStore, manner }: RingOptions) {
  await using held = new AsyncDisposableStack();
  const pool = createPool(database, { max: 10 });
  held.defer(() => pool.end());
  const events = postgresEventStore(pool);
  held.defer(events.close);
  const clashes: Clashes = { commits: 0, conflicts: 0 };
  const slowly = dawdling(clashes);
  const [looking, ...stores] = [openStore(), openStore(), openStore()];
  for (const { close } of [looking, ...stores]) held.defer(close);
  const fighters = stores.map(({ store }, number) => enter(`fighter-${number}`, { pool, events, store: slowly(manner(store)) }));
  for (const { leave } of fighters) held.defer(leave);
  const watch = watchCheckpoints(looking.store);
  held.defer(watch.stop);
  await Promise.all(fighters.map(({ ready }) => ready));
  // A projector that starts late would find no work left.
  await until(() => fighters.every(({ reached }) => reached() !== undefined), appliedWithinMs, lookEveryMs);
  const kept = held.move();
  return {
    clashes,
    /** Appends a log and waits for both projectors. @returns differences from a replay */
    async round(log: readonly RecordedEvent[]): Promise<{ reached: boolean; different: Verified[] }> {
      for (const { stream, version, position: _, ...event } of log) await events.append(stream, version - 1, [event]);
      const head = await events.head();
      const isApplied = async (): Promise<boolean> =>
        fighters.every((fighter) => (fighter.reached() ?? 0) >= head) &&
        (await Promise.all(builds.map((build) => hasPassed(looking.store, build, head)))).every(Boolean);
      const reached = await until(isApplied, appliedWithinMs, lookEveryMs);
      const verified = reached ? await verify({ projections, events, store: looking.store }) : [];
      return { reached, different: verified.filter(({ equal }) => !equal) };
    },
    /** Checkpoints that were found to go back. */
    backwards: watch.backwards,
    close: () => kept.disposeAsync(),
  };
}

function watchCheckpoints(store: ProjectionStore): { backwards(): number; stop(): Promise<void> } {
  const stopping = new AbortController();
  let backwards = 0;
  const watch = async (build: string): Promise<void> => {
    for (let before: Record<string, Checkpoint> = {}; !stopping.signal.aborted; await pause(lookEveryMs)) {
      const now = await store.checkpoints(build);
      for (const [partition, { offset, watermark }] of Object.entries(before)) {
        const then = now[partition];
        if (!then || then.offset < offset || then.watermark < watermark) backwards += 1;
      }
      before = now;
    }
  };
  const watching = Promise.all(builds.map(watch));
  const stop = async (): Promise<void> => {
    stopping.abort();
    await watching;
  };
  return { backwards: () => backwards, stop };
}

function enter(name: string, { pool, events, store }: { pool: pg.Pool; events: EventStore; store: ProjectionStore }) {
  const bus = postgresBus(pool, events);
  const deadLetters = postgresDeadLetters(pool);
  const reached = new Map<string, Position>();
  const shared = { bus: inPartitions(bus, name, reached), store, deadLetters, log: createLog('silent') };
  const running = projections.map((projection) => runProjection({ projection, ...shared }));
  return {
    ready: Promise.all(running.map(({ ready }) => ready)),
    /** Its own position; undefined before all partitions began. */
    reached: () => (reached.size < projections.length * partitions.length ? undefined : Math.min(...reached.values())),
    leave: async (): Promise<void> => {
      await Promise.all(running.map((one) => one.stop()));
      await bus.close();
      await deadLetters.close();
    },
  };
}

const partitions = ['0', '1'] as const;

/** Splits one partition into two, as in Kafka. Each fighter subscribes under its own name, so both hold the lease, as after a lost heartbeat. */
const inPartitions = (bus: Bus, name: string, reached: Map<string, Position>): Bus => ({
  ...bus,
  subscribe: (options) => {
    const subscriptions = partitions.map((partition, number) => {
      const key = `${options.group} ${partition}`;
      return bus.subscribe({
        ...options,
        group: `${options.group}.${partition}.${name}`,
        from: async () => {
          const offset = await options.from(partition);
          reached.set(key, offset);
          return offset;
        },
        handle: async (batch) => {
          const records = batch.records.filter(({ event }) => partitionFor(event.stream, partitions.length) === number);
          await options.handle({ ...batch, partition, records: records.map((record) => ({ ...record, partition })) });
          reached.set(key, batch.to);
        },
      });
    });
    return { stop: () => Promise.all(subscriptions.map((subscription) => subscription.stop())).then(() => {}) };
  },
  heads: async () => {
    const [head = 0] = Object.values(await bus.heads());
    return Object.fromEntries(partitions.map((partition) => [partition, head]));
  },
  partitionOf: async (stream) => partitions[partitionFor(stream, partitions.length)] ?? partitions[0],
});

const longestPauseMs = 12;
const longestWaitMs = 40;

interface Clashes {
  commits: number;
  conflicts: number;
}

/** Lets two fighters meet between read and write, and counts conflicts. */
function dawdling(clashes: Clashes): (store: ProjectionStore) => ProjectionStore {
  const meeting = createMeeting();
  return (store) => ({
    ...store,
    commit: async (commit) => {
      // A commit without writes read nothing.
      if (commit.writes.length === 0) return store.commit(commit);
      const { projection } = commit;
      if (!meeting.join(projection)) await (Math.random() < 0.5 ? meeting.wait(projection) : pause(Math.random() * longestPauseMs));
      clashes.commits += 1;
      const conflicts = await store.commit(commit);
      if (conflicts.length > 0) clashes.conflicts += 1;
      return conflicts;
    },
  });
}

/** A place where the first caller waits for the second. */
function createMeeting() {
  const waiting = new Map<string, AbortController>();
  return {
    join: (place: string): boolean => {
      const other = waiting.get(place);
      other?.abort();
      return waiting.delete(place);
    },
    wait: async (place: string): Promise<void> => {
      const met = new AbortController();
      waiting.set(place, met);
      await pause(longestWaitMs, undefined, { signal: met.signal }).catch(() => {});
      if (waiting.get(place) === met) waiting.delete(place);
    },
  };
}
