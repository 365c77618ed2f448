import { join } from 'node:path';
import { freePorts } from '@waystory/infra/engine-servers/free-port.ts';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import type pg from 'pg';
import { type Judged, reportJudged } from '../harness/bars.ts';
import { judge } from '../harness/compare.ts';
import { rawRequest, startGenerator } from '../harness/http/traffic.ts';
import { type Block, type Load, measure } from '../harness/measure.ts';
import { type Product, startProduct, withoutMap } from '../harness/product.ts';
import { machine } from '../harness/report.ts';
import { startWorker } from '../harness/worker.ts';
import { caughtUp } from '../http/http.ts';
import type { BarePostSettings } from './bare-post.ts';
import type { CommenterSettings } from './commenter.ts';

const [callers, connections] = [64, 16];
const httpCallers = 16;

/** What read models, reactors and rules cost those who write: appends beside all subscribers, and a command over HTTP. */
export async function writesBench({ short }: { short: boolean }): Promise<boolean> {
  const { pairs, seconds } = short ? { pairs: 3, seconds: 1 } : { pairs: 9, seconds: 3 };
  const before = machine();
  await using held = new AsyncDisposableStack();
  const product = await startProduct({ seed: 'world', contexts: withoutMap });
  held.defer(product.stop);
  const alone = await emptyLogBeside(product);
  const judged = [await appends(product, alone, held, pairs, seconds), await commands(product, alone, held, pairs, seconds)];
  return reportJudged('writes', before, judged, { callers, httpCallers, pairs, seconds });
}

/** Another database of the same server, in which nobody reads. */
async function emptyLogBeside({ database }: Product): Promise<pg.PoolConfig> {
  const pool = createPool(database, { max: 1 });
  await pool.query('create database alone');
  await pool.end();
  const alone = { ...database, database: 'alone' };
  const own = createPool(alone, { max: 1 });
  const store = postgresEventStore(own);
  await store.head();
  await store.close();
  await own.end();
  return alone;
}

async function appends(product: Product, alone: pg.PoolConfig, held: AsyncDisposableStack, pairs: number, seconds: number): Promise<Judged> {
  const client = createClient(itineraryRoutes, { baseUrl: `http://127.0.0.1:${product.port}/api`, token: async () => product.token });
  const { items } = await client.listItineraries({ query: { limit: 100, filter: JSON.stringify({ visibility: 'PUBLIC' }) } });
  const stories = items.map(({ id }) => id);
  const accountId = items[0]?.accountId ?? '';
  const blockOn = (database: pg.PoolConfig, after: () => Promise<void>): Block => {
    const settings: CommenterSettings = { database, connections, accountId, stories };
    const worker = startWorker(join(import.meta.dirname, 'commenter.ts'), [JSON.stringify(settings)]);
    held.defer(worker.stop);
    return () =>
      measure(async () => {
        const load = await worker.ask<Load>({ callers, seconds });
        await after();
        return load;
      }, [worker.pid, ...product.pids]);
  };
  const ours = blockOn(product.database, () => caughtUp(product, ['posts', 'itinerary-projections']));
  const reference = blockOn(alone, async () => {});
  return {
    verdict: await judge({ name: `append, ${callers} callers: all subscribers / none`, ours, reference }, pairs),
    bar: { metric: 'rate', atLeast: 0.85 },
  };
}

async function commands(product: Product, alone: pg.PoolConfig, held: AsyncDisposableStack, pairs: number, seconds: number): Promise<Judged> {
  const generator = startGenerator();
  held.defer(generator.stop);
  const [port] = await freePorts(1);
  const settings: BarePostSettings = { database: alone, port };
  const bare = startWorker(join(import.meta.dirname, 'bare-post.ts'), [JSON.stringify(settings)]);
  held.defer(bare.stop);
  await bare.ask('are you there');
  const body = { title: 'Seven days by the sea', shortDescription: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
  const post = (path: string, token?: string) => [rawRequest({ method: 'POST', path, body, ...(token && { token }) })];
  const block =
    (at: number, requests: string[], after: () => Promise<void>): Block =>
    () =>
      measure(async () => {
        const load = await generator.run({ port: at, callers: httpCallers, seconds, requests });
        await after();
        return load;
      }, [bare.pid, ...product.pids]);
  const ours = block(product.port, post('/api/itineraries', product.token), () => caughtUp(product));
  const reference = block(port, post('/'), async () => {});
  return {
    verdict: await judge({ name: `create an itinerary, ${httpCallers} callers: the product / a bare POST with INSERT`, ours, reference }, pairs),
    bar: { metric: 'rate', atLeast: 0.65 },
  };
}
