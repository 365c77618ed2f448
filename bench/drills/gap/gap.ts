import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresBus } from '@waystory/infra/bus/postgres.ts';
import type { Position } from '@waystory/infra/event-store/port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { scratchPostgres } from '../../harness/scratch-postgres.ts';
import { startWorker, type Worker } from '../../harness/worker.ts';
import type { Tally } from '../tally.ts';
import { busReader, type Reader, tailReader } from './readers.ts';
import type { Manner } from './writers.ts';

const processes = 3;
const catchUpWithinMs = 10_000;

/** Tails the log while processes append, commit late and roll back. After each run every reader must have seen every committed event, once and in order. */
export async function gapDrill({ runs, tally }: { runs: number; tally: Tally }): Promise<void> {
  const postgres = await scratchPostgres();
  try {
    const database = await postgres.createDatabase('gap');
    const pool = createPool(database, { max: 6 });
    const store = postgresEventStore(pool);
    const bus = postgresBus(pool, store);
    await store.head();
    const writers = Array.from({ length: processes }, () => startWorker(join(import.meta.dirname, 'writers.ts'), [JSON.stringify(database)]));
    const readers = [busReader(bus, 'drill', 0), tailReader(store, 0)];
    const control = await runOnce(pool, writers, readers, 'unlocked');
    tally.record(control.skipped > 0, `control: of ${control.committed} events written without the lock ${control.skipped} are found to be skipped`);
    for (let run = 1; run <= runs; run++) {
      const { committed, skipped, misplaced, unknown } = await runOnce(pool, writers, readers, 'locked');
      const passed = committed > 0 && skipped === 0 && misplaced === 0 && unknown === 0;
      tally.record(passed, `run ${run}: ${committed} committed, ${skipped} skipped, ${misplaced} out of place, ${unknown} not in the log as written`);
    }
    await Promise.all([...readers, ...writers].map((part) => part.stop()));
    await bus.close();
    await store.close();
    await pool.end();
  } finally {
    await postgres.close();
  }
}

interface Outcome {
  committed: number;
  /** Committed events that a reader did not see. */
  skipped: number;
  /** What a reader saw twice, or in another order than the log has. */
  misplaced: number;
  /** Events that writers committed and the log does not have, or the other way round. */
  unknown: number;
}

async function runOnce(pool: pg.Pool, writers: readonly Worker[], readers: readonly Reader[], manner: Manner): Promise<Outcome> {
  const before = await headOf(pool);
  const written = new Set((await Promise.all(writers.map((writer) => writer.ask<string[]>(manner)))).flat());
  const { rows } = await pool.query<{ id: string }>('select id from events where position > $1 order by position', [before]);
  const log = rows.map(({ id }) => id);
  const head = await headOf(pool);
  await caughtUp(readers, head);
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

async function headOf(pool: pg.Pool): Promise<Position> {
  const { rows } = await pool.query<{ head: string }>('select coalesce(max(position), 0) as head from events');
  return Number(rows[0]?.head);
}

async function caughtUp(readers: readonly Reader[], head: Position): Promise<void> {
  const giveUpAt = Date.now() + catchUpWithinMs;
  while (readers.some((reader) => reader.at() < head) && Date.now() < giveUpAt) await pause(2);
}
