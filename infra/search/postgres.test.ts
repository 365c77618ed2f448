import { describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../event-store/port.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { searchEngineContract } from './contract.ts';
import { doc, storiesNamed } from './contract-fixture.ts';
import { postgresSearchEngine } from './postgres.ts';

/** A database with engines on it; `options` are settings of its sessions. */
async function made(options = '') {
  const database = await testDatabase();
  const pool = createPool({ ...database.config, options }, { max: 6 });
  const close = async (): Promise<void> => {
    await pool.end();
    await database.close();
  };
  return { engine: postgresSearchEngine(pool), other: async () => postgresSearchEngine(pool), pool, close };
}

searchEngineContract(made);

describe('by index wherever there is one', () => searchEngineContract(() => made('-c enable_seqscan=off')));

test('says so when Postgres is away', async () => {
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

test('refuses a name that would become SQL', async () => {
  const { engine, close } = await made();
  for (const name of ['stories', 'x"; drop schema search; --@1', `${'x'.repeat(41)}@1`])
    await expect(engine.ensure(storiesNamed(name))).rejects.toThrow('not the physical name');
  await close();
});
