import { join } from 'node:path';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';
import { type Bar, type Judged, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { type Block, type Load, measure } from '../harness/measure.ts';
import { machine } from '../harness/report.ts';
import { type ScratchPostgres, scratchPostgres } from '../harness/scratch-postgres.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { newEvent, preload } from './streams.ts';
import type { Arm, WriterSettings } from './writer.ts';

const cases: readonly { callers: number; connections: number; bar: Bar }[] = [
  { callers: 64, connections: 16, bar: { metric: 'rate', atLeast: 1.6 } },
  { callers: 16, connections: 16, bar: { metric: 'rate', atLeast: 1 } },
  { callers: 1, connections: 1, bar: { metric: 'p50', atMost: 1.4 } },
];
const streams = 100_000;

/** Appends through the event store against prepared single-row INSERTs into the same table. Answers whether no bar was missed. */
export async function appendBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 5, seconds: 1 } : { pairs: 9, seconds: 3 };
  const before = machine();
  const postgres = await scratchPostgres();
  try {
    const judged: Judged[] = [];
    for (const { callers, connections, bar } of cases) {
      const ours = await writerOn(postgres, 'store', callers, connections);
      const reference = await writerOn(postgres, 'insert', callers, connections);
      const block =
        ({ worker }: Writer): Block =>
        () =>
          measure(() => worker.ask<Load>({ callers, seconds }), [worker.pid, postgres.pid]);
      const name = `${callers} ${callers === 1 ? 'caller' : 'callers'}`;
      judged.push({ verdict: await judge({ name, ours: block(ours), reference: block(reference) }, pairs), bar });
      await check(ours);
      await check(reference);
    }
    return reportJudged('append', before, judged, { streams, pairs, seconds });
  } finally {
    await postgres.close();
  }
}

interface Writer {
  worker: Worker;
  database: pg.PoolConfig;
}

/** A writer in a process of its own, on a database of its own that holds one event of each stream. */
async function writerOn(postgres: ScratchPostgres, arm: Arm, callers: number, connections: number): Promise<Writer> {
  const database = await postgres.createDatabase(`${arm}_${callers}`);
  const pool = createPool(database, { max: 1 });
  const store = postgresEventStore(pool);
  await store.head();
  const { data, meta } = newEvent();
  await pool.query(preload, [streams, JSON.stringify(data), JSON.stringify(meta)]);
  await pool.query('vacuum analyze events');
  await pool.query('checkpoint');
  await store.close();
  await pool.end();
  const settings: WriterSettings = { arm, database, connections, streams };
  return { worker: startWorker(join(import.meta.dirname, 'writer.ts'), [JSON.stringify(settings)]), database };
}

/**
 * Ends a writer and looks at what it wrote: every stream is whole.
 * @throws Error when a stream has a gap, which voids the speed.
 */
async function check({ worker, database }: Writer): Promise<void> {
  await worker.stop();
  const pool = createPool(database, { max: 1 });
  const { rows } = await pool.query('select stream from events group by stream having max(version) <> count(*) or min(version) <> 1 limit 1');
  await pool.end();
  if (rows.length > 0) throw new Error(`A stream has a gap: ${JSON.stringify(rows[0])}`);
}
