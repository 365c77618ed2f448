import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { asPostgresError, createPool } from './pool.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** The mapped error of a query with these settings. */
async function errorOf(config: pg.PoolConfig, sql = 'select 1'): Promise<unknown> {
  const pool = createPool({ ...database.config, ...config }, { max: 1 });
  try {
    return await pool.query(sql).then(() => expect.unreachable(), asPostgresError);
  } finally {
    await pool.end();
  }
}

test.each<[string, pg.PoolConfig, string]>([
  ['no socket', { port: 1 }, 'select 1'],
  ['nobody listens', { host: '127.0.0.1', port: 1 }, 'select 1'],
  ['no such host', { host: 'nowhere.invalid' }, 'select 1'],
  ['the server ends the connection', {}, 'select pg_terminate_backend(pg_backend_pid())'],
  ['the server gives up', { statement_timeout: 20 }, 'select pg_sleep(60)'],
  ['the answer does not come', { query_timeout: 20 }, 'select pg_sleep(1)'],
])('Postgres error (%s) is mapped to EngineUnavailable', async (_, config, sql) => {
  expect(await errorOf(config, sql)).toBeInstanceOf(EngineUnavailable);
});

test('Postgres that accepts a connection and never answers is mapped to EngineUnavailable', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}).resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  expect(await errorOf({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 })).toBeInstanceOf(EngineUnavailable);
  await new Promise((resolve) => silent.close(resolve));
});

test.each(['select 1 / 0', 'select * from nothing', `select 'x'::int`])('Postgres error of the statement %s is returned unchanged', async (sql) => {
  expect(await errorOf({}, sql)).toBeInstanceOf(pg.DatabaseError);
});

test('Error that does not come from Postgres is returned unchanged', () => {
  const error = new Error('Connection to the past');
  expect(asPostgresError(error)).toBe(error);
  expect(asPostgresError('text')).toBe('text');
});
