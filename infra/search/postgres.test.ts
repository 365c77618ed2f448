import { describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { deletedDoc, doc, storiesNamed } from './contract/fixture.ts';
import { searchEngineContract } from './contract.ts';
import { postgresSearchEngine } from './postgres.ts';

/** Engines on a new database; `options` are session settings. */
async function made(options = '') {
  const database = await testDatabase();
  const pool = createPool({ ...database.config, options }, { max: 6 });
  const close = async (): Promise<void> => {
    await pool.end();
    await database.close();
  };
  // The engine refuses the document, because Postgres texts cannot contain NUL.
  const poison = doc('poison', { title: 'Porto\0' });
  return { engine: postgresSearchEngine(pool), poison, other: async () => postgresSearchEngine(pool), pool, close };
}

searchEngineContract(made);

describe('Postgres search with forced index scans', () => searchEngineContract(() => made('-c enable_seqscan=off')));

test('Postgres search throws EngineUnavailable for an unavailable server', async () => {
  const pool = createPool({ host: '/nonexistent' }, { max: 1 });
  const engine = postgresSearchEngine(pool);
  const spec = storiesNamed('stories@1');
  const query = { q: 'x', fuzzy: true, minScore: 0, filter: null, limit: 1, offset: 0 };
  const calls = [
    engine.ensure(spec),
    engine.drop(spec.name),
    engine.write(spec.name, [doc('a', { title: 'x' })]),
    engine.search(spec.name, query),
    engine.activeBuilds(),
    engine.activate('stories', 1),
    engine.scan(spec.name)[Symbol.asyncIterator]().next(),
  ];
  for (const outcome of await Promise.allSettled(calls)) expect(outcome).toMatchObject({ reason: expect.any(EngineUnavailable) });
  await pool.end();
});

test('Postgres search refuses an index name that would become SQL', async () => {
  const { engine, close } = await made();
  for (const name of ['stories', 'x"; drop schema search; --@1', `${'x'.repeat(41)}@1`])
    await expect(engine.ensure(storiesNamed(name))).rejects.toThrow('not the physical name');
  await close();
});

test('Postgres search deletes stored words that no document contains', async () => {
  const { engine, pool, close } = await made();
  const spec = storiesNamed('stories@1');
  await engine.ensure(spec);
  const known = async () => (await pool.query<{ word: string }>(`select word from search."stories@1:w" order by word`)).rows.map(({ word }) => word);
  await engine.write(spec.name, [doc('a', { title: 'Zephyrquill Harbour' }), doc('b', { description: 'the harbour of quibblefrost' })]);
  const all = await known();
  expect(all).toEqual(expect.arrayContaining(['harbour', 'quibblefrost', 'zephyrquill']));
  await engine.write(spec.name, [{ ...doc('b', { description: 'the harbour' }), version: 2 }]);
  expect(await known()).toEqual(all.filter((word) => word !== 'quibblefrost'));
  await engine.write(spec.name, [deletedDoc('a', 2)]);
  expect(await known()).toEqual(all.filter((word) => !['quibblefrost', 'zephyrquill'].includes(word)));
  await engine.write(spec.name, [doc('a', { title: 'Zephyrquill' }), doc('c', { title: 'Zephyrquill' }), deletedDoc('b', 3)]);
  expect(await known()).toEqual(['zephyrquill']);
  const found = await engine.search(spec.name, { q: 'zephirquill', fuzzy: true, minScore: 0, filter: null, limit: 5, offset: 0 });
  expect(found.hits.map(({ id }) => id)).toEqual(['c']);
  await close();
});
