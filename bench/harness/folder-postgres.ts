import { join } from 'node:path';
import { launchPostgres } from '@waystory/infra/postgres/launcher.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import type pg from 'pg';

/** Lends the Postgres of a data folder, which is started unless it runs. */
export async function onPostgresOf<T>(dataDir: string, work: (pool: pg.Pool, database: pg.PoolConfig) => Promise<T>): Promise<T> {
  const server = await launchPostgres({ dataDir: join(dataDir, 'postgres') });
  const pool = createPool(server.config, { max: 4 });
  try {
    return await work(pool, server.config);
  } finally {
    await pool.end();
    await server.stop();
  }
}
