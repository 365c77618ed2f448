import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SortKey } from './filter.ts';
import { type ListSpec, listQuery, maxOffset, pageOf, writeCursor } from './list.ts';

const spec = {
  entity: 'Thing',
  filterable: { title: 'text', likeCount: 'number' },
  sortable: ['createdAt', 'title', 'likeCount'],
  defaultSort: 'createdAt DESC',
} as const satisfies ListSpec;
const schema = listQuery(spec);
const parse = (query: unknown) => schema.parse(query);
/** Paths and messages of a refused query. */
const refusals = (query: unknown): string[] =>
  schema.safeParse(query).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const byLikes: SortKey[] = [
  { field: 'likeCount', direction: -1 },
  { field: 'title', direction: 1 },
];
const uuid = '0198a5b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b';

test('List query without parameters is the first twenty in default order', () => {
  expect(parse({})).toEqual({ page: 1, limit: 20, sort: [{ field: 'createdAt', direction: -1 }], after: null });
});

test('List query refuses unknown parameters', () => {
  expect(refusals({ pages: '2' })).toEqual([': Unrecognized key: "pages"']);
});

describe('list sort', () => {
  test.each(['likeCount DESC,title ASC', ' likeCount desc , title', '["likeCount","DESC","title","ASC"]', '["likeCount","DESC","title"]'])(
    'accepts %s',
    (sort) => {
      expect(parse({ sort }).sort).toEqual(byLikes);
    },
  );

  test.each([
    ['price', 'sort: Cannot sort by "price"; possible: createdAt, title, likeCount'],
    ['', 'sort: Cannot sort by ""'],
    ['__proto__ ASC', 'sort: Cannot sort by "__proto__"'],
    ['constructor', 'sort: Cannot sort by "constructor"'],
    ['title UP', 'sort: "title UP" must be a field followed by ASC or DESC'],
    ['title ASC, createdAt ASC first', 'sort: "createdAt ASC first" must be'],
    ['["title","DESC; drop table"]', 'sort: "title DESC; drop table" must be'],
    ['title,title DESC', 'sort: Name each field once'],
    ['[{"toString":1,"valueOf":1}]', 'sort: Cannot sort by'],
    ['["title"', 'sort: Cannot sort by "["title""'],
  ])('refuses %s', (sort, refusal) => {
    expect(refusals({ sort })[0]).toContain(refusal);
  });

  test('has only sortable fields after parsing any input', () => {
    const words = fc.array(fc.constantFrom('title', 'likeCount', 'createdAt', 'ASC', 'desc', ',', '"', '[', ']', ' ', 'x'), { maxLength: 8 });
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      words.map((parts) => parts.join('')),
      words.map((parts) => JSON.stringify(parts)),
    );
    fc.assert(
      fc.property(texts, (sort) => {
        const parsed = schema.safeParse({ sort });
        for (const { field } of parsed.data?.sort ?? []) expect(spec.sortable).toContain(field);
      }),
      { numRuns: 500 },
    );
  });
});

describe('list filter', () => {
  test('is parsed, and an unknown field in it is refused with its path', () => {
    expect(parse({ filter: '{"likeCount":{"gte":10}}' }).filter).toEqual({ op: 'gte', field: 'likeCount', value: 10 });
    expect(refusals({ filter: '{"or":[{"price":1}]}' })).toEqual(['filter.or.0.price: Cannot filter by "price"; possible: title, likeCount']);
  });
});

describe('list ids', () => {
  test.each([
    ['separated by commas', `${uuid},${uuid}`, [uuid, uuid]],
    ['repeated', [uuid, `${uuid},`], [uuid, uuid]],
    ['empty', '', []],
  ])('are accepted when %s', (_, ids, expected) => {
    expect(parse({ ids }).ids).toEqual(expected);
  });

  test('are at most 300 UUIDs', () => {
    expect(refusals({ ids: `${uuid},x` })).toEqual(['ids.1: Must be a UUID']);
    expect(refusals({ ids: Array(301).fill(uuid) })).toEqual(['ids: At most 300 ids']);
  });
});

