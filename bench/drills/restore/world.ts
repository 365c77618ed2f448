import { createPool } from '@waystory/infra/postgres/pool.ts';
import { onPostgresOf } from '../../harness/folder-postgres.ts';
import { type Product, startProduct, withoutMap } from '../../harness/product.ts';
import { fillMixedLog } from '../../rebuild/log.ts';
import { askAs } from '../cluster/ask.ts';
import { until } from '../cluster/progress.ts';

/** A machine of which everything is lost builds all read models of the world in less, milliseconds. */
const builtWithinMs = 240_000;
const contexts = withoutMap;

/** Routes that each stand on a read model of their own, in all contexts. */
const reads = [
  '/api/itineraries?limit=1',
  '/api/itinerary-projections?limit=1',
  '/api/accounts/search?q=ada',
  '/api/posts?limit=1',
  '/api/itineraries/search?q=tower',
];

export interface Place {
  dataDir: string;
  port: number;
  metricsPort: number;
}

/** The product as `npm start` has it, but for the drawing of a map. Its address stays, wherever its data is: the ids of accounts follow from it. */
export const startAt = ({ dataDir, port, metricsPort }: Place, seed: 'world' | 'none' = 'none'): Promise<Product> =>
  startProduct({ dataDir, seed, contexts, settings: { PORT: String(port), METRICS_PORT: String(metricsPort) } });

/** The seeded world with so many events in all; without a number, no world. */
export async function prepareWorld(place: Place, events: number | null): Promise<void> {
  if (events === null) return;
  await (await startAt(place, 'world')).stop();
  await onPostgresOf(place.dataDir, async (pool) => {
    const { rows } = await pool.query<{ events: number }>('select count(*)::int as events from events');
    await fillMixedLog(pool, events - (rows[0]?.events ?? 0));
  });
}

/** Position of the last event in the log of a running product. */
export async function headOf({ database }: Pick<Product, 'database'>): Promise<number> {
  const pool = createPool(database, { max: 1 });
  const { rows } = await pool.query<{ head: string }>('select coalesce(max(position), 0) as head from events');
  await pool.end();
  return Number(rows[0]?.head);
}

/** Resolves when read models have all that is in the log; the seconds that took. @throws Error when they do not in time */
export async function allBuilt(product: Product, port: number): Promise<number> {
  const began = performance.now();
  const { ask, close } = askAs(port, product.token);
  const headers = { 'x-after': String(await headOf(product)), 'cache-control': 'no-cache' };
  for (const path of reads) {
    let status = 0;
    const isThere = async (): Promise<boolean> => {
      ({ status } = await ask({ method: 'GET', path, headers }));
      return status === 200;
    };
    if (!(await until(isThere, builtWithinMs))) throw new Error(`${path} is answered with ${status}`);
  }
  close();
  return (performance.now() - began) / 1_000;
}
