import type { NetConnectOpts } from 'node:net';
import { anyOf, eq } from '@waystory/proto/kit/filter.ts';
import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { EngineUnavailable } from '../errors.ts';
import { createPool } from '../postgres/pool.ts';
import { testDatabase } from '../postgres/test-database.ts';
import { commitOf, type EngineProxy, startProxy, stories, unstoredDoc } from './contract/fixture.ts';
import { projectionStoreContract } from './contract.ts';
import type { ProjectionStore, Query } from './port.ts';
import { layoutOf } from './postgres/expressions.ts';
import { findStatement } from './postgres/query.ts';
import { postgresProjectionStore } from './postgres.ts';

/** Network address of the server. A host that is a folder contains its socket. */
const addressOf = ({ host = 'localhost', port = 5_432 }: pg.PoolConfig): NetConnectOpts =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };

/** A database with stores on it; `options` are settings of its sessions. */
async function made(options = '') {
  const database = await testDatabase();
  const pool = createPool({ ...database.config, options }, { max: 6 });
  const stores: ProjectionStore[] = [];
  const another = (on = pool): ProjectionStore => {
    const store = postgresProjectionStore(on);
    stores.push(store);
    return store;
  };
  const proxies: EngineProxy[] = [];
  const pools = [pool];
  const interruptible = async () => {
    const proxy = await startProxy(addressOf(database.config));
    const own = createPool({ ...database.config, options, host: '127.0.0.1', port: Number(proxy.address.split(':')[1]) }, { max: 2 });
    proxies.push(proxy);
    pools.push(own);
    return { ...proxy, store: another(own) };
  };
  const close = async (): Promise<void> => {
    await Promise.all(stores.map((store) => store.close()));
    await Promise.all(pools.map((one) => one.end()));
    await Promise.all(proxies.map((proxy) => proxy.close()));
    await database.close();
  };
  return { store: another(), other: async () => another(), interruptible, pool, close };
}

projectionStoreContract(made);

describe('Postgres projection store with forced index scans', () => projectionStoreContract(() => made('-c enable_seqscan=off -c enable_sort=off')));

async function plan(pool: pg.Pool, query: Query, spec = stories): Promise<string> {
  const { text, values } = findStatement(spec.name, query, () => layoutOf(spec));
  const { rows } = await pool.query<Record<string, string>>({ text: `explain ${text}`, values });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('First and next page of the newest open stories are index scans', async () => {
  const { store, pool, close } = await made();
  await store.ensure(stories);
  const docs = Array.from({ length: 3_000 }, (_, index) =>
    unstoredDoc(`id${index}`, { open: index % 3 > 0, publishedAt: new Date(index * 60_000).toISOString() }),
  );
  await store.fill(stories.name, docs);
  await store.activate('stories', 1);
  const query: Query = { filter: { op: 'eq', field: 'open', value: true }, sort: [{ field: 'publishedAt', direction: -1 }], limit: 20 };
  const first = await plan(pool, query);
  expect(first).toContain('Index Scan');
  expect(first).not.toContain('Sort');
  const next = await plan(pool, { ...query, after: { values: [new Date(90_000_000).toISOString()], id: 'id1' } });
  // One range each for documents of the same time, of earlier times, and without a time.
  expect(next.match(/Index Scan/g)).toHaveLength(3);
  expect(next.match(/Index Cond/g)).toHaveLength(3);
  expect(next).not.toMatch(/Seq Scan|Bitmap/);
  await close();
});

test('Page of stories with a filter for open or own ones merges two index scans', async () => {
  const { store, pool, close } = await made();
  const spec = { ...stories, indexes: [...stories.indexes, { kind: 'ordered' as const, on: ['ownerId', '-publishedAt'] }] };
  await store.ensure(spec);
  const docs = Array.from({ length: 3_000 }, (_, index) =>
    unstoredDoc(`id${index}`, { open: index % 3 > 0, ownerId: `owner${index % 10}`, publishedAt: new Date(index * 60_000).toISOString() }),
  );
  await store.fill(stories.name, docs);
  await store.activate('stories', 1);
  const filter = anyOf(eq('open', true), eq('ownerId', 'owner1'));
  const found = await plan(pool, { filter, sort: [{ field: 'publishedAt', direction: -1 }], limit: 20 }, spec);
  expect(found).toContain('Merge Append');
  expect(found.match(/Index Scan/g)).toHaveLength(2);
  expect(found).not.toMatch(/Seq Scan|Bitmap|-> +Sort/);
  await close();
});

test('Frequent statement is prepared once per connection, and a rare statement never', async () => {
  const { store, pool, close } = await made();
  await store.ensure(stories);
  const ask = (limit: number) => store.find(stories.name, { filter: { op: 'eq', field: 'open', value: true }, sort: [], limit });
  for (let times = 0; times < 8; times += 1) await ask(5);
  for (let limit = 10; limit < 60; limit += 1) await ask(limit);
  const { rows } = await pool.query(`select name from pg_prepared_statements where statement like '%stories%'`);
  expect(rows).toHaveLength(1);
  await close();
});

test('Postgres listener reports missed changes after a lost connection', async () => {
  const { store, other, pool, close } = await made();
  const second = await other();
  const seen: number[] = [];
  second.onChange(({ watermark }) => seen.push(watermark ?? -1));
  await store.saveCheckpoint('stories@1', '0', { offset: 1, watermark: 1 });
  await vi.waitFor(() => expect(seen).toContain(1), { timeout: 10_000, interval: 10 });
  const listeners = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`;
  expect((await pool.query(listeners)).rowCount).toBe(1);
  await store.ensure(stories);
  await store.commit(commitOf(2, [unstoredDoc('a')]));
  await vi.waitFor(() => expect(seen).toContain(2), { timeout: 10_000, interval: 10 });
  await close();
});

test('Postgres projection store throws EngineUnavailable for an unavailable server', async () => {
  const pool = createPool({ host: '/nonexistent' }, { max: 1 });
  const store = postgresProjectionStore(pool);
  await expect(store.load(stories.name, ['a'])).rejects.toBeInstanceOf(EngineUnavailable);
  await expect(store.ensure(stories)).rejects.toBeInstanceOf(EngineUnavailable);
  await pool.end();
});

test('Postgres projection store refuses a database with a language collation', async () => {
  const { pool, close } = await made();
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const name = `${rows[0]?.name}_en`;
  await pool.query(`create database ${name} template template0 locale_provider icu icu_locale 'en'`);
  const english = createPool({ ...pool.options, database: name }, { max: 1 });
  await expect(postgresProjectionStore(english).activeVersions()).rejects.toThrow('C.UTF-8');
  await english.end();
  await pool.query(`drop database ${name} with (force)`);
  await close();
});