describe('list paging', () => {
  test.each([
    [{ page: '0' }, 'page: At least 1'],
    [{ page: '1.5' }, 'page: Must be a whole number'],
    [{ page: 'two' }, 'page: Must be a number'],
    [{ limit: '0' }, 'limit: At least 1'],
    [{ limit: '101' }, 'limit: At most 100'],
    [{ limit: '-Infinity' }, 'limit: Must be a number'],
  ])('refuses %o', (query, refusal) => {
    expect(refusals(query)).toEqual([refusal]);
  });

  test('accepts a limit of 1,000 where the list declares it', () => {
    const large = listQuery({ ...spec, maxLimit: 1_000 });
    expect(large.parse({ limit: '1000' }).limit).toBe(1_000);
    expect(large.safeParse({ limit: '1001' }).success).toBe(false);
  });

  test('by number ends at the maximum offset; a cursor continues there', () => {
    const last = String(maxOffset / 100 + 1);
    const beyond = String(maxOffset / 100 + 2);
    expect(parse({ page: last, limit: '100' }).page).toBe(Number(last));
    expect(refusals({ page: beyond, limit: '100' })).toEqual([`page: Beyond item ${maxOffset} use "after" with the "next" of the page before`]);
    const after = writeCursor([{ field: 'createdAt', direction: -1 }], { values: [null], id: uuid });
    expect(refusals({ page: beyond, limit: '100', after })).toEqual([]);
  });
});

describe('list cursor', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0), // adding 0 removes the negative zero, which JSON lacks
    fc.boolean(),
    fc.constant(null),
  );

  test('round trip is lossless', () => {
    fc.assert(
      fc.property(value, value, fc.uuid(), (likes, title, id) => {
        const after = writeCursor(byLikes, { values: [likes, title], id });
        expect(after).toMatch(/^[\w-]+$/);
        fc.pre(after.length <= 4_000);
        expect(parse({ sort: 'likeCount DESC,title', after }).after).toEqual({ values: [likes, title], id });
      }),
    );
  });

  test('is refused with another sort order', () => {
    const after = writeCursor(byLikes, { values: [1, 'a'], id: uuid });
    const refusal = 'after: The cursor belongs to another order; keep `sort` the same';
    expect(refusals({ sort: 'likeCount,title', after })).toEqual([refusal]);
    expect(refusals({ sort: 'title,likeCount', after })).toEqual([refusal]);
    expect(refusals({ sort: 'title', after })).toEqual(['after: Not a cursor of this list']);
  });

  const forged = (cursor: unknown) => btoa(JSON.stringify(cursor));
  const sort = 'createdAt -1';
  test.each([
    ['garbage', 'garbage'],
    ['no base64', '***'],
    ['no JSON', btoa('{')],
    ['no object', forged([])],
    ['values that are objects', forged({ sort, values: [{ gt: 1 }], id: uuid })],
    ['text that cannot be stored', forged({ sort, values: ['\0'], id: uuid })],
    ['an id that cannot be stored', forged({ sort, values: [1], id: '\ud800' })],
    ['too few values', forged({ sort, values: [], id: uuid })],
  ])('of %s is refused', (_, after) => {
    expect(refusals({ after })).toEqual(['after: Not a cursor of this list']);
  });

  test('above the size limit is refused', () => {
    expect(refusals({ after: 'a'.repeat(4_001) })).toHaveLength(1);
  });
});

test('List query never throws and never has a limit above 100, for any input', () => {
  const names = fc.constantFrom('page', 'limit', 'sort', 'filter', 'ids', 'after', 'x', '__proto__');
  fc.assert(
    fc.property(fc.dictionary(names, fc.oneof(fc.string(), fc.json(), fc.array(fc.string()), fc.jsonValue())), (query) => {
      const { success, data } = schema.safeParse(query);
      if (success) expect(data.limit).toBeLessThanOrEqual(100);
    }),
    { numRuns: 500 },
  );
});

test('List page accepts a capped total and a cursor, and refuses a fractional total', () => {
  const page = { items: [1], total: 10_000, totalCapped: true, page: 1, limit: 1, next: 'x' };
  expect(pageOf(z.int()).parse(page)).toEqual(page);
  expect(pageOf(z.int()).safeParse({ ...page, total: 1.5 }).success).toBe(false);
});
