import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { anyProjection } from '@waystory/infra/host/service.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type Checkpoint, type ProjectionStore, watermarkOf } from '@waystory/infra/projection-store/port.ts';
import { firstBuild } from '@waystory/infra/read-models/builds/builds.ts';
import { buildName } from '@waystory/infra/read-models/projector/projector-commit.ts';
import { type Verified, verify } from '@waystory/infra/read-models/verify.ts';
import { accountsProjection } from '@waystory/services/accounts/account/accounts.projection.ts';
import { stories } from '@waystory/services/itineraries/itinerary/stories.projection.ts';
import { placesProjection } from '@waystory/services/itineraries/place/places.projection.ts';
import type pg from 'pg';
import { enter } from './fighter.ts';
import { type Clashes, dawdling } from './stores.ts';

/** Those in whose documents streams meet: likes with stories, follows with accounts, stops with places. */
const projections = [anyProjection(stories), anyProjection(accountsProjection), anyProjection(placesProjection)];
const builds = projections.map((projection) => buildName({ projection, build: firstBuild(projection.version) }));
const appliedWithinMs = 30_000;
const lookEveryMs = 2;

export interface RingOptions {
  /** Where events and parked events are. */
  database: pg.PoolConfig;
  /** A store of its own for each who asks, all of them over the same documents. */
  openStore: () => { store: ProjectionStore; close(): Promise<void> };
  /** How each fighter uses its store. */
  manner: (store: ProjectionStore) => ProjectionStore;
}

/** Where two projectors of the same projections are at work at the same time. */
export interface Ring {
  clashes: Clashes;
  /** Appends the events of a log and waits until both projectors are done with them; answers what is not as a replay has it. */
  round(log: readonly RecordedEvent[]): Promise<{ reached: boolean; different: Verified[] }>;
  /** How often a checkpoint was found to be less than before. */
  backwards(): number;
  close(): Promise<void>;
}

export async function openRing({ database, openStore, manner }: RingOptions): Promise<Ring> {
  const pool = createPool(database, { max: 10 });
  const events = postgresEventStore(pool);
  const clashes: Clashes = { commits: 0, conflicts: 0 };
  const slowly = dawdling(clashes);
  const stores = [openStore(), openStore()];
  const fighters = stores.map(({ store }, number) => enter({ name: `fighter-${number}`, projections, pool, events, store: slowly(manner(store)) }));
  const looking = openStore();
  const watch = watchCheckpoints(looking.store);
  await Promise.all(fighters.map(({ ready }) => ready));
  // Whoever comes late would find that the work is done.
  await until(() => fighters.every(({ reached }) => reached() !== undefined));
  return {
    clashes,
    round: async (log) => {
      for (const event of log) await append(events, event);
      const head = await events.head();
      const reached = await until(
        async () =>
          fighters.every((fighter) => (fighter.reached() ?? 0) >= head) &&
          (await Promise.all(builds.map(watermarkIn(looking.store)))).every((watermark) => watermark >= head),
      );
      const verified = reached ? await verify({ projections, events, store: looking.store }) : [];
      return { reached, different: verified.filter(({ equal }) => !equal) };
    },
    backwards: watch.backwards,
    close: async () => {
      await watch.stop();
      for (const fighter of fighters) await fighter.leave();
      for (const { close } of [...stores, looking]) await close();
      await events.close();
      await pool.end();
    },
  };
}

const append = (events: EventStore, { stream, version, position: _, ...event }: RecordedEvent) => events.append(stream, version - 1, [event]);

const watermarkIn = (store: ProjectionStore) => async (build: string) => watermarkOf(await store.checkpoints(build));

/** Whether it came true in time. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const giveUpAt = Date.now() + appliedWithinMs;
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) return false;
    await pause(lookEveryMs);
  }
  return true;
}

/** Looks at the checkpoints all the time. */
function watchCheckpoints(store: ProjectionStore): { backwards(): number; stop(): Promise<void> } {
  const stopping = new AbortController();
  let backwards = 0;
  const watch = async (build: string): Promise<void> => {
    let before: Record<string, Checkpoint> = {};
    while (!stopping.signal.aborted) {
      const now = await store.checkpoints(build);
      for (const [partition, { offset, watermark }] of Object.entries(before)) {
        const then = now[partition];
        if (!then || then.offset < offset || then.watermark < watermark) backwards += 1;
      }
      before = now;
      await pause(lookEveryMs);
    }
  };
  const watching = Promise.all(builds.map(watch));
  return {
    backwards: () => backwards,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}
