import type { Filter } from '@waystory/proto/kit/filter.ts';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { createPool } from '../../postgres/pool.ts';
import { testDatabase } from '../../postgres/test-database.ts';
import { all, commitOf, idsOf, stories } from '../contract/fixture.ts';
import { matches } from '../memory-filter.ts';
import type { Doc } from '../port.ts';
import { postgresProjectionStore } from '../postgres.ts';
import { tableName } from './expressions.ts';
import { migrateProjections } from './schema.ts';

/** Active and inactive builds, as created by the last release without columns. */
const builds = ['stories@1', 'stories@2', 'saved-stops@1001'];

/** Creates a database of an older release: only the first migration step, with jsonb tables and indexes over expressions. */
async function asBefore(pool: pg.Pool, docs: readonly (Doc & { id: string })[]): Promise<void> {
  await migrateProjections(pool);
  await pool.query(
    `delete from migrations where owner = 'projections' and step > 1; drop function projections.takes_documents, projections.is_in_use`,
  );
  for (const name of builds) {
    const table = tableName(name);
    await pool.query(`create table ${table} (id text collate "C" primary key, doc jsonb, at jsonb not null, rev bigint not null)
      with (toast_tuple_target = 8160, fillfactor = 85)`);
    await pool.query(`create index on ${table} using btree (projections.sort_key(doc, 'open'), projections.sort_key(doc, 'publishedAt') desc, id)`);
    await pool.query(`create index on ${table} using gin ((doc -> 'tags') jsonb_path_ops)`);
    const text = `insert into ${table} select d ->> 'id', d, '{"0": 7}', 3 from jsonb_array_elements($1::jsonb) d`;
    await pool.query(text, [JSON.stringify(docs)]);
    await pool.query(`insert into ${table} values ('gone', null, '{"0": 8, "topic.1-$": 9007199254740991}', 4)`);
  }
  await pool.query(`insert into projections.checkpoint values ('stories@1', '0', 40, 41), ('stories@2', '0', 3, 3);
    insert into projections.active_version values ('stories', 1)`);
}

const long = 'x'.repeat(250);
const values: readonly unknown[] = [
  ...[null, '', 'a', 'Ünïcödé 🗺️ 日本', '"quoted" \\ \\u0000 \u2028 \n', long, `${long}y`, 'z'.repeat(300_000)],
  ...[0, -0, -1.5, 1e21, 1e-7, 2 ** 63, true, false, '10', 10],
  ...[[], ['even', long], [null, 5, ['nested'], { a: [] }], { a: { b: null } }, JSON.parse('{"__proto__": {"x": 1}, "constructor": [], "": 0}')],
];
const fields = ['title', 'likes', 'publishedAt', 'open', 'tags', 'latitude', 'unheardOf'];

/** Documents with every value in every field, and documents without fields. */
const docs: readonly (Doc & { id: string })[] = [
  ...fields.flatMap((field) => values.map((value, index) => ({ id: `${field}-${index}`, [field]: value }))),
  { id: 'bare' },
  { id: 'whole', title: 'a', body: 'b', likes: 1, publishedAt: '2026-01-01T00:00:00.000Z', open: true, tags: ['even'], latitude: 1, longitude: 2 },
];
/** The JSON round trip removes negative zero. */
const stored = new Map(docs.map((doc) => [doc.id, JSON.parse(JSON.stringify(doc)) as Doc])); // as: the JSON of a document

const filters: readonly Filter[] = fields.flatMap((field): Filter[] => [
  ...['a', long, `${long}y`, 10, 0, true].flatMap((value) => (['eq', 'ne', 'gte'] as const).map((op) => ({ op, field, value }))),
  { op: 'has', field, value: 'even' },
  { op: 'contains', field, value: 'xy' },
  { op: 'isNull', field, value: true },
]);

test('Migration keeps all documents of an older database in every build, with the same query results', { timeout: 120_000 }, async () => {
  const database = await testDatabase();
  const pool = createPool(database.config, { max: 4 });
  await asBefore(pool, docs);
  // Two processes of the new release start at once.
  const [store, other] = [postgresProjectionStore(pool), postgresProjectionStore(pool)];
  const names = builds.map((name) => ({ ...stories, name }));
  await Promise.all([...names.map((spec) => store.ensure(spec)), ...names.map((spec) => other.ensure(spec))]);

  for (const name of builds) {
    const scanned = new Map((await all(store.scan(name))).map((one) => [one.id, one]));
    expect(scanned.size).toBe(docs.length + 1);
    for (const [id, doc] of stored) expect(scanned.get(id)).toEqual({ id, doc, _at: { '0': 7 }, _rev: 3 });
    expect(scanned.get('gone')).toEqual({ id: 'gone', doc: null, _at: { '0': 8, 'topic.1-$': 9_007_199_254_740_991 }, _rev: 4 });
  }
  for (const filter of filters) {
    const expected = [...stored].flatMap(([id, doc]) => (matches(filter, doc) ? [id] : [])).sort();
    const found = idsOf(await store.find('stories@1', { filter, sort: [], limit: 1_000 }));
    expect({ filter, found }).toEqual({ filter, found: expected });
  }
  expect(await store.activeVersions()).toEqual({ stories: 1 });
  expect([await store.checkpoints('stories@1'), await store.checkpoints('stories@2')]).toEqual([
    { '0': { offset: 40, watermark: 41 } },
    { '0': { offset: 3, watermark: 3 } },
  ]);
  expect(await store.commit(commitOf(42, [{ id: 'bare', doc: { id: 'bare', likes: 2 }, _at: { '0': 42 }, _rev: 2 }]))).toEqual(['bare']);
  expect(await store.commit(commitOf(42, [{ id: 'bare', doc: { id: 'bare', likes: 2 }, _at: { '0': 42 }, _rev: 3 }]))).toEqual([]);
  await Promise.all([store.close(), other.close()]);
  await pool.end();
  await database.close();
});
