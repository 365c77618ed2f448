import { join } from 'node:path';
import { postgresEventStore } from '@waystory/infra/event-store/postgres.ts';
import { createLog } from '@waystory/infra/log.ts';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { rebuild } from '@waystory/infra/read-models/builds/rebuild.ts';
import type pg from 'pg';
import { openEngine } from '../rebuild/engine.ts';
import { fillStories } from './fill.ts';

/** Read models of so many stops in the Postgres of a product that does not run. Search is not needed here and not filled. */
export async function buildReadModels(dataDir: string, stops: number): Promise<void> {
  const begin = performance.now();
  const postgres = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const pool = createPool(postgres.config, { max: 1 });
  const events = postgresEventStore(pool);
  await events.head();
  await fillStories(pool, stops);
  await events.close();
  const engine = openEngine({ database: postgres.config, mongodb: null });
  const log = createLog('error');
  const { bus, store, parked, projections } = engine;
  await Promise.all(projections.map((projection) => rebuild({ projection, bus, store, parked, log })));
  await engine.close();
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query({ text: 'vacuum analyze', query_timeout: 3_600_000 } as pg.QueryConfig); // the limit per query is missing in the types of pg
  client.release(true);
  await pool.end();
  await postgres.stop();
  console.log(`Read models of ${stops} stops were built in ${Math.round((performance.now() - begin) / 1000)} s`);
}
