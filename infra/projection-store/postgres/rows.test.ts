import type { Filter } from '@waystory/proto/kit/filter.ts';
import fc from 'fast-check';
import type pg from 'pg';
import { expect, test as plainTest } from 'vitest';
import { createPool } from '../../postgres/pool.ts';
import { testDatabase } from '../../postgres/test-database.ts';
import { all, commitOf, idsOf, stories, unstoredDoc } from '../contract/fixture.ts';
import { matches } from '../memory-filter.ts';
import type { Doc, ProjectionStore, StoredDoc } from '../port.ts';
import { postgresProjectionStore } from '../postgres.ts';
import { layoutOf } from './expressions.ts';
import { findStatement } from './query.ts';
import { migrateProjections } from './schema.ts';

interface Stage {
  pool: pg.Pool;
  store: ProjectionStore;
}

const test = (name: string, body: (stage: Stage) => Promise<void>) =>
  plainTest(name, { timeout: 60_000 }, async () => {
    const database = await testDatabase();
    const pool = createPool(database.config, { max: 4 });
    const store = postgresProjectionStore(pool);
    try {
      await body({ pool, store });
    } finally {
      await store.close();
      await pool.end();
      await database.close();
    }
  });

const table = `projections."${stories.name}"`;
const where = (filter: Filter) => ({ filter, sort: [], limit: 100 });

test('Query on a declared field compares its column', async () => {
  const { text } = findStatement(stories.name, where({ op: 'eq', field: 'title', value: 'a' }), () => layoutOf(stories));
  expect(text).toBe(`select body from ${table} parent where parent."f_title" = $1::text order by parent.id limit 100`);
});

test('Update without changes of indexed fields touches no index', async ({ pool, store }) => {
  await store.ensure(stories);
  const docs = (round: number): StoredDoc[] =>
    Array.from({ length: 200 }, (_, index) => ({
      ...unstoredDoc(`story-${index}`, {
        title: `title ${index}`,
        likes: index,
        open: true,
        tags: ['x'],
        latitude: 1,
        longitude: index / 2,
        words: `${round} ${'w'.repeat(900)}`,
      }),
      _rev: round,
    }));
  await store.commit(commitOf(1, docs(0)));
  // Only a few rows change, so that each page has room for them, even if the server still keeps old row versions.
  const changed = docs(1).filter((_, index) => index % 40 === 0);
  expect(await store.commit(commitOf(2, changed))).toEqual([]);
  const counted = `select n_tup_upd::int as updates, n_tup_hot_upd::int as hot from pg_stat_user_tables where schemaname = 'projections' and relname = $1`;
  const read = async () => (await pool.query<{ updates: number; hot: number }>(counted, [stories.name])).rows[0];
  // Postgres publishes the statistics of a connection once it has been idle for a moment.
  await expect.poll(read, { timeout: 20_000 }).toEqual({ updates: changed.length, hot: changed.length });
});

test('Tables of an older release keep documents, fences, revisions and query results', async ({ pool, store }) => {
  await migrateProjections(pool);
  await pool.query(
    `delete from migrations where owner = 'projections' and step > 1; drop function projections.takes_documents, projections.is_in_use`,
  );
  await pool.query(`create table ${table} (id text collate "C" primary key, doc jsonb, at jsonb not null, rev bigint not null)
    with (toast_tuple_target = 8160, fillfactor = 85)`);
  await pool.query(`create index on ${table} using btree (projections.sort_key(doc, 'likes') desc, id)`);
  await pool.query(`create index on ${table} using gist ((point((doc ->> 'longitude')::float8, (doc ->> 'latitude')::float8)))`);
  const before = Array.from({ length: 1_500 }, (_, index) => ({
    id: `id-${index}`,
    likes: index,
    tags: ['even', 'odd'].slice(index % 2),
    latitude: 1,
    longitude: 2,
  }));
  const text = `insert into ${table} select d ->> 'id', d, '{"0": 7, "p": 9007199254740991}', 3 from jsonb_array_elements($1::jsonb) d`;
  await pool.query(text, [JSON.stringify(before)]);
  await pool.query(`insert into ${table} values ('gone', null, '{"0": 8}', 4)`);

  // A reader may query the collection before `ensure` has run.
  expect(idsOf(await store.find(stories.name, where({ op: 'eq', field: 'likes', value: 12 })))).toEqual(['id-12']);
  await store.ensure(stories);
  const stored = new Map((await all(store.scan(stories.name))).map((one) => [one.id, one]));
  expect(stored.size).toBe(1_501);
  expect(stored.get('id-3')).toEqual({ id: 'id-3', doc: before[3], _at: { '0': 7, p: 9_007_199_254_740_991 }, _rev: 3 });
  expect(stored.get('gone')).toEqual({ id: 'gone', doc: null, _at: { '0': 8 }, _rev: 4 });
  const newest = await store.find(stories.name, {
    filter: { op: 'has', field: 'tags', value: 'even' },
    sort: [{ field: 'likes', direction: -1 }],
    limit: 2,
  });
  expect(idsOf(newest)).toEqual(['id-1498', 'id-1496']);
  const { rows } = await pool.query<{ likes: number }>(`select "f_likes" as likes from ${table} where id = 'id-12'`);
  expect(rows).toEqual([{ likes: 12 }]);
  expect(await store.commit(commitOf(1, [{ ...unstoredDoc('id-3', { likes: -1 }), _rev: 3 }]))).toEqual([]);
  expect(idsOf(await store.find(stories.name, where({ op: 'lt', field: 'likes', value: 0 })))).toEqual(['id-3']);
});

