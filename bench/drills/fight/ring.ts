import { setTimeout as pause } from 'node:timers/promises';
import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import type { EventStore, Position } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createLog } from '@waystory/infra/log.ts';
import { postgresParkedEvents } from '@waystory/infra/parked-events/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type { Checkpoint, ProjectionStore } from '@waystory/infra/projection-store/port.ts';
import { runProjection } from '@waystory/infra/read-models/builds/run-projection.ts';
import { boardProjection, newEvent } from '@waystory/infra/read-models/projector/projector-fixture.ts';
import { verify } from '@waystory/infra/read-models/verify.ts';
import type pg from 'pg';
import { stepAt } from './steps.ts';
import { type Clashes, dawdling } from './stores.ts';

const projection = boardProjection();
const build = 'boards@1001';
const eventsOfRound = 30;
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

/** Where two projectors of one projection are at work at the same time. */
export interface Ring {
  clashes: Clashes;
  /** Appends events and waits until they are in; answers what is not as a replay has it. */
  round(): Promise<{ reached: boolean; different: number }>;
  /** How often a checkpoint was found to be less than before. */
  backwards(): number;
  close(): Promise<void>;
}

export async function openRing({ database, openStore, manner }: RingOptions): Promise<Ring> {
  const pool = createPool(database, { max: 10 });
  const events = postgresEventStore(pool);
  const clashes: Clashes = { commits: 0, conflicts: 0 };
  const fighters = ['one', 'two'].map((name) => {
    const { store, close } = openStore();
    return enter({ name, pool, events, store: dawdling(manner(store), clashes), close });
  });
  const looking = openStore();
  const watch = watchCheckpoints(looking.store);
  await Promise.all(fighters.map(({ ready }) => ready));
  let written = 0;
  return {
    clashes,
    round: async () => {
      for (let n = 0; n < eventsOfRound; n++) await appendOne(events, written++);
      const reached = await applied(looking.store, await events.head());
      const verified = reached ? await verify({ projections: [projection], events, store: looking.store }) : [];
      return { reached, different: verified.filter(({ equal }) => !equal).length };
    },
    backwards: watch.backwards,
    close: async () => {
      await watch.stop();
      for (const fighter of fighters) await fighter.leave();
      await looking.close();
      await events.close();
      await pool.end();
    },
  };
}

interface Entering {
  name: string;
  pool: pg.Pool;
  events: EventStore;
  store: ProjectionStore;
  close(): Promise<void>;
}

/** One of the two projectors. */
function enter({ name, pool, events, store, close }: Entering): { ready: Promise<void>; leave(): Promise<void> } {
  const bus = postgresBus(pool, events);
  const parked = postgresParkedEvents(pool);
  // Under names of their own both have the lease, as a process has that does not know yet that it lost it.
  const alone: typeof bus = { ...bus, subscribe: (options) => bus.subscribe({ ...options, group: `${options.group}.${name}` }) };
  const running = runProjection({ projection, bus: alone, store, parked, log: createLog('silent') });
  const leave = async (): Promise<void> => {
    await running.stop();
    await bus.close();
    await parked.close();
    await close();
  };
  return { ready: running.ready, leave };
}

async function appendOne(events: EventStore, n: number): Promise<void> {
  const step = stepAt(n);
  await events.append(step.stream, 'any', [newEvent(step)]);
}

async function applied(store: ProjectionStore, position: Position): Promise<boolean> {
  const giveUpAt = Date.now() + appliedWithinMs;
  while (((await store.checkpoints(build))['0']?.watermark ?? 0) < position) {
    if (Date.now() > giveUpAt) return false;
    await pause(lookEveryMs);
  }
  return true;
}

/** Looks at the checkpoints all the time. */
function watchCheckpoints(store: ProjectionStore): { backwards(): number; stop(): Promise<void> } {
  const stopping = new AbortController();
  let backwards = 0;
  const watching = (async () => {
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
  })();
  return {
    backwards: () => backwards,
    stop: async () => {
      stopping.abort();
      await watching;
    },
  };
}
