import { createPool } from '@waystory/infra/postgres/pool.ts';
import { withoutMap as contexts, type Product, startProduct } from '../../harness/product.ts';
import { onPostgresOf } from '../../harness/resources.ts';
import { fillMixedLog } from '../../rebuild/log.ts';
import { askAs } from '../environment/client.ts';
import { until } from '../environment/progress.ts';

const builtWithinMs = 240_000;

/** Routes of read models in all contexts. */
const reads = ['itineraries?limit=1', 'itinerary-projections?limit=1', 'accounts/search?q=ada', 'posts?limit=1', 'itineraries/search?q=tower'];

export interface Place {
  dataDir: string;
  port: number;
  metricsPort: number;
}

/** Starts the product as `npm start` does, but without the basemap. The address stays the same, because ids of accounts derive from it. */
export const startAt = ({ dataDir, port, metricsPort }: Place, seed: 'world' | 'none' = 'none'): Promise<Product> =>
  startProduct({ dataDir, seed, contexts, settings: { PORT: String(port), METRICS_PORT: String(metricsPort) } });

/** Seeds the world and fills the log up to a number of events. */
export async function prepareWorld(place: Place, events: number): Promise<void> {
  await (await startAt(place, 'world')).stop();
  await onPostgresOf(place.dataDir, async (pool) => {
    const { rows } = await pool.query<{ events: number }>('select count(*)::int as events from events');
    await fillMixedLog(pool, events - (rows[0]?.events ?? 0));
  });
}

/** Head of the log of a running product. */
export async function headOf({ database }: Pick<Product, 'database'>): Promise<number> {
  const pool = createPool(database, { max: 1 });
  const { rows } = await pool.query<{ head: string }>('select coalesce(max(position), 0) as head from events');
  await pool.end();
  return Number(rows[0]?.head);
}

/**
 * Waits until all read models have caught up with the log.
 * @returns seconds
 * @throws Error after a timeout
 */
export async function allBuilt(product: Product, port: number): Promise<number> {
  const began = performance.now();
  const { ask, close } = askAs(port, product.token);
  const headers = { 'x-after': String(await headOf(product)), 'cache-control': 'no-cache' };
  for (const path of reads)
    if (!(await until(async () => (await ask({ method: 'GET', path: `/api/${path}`, headers })).status === 200, builtWithinMs)))
      throw new Error(`${path} was not built in time`);
  close();
  return (performance.now() - began) / 1_000;
}

/** An acknowledged write, with its time in milliseconds since 1970. */
export interface Write {
  stream: string;
  at: number;
}

export type Query = <R>(text: string, values?: unknown[]) => Promise<R[]>;

/** Queries the Postgres of a data folder, running or started for it. */
export const inLog = <T>(dataDir: string, ask: (query: Query) => Promise<T>): Promise<T> =>
  onPostgresOf(dataDir, (pool) => ask(async (text, values = []) => (await pool.query(text, values)).rows));

/** Acknowledged writes that are missing in the log of a data folder. */
export async function lostOf(dataDir: string, acknowledged: readonly Write[]): Promise<Write[]> {
  const streams = acknowledged.map(({ stream }) => stream);
  const rows = await inLog(dataDir, (query) => query<{ stream: string }>('select distinct stream from events where stream = any($1)', [streams]));
  const there = new Set(rows.map(({ stream }) => stream));
  return acknowledged.filter(({ stream }) => !there.has(stream));
}
