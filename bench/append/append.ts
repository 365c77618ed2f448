import { join } from 'node:path';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { compareWithNullRun, type Threshold, type Variant } from '../harness/comparison.ts';
import { withEventLog } from '../harness/event-log.ts';
import { type LoadResult, measure } from '../harness/measurement.ts';
import { reportComparisons } from '../harness/report.ts';
import type { ScratchPostgres } from '../harness/resources.ts';
import { Resources } from '../harness/resources.ts';
import type { Worker } from '../harness/worker.ts';
import { newEvent, preloadSql, type WriterKind } from './writer.ts';

const cases: readonly { concurrency: number; connections: number; threshold: Threshold }[] = [
  { concurrency: 64, connections: 16, threshold: { metric: 'rate', atLeast: 1.6 } },
  { concurrency: 16, connections: 16, threshold: { metric: 'rate', atLeast: 1 } },
  { concurrency: 1, connections: 1, threshold: { metric: 'p50', atMost: 1.4 } },
];
const streams = 100_000;

/** Appends through the event store, compared with prepared single-row INSERTs into the same table. */
export async function appendBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 5, seconds: 1 } : { pairs: 9, seconds: 3 };
  await using resources = new Resources();
  const postgres = await resources.postgres();
  const judged = [];
  for (const { concurrency, connections, threshold } of cases) {
    const open = (kind: WriterKind) => openWriter(resources, postgres, kind, `${kind}_${concurrency}`, connections);
    const [ours, reference] = [await open('store'), await open('insert')];
    const variant =
      ({ worker }: Writer): Variant =>
      () =>
        measure(() => worker.ask<LoadResult>({ concurrency, seconds }), [worker.pid, postgres.pid]);
    const name = `concurrency ${concurrency}`;
    judged.push({ comparison: await compareWithNullRun({ name, ours: variant(ours), reference: variant(reference) }, pairs), threshold });
    await checkStreams(ours);
    await checkStreams(reference);
  }
  return reportComparisons('append', resources.machine, judged, { streams, pairs, seconds });
}

interface Writer {
  worker: Worker;
  database: pg.PoolConfig;
}

/** Starts a writer process on a new database with one event in each stream. */
async function openWriter(resources: Resources, postgres: ScratchPostgres, kind: WriterKind, name: string, connections: number): Promise<Writer> {
  const database = await postgres.createDatabase(name);
  await withEventLog(database, async (pool) => {
    const { data, meta } = newEvent();
    await pool.query(preloadSql, [streams, JSON.stringify(data), JSON.stringify(meta)]);
    await pool.query('vacuum analyze events');
    await pool.query('checkpoint');
  });
  return { worker: resources.worker(join(import.meta.dirname, 'writer.ts'), { kind, database, connections, streams }), database };
}

/**
 * Stops a writer and checks that its streams are complete.
 * @throws Error when a stream has a gap, because the measured rate would be void
 */
async function checkStreams({ worker, database }: Writer): Promise<void> {
  await worker.stop();
  const pool = createPool(database, { max: 1 });
  const { rows } = await pool.query('select stream from events group by stream having max(version) <> count(*) or min(version) <> 1 limit 1');
  await pool.end();
  if (rows.length > 0) throw new Error(`A stream has a gap: ${JSON.stringify(rows[0])}`);
}
