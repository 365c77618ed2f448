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

/** Message of the refusal with these settings; null when the server is accepted. */
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

test('Postgres check accepts the usual settings, also over a single connection', async () => {
  expect(await saidOf({})).toBeNull();
  expect(await saidOf({}, 1)).toBeNull();
});

test('Postgres check refuses another encoding, and names the remedy', async () => {
  const name = `ascii_${randomUUID().replaceAll('-', '')}`;
  await database.pool.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`);
  expect(await saidOf({ database: name })).toMatch(/encoding SQL_ASCII; make one with: create database/);
  await database.pool.query(`drop database ${name} with (force)`);
});

test('Postgres check refuses a read-only database, and names the remedy', async () => {
  expect(await saidOf({ options: '-c default_transaction_read_only=on' })).toMatch(/default_transaction_read_only=on; set it to off/);
});

test('Postgres check throws EngineUnavailable for an unreachable server', async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1 }, { max: 2 });
  await expect(requireFitPostgres(pool)).rejects.toMatchObject({ code: 'engine/unavailable', message: 'postgres is not available' });
  await pool.end();
});
