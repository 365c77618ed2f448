import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Bus } from '@waystory/infra/bus/port.ts';
import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import type { EventStore, Position } from '@waystory/infra/event-store/port.ts';
import type pg from 'pg';
import { Resources } from '../../harness/resources.ts';
import type { Worker } from '../../harness/worker.ts';
import { until } from '../environment/progress.ts';
import type { DrillRun } from '../tally.ts';
import type { LockMode } from './writers.ts';

const processes = 3;
const catchUpWithinMs = 10_000;

/** Tails the log while processes append, commit late and roll back. Every reader must see every committed event, once and in order. */
export async function gapDrill({ runs, tally }: DrillRun): Promise<void> {
  await using held = new Resources();
  const database = await (await held.postgres()).createDatabase('gap');
  const { pool, store } = held.eventLog(database, 6);
  const bus = postgresBus(pool, store);
  held.defer(() => bus.close());
  await store.head();
  const writers = Array.from({ length: processes }, () => held.worker(join(import.meta.dirname, 'writers.ts'), database));
  const readers = [busReader(bus, 'drill'), tailReader(store)];
  for (const reader of readers) held.defer(reader.stop);
  const control = await runOnce(pool, writers, readers, 'unlocked');
  tally.record(control.skipped > 0, `control: of ${control.committed} events written without the lock ${control.skipped} are found to be skipped`);
  for (let run = 1; run <= runs; run++) {
    const { committed, skipped, misplaced, unknown } = await runOnce(pool, writers, readers, 'locked');
    const passed = committed > 0 && skipped === 0 && misplaced === 0 && unknown === 0;
    tally.record(passed, `run ${run}: ${committed} committed, ${skipped} skipped, ${misplaced} out of place, ${unknown} not in the log as written`);
  }
}

/** Counts of one run. `misplaced` events arrived twice or out of order. `unknown` events are in the log only, or acknowledged to a writer only. */
async function runOnce(pool: pg.Pool, writers: readonly Worker[], readers: readonly Reader[], manner: LockMode) {
  const headOf = async (): Promise<Position> => Number((await pool.query('select coalesce(max(position), 0) as head from events')).rows[0]?.head);
  const before = await headOf();
  const written = new Set((await Promise.all(writers.map((writer) => writer.ask<string[]>(manner)))).flat());
  const { rows } = await pool.query<{ id: string }>('select id from events where position > $1 order by position', [before]);
  const log = rows.map(({ id }) => id);
  const head = await headOf();
  await until(() => readers.every((reader) => reader.at() >= head), catchUpWithinMs, 2);
  const unwritten = log.filter((id) => !written.delete(id)).length;
  const outcome = { committed: log.length, skipped: 0, misplaced: 0, unknown: unwritten + written.size };
  for (const reader of readers) {
    const seen = reader.take();
    const known = new Set(seen);
    const expected = log.filter((id) => known.has(id));
    outcome.skipped += log.length - expected.length;
    outcome.misplaced += seen.length - expected.length + expected.filter((id, index) => seen[index] !== id).length;
  }
  return outcome;
}

interface Reader {
  /** Ids of the events received since the last call, in order of arrival. */
  take(): string[];
  at(): Position;
  stop(): Promise<void>;
}

function busReader(bus: Bus, group: string): Reader {
  const seen: string[] = [];
  let position: Position = 0;
  const subscription = bus.subscribe({
    group,
    from: async () => position,
    handle: async ({ records, watermark }) => {
      seen.push(...records.map(({ event }) => event.id));
      position = watermark;
    },
    onError: (error) => console.error(error),
  });
  return { take: () => seen.splice(0), at: () => position, stop: () => subscription.stop() };
}

/** Reads small pages of the store without a pause. */
function tailReader(store: EventStore): Reader {
  const seen: string[] = [];
  const state = { position: 0, stopping: false };
  const running = (async () => {
    for (; !state.stopping; await turn()) {
      const events = await store.readAll(state.position, 7);
      seen.push(...events.map(({ id }) => id));
      state.position = events.at(-1)?.position ?? state.position;
    }
  })();
  const stop = (): Promise<void> => {
    state.stopping = true;
    return running;
  };
  return { take: () => seen.splice(0), at: () => state.position, stop };
}
