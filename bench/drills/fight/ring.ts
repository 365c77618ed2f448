import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@waystory/infra/bus/port.ts';
import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import { postgresDeadLetters } from '@waystory/infra/dead-letters/postgres.ts';
import type { EventStore, Position, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createLog } from '@waystory/infra/log.ts';
import type { ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { firstBuild } from '@waystory/infra/read-models/builds/builds.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { buildName } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { type VerificationResult, verify } from '@waystory/infra/read-models/verify.ts';
import { accountsProjection } from '@waystory/services/accounts/account/accounts.projection.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { placesProjection } from '@waystory/services/itineraries/place/places.projection.ts';
import type pg from 'pg';
import { openEventLog } from '../../harness/event-log.ts';
import { hasPassed, until } from '../environment/progress.ts';

/** Projections whose documents depend on several streams: likes and stories, follows and accounts, stops and places. */
const projections = [anyProjection(stories), anyProjection(accountsProjection), anyProjection(placesProjection)];
const builds = projections.map((projection) => buildName({ projection, build: firstBuild(projection.version) }));
const appliedWithinMs = 30_000;
const lookEveryMs = 2;

export interface TwoProjectorsOptions {
  database: pg.PoolConfig;
  /** Opens another store over the same documents. */
  openStore: () => { store: ProjectionStore; close(): Promise<void> };
  manner: (store: ProjectionStore) => ProjectionStore;
}

/** Store without the fencing tokens of documents, for negative controls: repeated events are applied again. */
export const withoutFences = (store: ProjectionStore): ProjectionStore => ({
  ...store,
  load: async (collection, ids) => (await store.load(collection, ids)).map((doc) => ({ ...doc, _at: {} })),
});

/** Starts two projectors of the same projections over the same documents and checkpoints. */
export async function startTwoProjectors({ database, openStore, manner }: TwoProjectorsOptions) {
  await using held = new AsyncDisposableStack();
  const log = openEventLog(database, 10);
  held.defer(log.close);
  const { pool, store: events } = log;
  const clashes: Clashes = { commits: 0, conflicts: 0 };
  const slowly = dawdling(clashes);
  const [looking, ...stores] = [openStore(), openStore(), openStore()];
  for (const { close } of [looking, ...stores]) held.defer(close);
  const fighters = stores.map(({ store }, number) => enter(`fighter-${number}`, { pool, events, store: slowly(manner(store)) }));
  for (const { leave } of fighters) held.defer(leave);
  await Promise.all(fighters.map(({ ready }) => ready));
  // A projector that starts late would find no work left.
  await until(() => fighters.every(({ reached }) => reached() !== undefined), appliedWithinMs, lookEveryMs);
  const kept = held.move();
  return {
    clashes,
    /** Appends a log and waits for both projectors. @returns differences from a replay */
    async round(told: readonly RecordedEvent[]): Promise<{ reached: boolean; different: VerificationResult[] }> {
      for (const { stream, version, position: _, ...event } of told) await events.append(stream, version - 1, [event]);
      const head = await events.head();
      const isApplied = async (): Promise<boolean> =>
        fighters.every((fighter) => (fighter.reached() ?? 0) >= head) &&
        (await Promise.all(builds.map((build) => hasPassed(looking.store, build, head)))).every(Boolean);
      const reached = await until(isApplied, appliedWithinMs, lookEveryMs);
      const verified = reached ? await verify({ projections, events, store: looking.store }) : [];
      return { reached, different: verified.filter(({ equal }) => !equal) };
    },
    close: () => kept.disposeAsync(),
  };
}

function enter(name: string, { pool, events, store }: { pool: pg.Pool; events: EventStore; store: ProjectionStore }) {
  const bus = postgresBus(pool, events);
  const deadLetters = postgresDeadLetters(pool);
  const reached = new Map<string, Position>();
  const shared = { bus: alone(bus, name, reached), store, deadLetters, log: createLog('silent') };
  const running = projections.map((projection) => runProjection({ projection, ...shared }));
  return {
    ready: Promise.all(running.map(({ ready }) => ready)),
    /** Lowest log position that all its projections have reached; undefined before each of them has begun. */
    reached: () => (reached.size < projections.length ? undefined : Math.min(...reached.values())),
    leave: async (): Promise<void> => {
      await Promise.all(running.map((one) => one.stop()));
      await bus.close();
      await deadLetters.close();
    },
  };
}

/** A bus on which a projector has consumer groups of its own, so that both projectors hold the lease, as after a lost heartbeat. */
const alone = (bus: Bus, name: string, reached: Map<string, Position>): Bus => ({
  ...bus,
  subscribe: (options) =>
    bus.subscribe({
      ...options,
      group: `${options.group}.${name}`,
      from: async (partition) => {
        const offset = await options.from(partition);
        reached.set(options.group, offset);
        return offset;
      },
      handle: async (batch) => {
        await options.handle(batch);
        reached.set(options.group, batch.to);
      },
    }),
});

const longestPauseMs = 12;
const longestWaitMs = 40;

interface Clashes {
  commits: number;
  conflicts: number;
}

/** Delays commits, so that both projectors have read the same documents before either commits. Counts conflicts. */
function dawdling(clashes: Clashes): (store: ProjectionStore) => ProjectionStore {
  const meeting = createMeeting();
  return (store) => ({
    ...store,
    commit: async (commit) => {
      // A commit without writes cannot conflict, because it read no document.
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

/** A barrier per key, at which the first caller waits at most 40 ms for the second. */
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
