import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type Product, startProduct } from '../harness/product.ts';
import { startWorker, type Worker } from '../harness/worker.ts';
import { eventsPerStory, fillLog } from './fill.ts';
import type { StorageSettings } from './storage.ts';

/** Longest that read models may take to be built from the log. */
const builtWithinMs = 30 * 60_000;

/** A log of some size with nobody but one worker on it. */
export interface Log {
  dataDir: string;
  worker: Worker;
  pids: number[];
  /** Ends worker and Postgres; the data stays. */
  stop(): Promise<void>;
}

export async function filledLog(dataDir: string, events: number): Promise<Log> {
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const pool = createPool(postgres.config, { max: 2 });
  const store = postgresEventStore(pool);
  await store.head();
  await fillLog(pool, events);
  await store.close();
  await pool.end();
  const settings: StorageSettings = { database: postgres.config, stories: events / eventsPerStory };
  const worker = startWorker(join(import.meta.dirname, 'storage.ts'), [JSON.stringify(settings)]);
  const stop = async (): Promise<void> => {
    await worker.stop();
    await postgres.stop();
  };
  return { dataDir, worker, pids: [worker.pid, postgres.pid], stop };
}

/** The product on such a log, when its read models have been built from it. */
export async function productOn(dataDir: string): Promise<Product> {
  const begin = performance.now();
  const product = await startProduct({ dataDir, seed: 'none' });
  const pool = createPool(product.database, { max: 1 });
  const head = await postgresEventStore(pool).head();
  const { port } = product;
  while ((await fetch(`http://127.0.0.1:${port}/api/itinerary-projections?limit=1`, { headers: { 'x-after': String(head) } })).status !== 200) {
    if (performance.now() - begin > builtWithinMs) throw new Error('The read models were not built in time');
    await pause(250);
  }
  await pool.query('vacuum analyze');
  await pool.end();
  console.log(`Read models of ${head} events were built in ${Math.round((performance.now() - begin) / 1000)} s`);
  return product;
}
