import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from './pool.ts';

export interface TestDatabase {
  pool: pg.Pool;
  config: pg.PoolConfig;
  /** Closes the pool and other connections. The database goes with the server's folder: dropping its 300 files costs more than creating them. */
  close(): Promise<void>;
}

/** A new empty database on the server of the test run. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((client) => client.query(`create database ${database}`));
  const config = { ...server, database };
  const pool = createPool(config, { max: 10 });
  const close = async (): Promise<void> => {
    await pool.end();
    await onServer((client) => client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]));
  };
  return { pool, config, close };
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