test('Field declared by a later release gets a filled column', async ({ pool, store }) => {
  const { likes: _, ...fields } = stories.fields;
  await store.ensure({ ...stories, fields: { ...fields, title: 'number' }, indexes: [] });
  await store.fill(stories.name, [unstoredDoc('a', { likes: 5, title: 'one' }), unstoredDoc('b', null), unstoredDoc('c', { likes: 'many' })]);
  await store.ensure(stories);
  const { rows } = await pool.query(`select id, f_likes, f_title, odd from ${table} order by id`);
  expect(rows).toEqual([
    { id: 'a', f_likes: 5, f_title: 'one', odd: null },
    { id: 'b', f_likes: null, f_title: null, odd: null },
    { id: 'c', f_likes: null, f_title: null, odd: { likes: 'many' } },
  ]);
});

const scalar = fc.constantFrom<unknown[]>(null, '', 'a', 'B', 'x'.repeat(250), `${'x'.repeat(250)}y`, 0, -1.5, 10, true, false, '10');
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constant({ a: 1 }));
const field = fc.constantFrom('title', 'likes', 'publishedAt', 'open', 'tags', 'latitude', 'id');
const asked = scalar.filter((one) => one !== null) as fc.Arbitrary<string | number | boolean>; // as: the scalars without null
const word = fc.constantFrom('', 'a', 'b', 'x'.repeat(250), '1');
const filter: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), field, value: asked }),
  fc.record({ op: fc.constant('in'), field, values: fc.array(asked, { maxLength: 3 }) }),
  fc.record({ op: fc.constantFrom('has', 'contains', 'startsWith'), field, value: word }),
  fc.record({ op: fc.constant('isNull'), field, value: fc.boolean() }),
);

test('Query finds values of another type than their field declares', async ({ store }) => {
  const doc = fc.dictionary(
    field.filter((name) => name !== 'id'),
    value,
    { noNullPrototype: true },
  );
  const check = fc.asyncProperty(
    fc.array(doc, { minLength: 1, maxLength: 20 }),
    fc.array(filter, { minLength: 1, maxLength: 30 }),
    async (drawn, filters) => {
      await store.drop(stories.name);
      await store.ensure(stories);
      const docs: (Doc & { id: string })[] = drawn.map((one, index) => ({ ...one, id: `id-${10 + index}` }));
      await store.fill(stories.name, [...docs.map((one) => unstoredDoc(one.id, one)), unstoredDoc('removed', null)]);
      for (const one of filters.flatMap((some): Filter[] => [some, { op: 'not', of: some }])) {
        const expected = docs.filter((candidate) => matches(one, candidate)).map(({ id }) => id);
        expect(idsOf(await store.find(stories.name, where(one)))).toEqual(expected);
      }
    },
  );
  await fc.assert(check, { numRuns: 40 });
});

test('Document with a character that Postgres cannot store is refused, and a document with its escape as text is stored', async ({ store }) => {
  await store.ensure(stories);
  for (const words of ['\0', 'a\ud800b', '\\\0']) {
    await expect(store.fill(stories.name, [unstoredDoc('a', { words })])).rejects.toThrow('does not store');
    await expect(store.commit(commitOf(1, [unstoredDoc('a', { title: words })]))).rejects.toThrow();
  }
  const doc = { words: '\\u0000 \\\\ud800 🗺️' };
  await store.fill(stories.name, [unstoredDoc('a', doc)]);
  expect(await store.find(stories.name, where({ op: 'eq', field: 'words', value: doc.words }))).toEqual([{ id: 'a', ...doc }]);
});
