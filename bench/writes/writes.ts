import { join } from 'node:path';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import type pg from 'pg';
import { compareWithNullRun, type Variant } from '../harness/comparison.ts';
import { withEventLog } from '../harness/event-log.ts';
import { rawRequest } from '../harness/http-load.ts';
import { type LoadResult, measure } from '../harness/measurement.ts';
import { contextsWithoutMap, type Product, waitUntilCaughtUp } from '../harness/product.ts';
import { reportComparisons } from '../harness/report.ts';
import { Resources } from '../harness/resources.ts';
import type { CommenterSettings } from './commenter.ts';

const [concurrency, connections] = [64, 16];
const httpConcurrency = 16;

/** Cost of subscribers and rules to writers: appends with all subscribers, and a command over HTTP. */
export async function writesBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 3, seconds: 1 } : { pairs: 9, seconds: 3 };
  await using resources = new Resources();
  const product = await resources.product({ seed: 'world', contexts: contextsWithoutMap });
  const alone = await logWithoutSubscribers(product);
  const appends = await appendVariants(resources, product, alone, seconds);
  const commands = await commandVariants(resources, product, alone, seconds);
  const judged = [
    { comparison: await compareWithNullRun(appends, pairs), threshold: { metric: 'rate', atLeast: 0.85 } as const },
    { comparison: await compareWithNullRun(commands, pairs), threshold: { metric: 'rate', atLeast: 0.65 } as const },
  ];
  return reportComparisons('writes', resources.machine, judged, { concurrency, httpConcurrency, pairs, seconds });
}

/** Event log in another database of the same server. */
async function logWithoutSubscribers({ database }: Product): Promise<pg.PoolConfig> {
  const pool = createPool(database, { max: 1 });
  await pool.query('create database alone');
  await pool.end();
  const alone = { ...database, database: 'alone' };
  await withEventLog(alone);
  return alone;
}

/** Measures a load together with the work of the read models that it causes. */
const variantOf =
  (load: () => Promise<LoadResult>, pids: readonly number[], settled: () => Promise<void> = async () => {}): Variant =>
  () =>
    measure(async () => {
      const result = await load();
      await settled();
      return result;
    }, pids);

async function appendVariants(resources: Resources, product: Product, alone: pg.PoolConfig, seconds: number) {
  const client = createClient(itineraryRoutes, { baseUrl: `http://127.0.0.1:${product.port}/api`, token: async () => product.token });
  const { items } = await client.listItineraries({ query: { limit: 100, filter: JSON.stringify({ visibility: 'PUBLIC' }) } });
  const stories = items.map(({ id }) => id);
  const accountId = items[0]?.accountId ?? '';
  const on = (database: pg.PoolConfig, settled?: () => Promise<void>): Variant => {
    const settings: CommenterSettings = { database, connections, accountId, stories };
    const worker = resources.worker(join(import.meta.dirname, 'commenter.ts'), settings);
    return variantOf(() => worker.ask<LoadResult>({ concurrency, seconds }), [worker.pid, ...product.pids], settled);
  };
  const ours = on(product.database, () => waitUntilCaughtUp(product, ['posts?limit=1', 'itinerary-projections?limit=1']));
  return { name: `append, concurrency ${concurrency}: all subscribers / none`, ours, reference: on(alone) };
}

async function commandVariants(resources: Resources, product: Product, alone: pg.PoolConfig, seconds: number) {
  const generator = resources.loadGenerator();
  const bare = await resources.server(join(import.meta.dirname, 'bare-post.ts'), { database: alone });
  const body = { title: 'Seven days by the sea', shortDescription: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
  const on = (port: number, path: string, token?: string, settled?: () => Promise<void>): Variant => {
    const load = { port, concurrency: httpConcurrency, seconds, requests: [rawRequest({ method: 'POST', path, body, token })] };
    return variantOf(() => generator(load), [bare.worker.pid, ...product.pids], settled);
  };
  const ours = on(product.port, '/api/itineraries', product.token, () => waitUntilCaughtUp(product));
  return { name: `create an itinerary, concurrency ${httpConcurrency}: the product / a bare POST with INSERT`, ours, reference: on(bare.port, '/') };
}
