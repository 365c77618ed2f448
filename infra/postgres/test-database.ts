import { hash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool } from './pool.ts';

export interface TestDatabase {
  pool: pg.Pool;
  config: pg.PoolConfig;
  /**
   * Closes the pool and other connections. The database is deleted with the server's folder, because dropping its 300 files takes longer than
   * creating them.
   */
  close(): Promise<void>;
}

/** A new empty database on the server of the test run. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = newName();
  await onServer((client) => client.query(`create database ${database}`));
  return connectTo(database);
}

/**
 * A copy of a template database, which `build` fills and closes. The template is built once in a test run, by the first test that needs it.
 * @param content Content of the template. Its hash is the name, because Postgres cuts names at 63 characters.
 */
export async function copiedDatabase(content: string, build: (database: TestDatabase) => Promise<void>): Promise<TestDatabase> {
  const database = newName();
  const template = `template_${hash('sha256', content).slice(0, 32)}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const first = await testDatabase();
      await build(first);
      await client.query(`alter database ${first.config.database} rename to ${template}`);
    }
    await client.query(`create database ${database} template ${template}`);
  });
  return connectTo(database);
}

const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

function connectTo(database: string): TestDatabase {
  const config = { ...inject('postgres'), database };
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
