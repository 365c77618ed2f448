import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UnfitEngine } from '../errors.ts';
import { requireFitPostgres } from './fit-postgres.ts';
import { createPool } from './pool.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

/** Refusal of a database with these settings; null when it is fit. */
async function saidOf(config: object, max = 2): Promise<string | null> {
  const pool = createPool({ ...database.config, ...config }, { max });
  try {
    await requireFitPostgres(pool);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(UnfitEngine);
    return String(error);
  } finally {
    await pool.end();
  }
}

test('Postgres with usual settings is fit, also over a single connection', async () => {
  expect(await saidOf({})).toBeNull();
  expect(await saidOf({}, 1)).toBeNull();
});

test('Postgres with another encoding is refused with the remedy', async () => {
  const name = `ascii_${randomUUID().replaceAll('-', '')}`;
  await database.pool.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  expect(await saidOf({ database: name })).toMatch(/encoding SQL_ASCII; make one with: create database/);
  await database.pool.query(`drop database ${name} with (force)`);
});

test('Postgres that takes no writes is refused with the remedy', async () => {
  expect(await saidOf({ options: '-c default_transaction_read_only=on' })).toMatch(/default_transaction_read_only=on; set it to off/);
});

test('Postgres that is unreachable is reported as unavailable', async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1 }, { max: 2 });
  await expect(requireFitPostgres(pool)).rejects.toMatchObject({ code: 'engine/unavailable', message: 'postgres is not available' });
  await pool.end();
});
