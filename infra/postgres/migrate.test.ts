import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractingStep, migrate } from './migrate.ts';
import { type TestDatabase, testDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const rowsOf = async (sql: string): Promise<unknown[]> => (await database.pool.query({ text: sql, rowMode: 'array' })).rows;

test('Migration runs each step once, in order, under concurrent starts', async () => {
  const steps = ['create table a (n int)', 'insert into a values (1)'];
  await Promise.all(Array.from({ length: 5 }, () => migrate(database.pool, 'once', steps)));
  await migrate(database.pool, 'once', [...steps, 'insert into a values (2); insert into a values (3)']);
  expect(await rowsOf('select n from a order by n')).toEqual([[1], [2], [3]]);
});

test('Migration rolls back all steps when one fails, and the pool stays usable', async () => {
  await expect(migrate(database.pool, 'fails', ['create table b (n int)', 'create table b (n int)'])).rejects.toThrow('already exists');
  expect(await rowsOf(`select to_regclass('b')`)).toEqual([[null]]);
  await migrate(database.pool, 'fails', ['create table b (n int)']);
  expect(await rowsOf(`select step from migrations where owner = 'fails'`)).toEqual([[1]]);
});

test('Migration counts the steps of each owner separately', async () => {
  await migrate(database.pool, 'left', ['create table l (n int)']);
  await migrate(database.pool, 'right', ['create table r (n int)']);
  expect(await rowsOf(`select owner from migrations where owner in ('left', 'right') order by owner`)).toEqual([['left'], ['right']]);
});

test('Migration refuses a step that was edited after it ran', async () => {
  await migrate(database.pool, 'edited', ['select 1', 'select 2']);
  await expect(migrate(database.pool, 'edited', ['select 1', 'select 3'])).rejects.toThrow('Step 2 of edited');
});

test('Migration accepts unknown steps of the next release, except contracting ones', async () => {
  const known = ['create table n (a int, b int)'];
  await migrate(database.pool, 'newer', [...known, 'alter table n add column c int']);
  await migrate(database.pool, 'newer', known);
  expect(await rowsOf(`select step from migrations where owner = 'newer' order by step`)).toEqual([[1], [2]]);
  await migrate(database.pool, 'newer', [...known, 'alter table n add column c int', contractingStep('alter table n drop column b')]);
  await expect(migrate(database.pool, 'newer', known)).rejects.toThrow('newer than this release');
});
