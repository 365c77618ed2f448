import type { Box, Filter, Scalar } from '@waystory/proto/kit/filter.ts';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { matches } from '../../projection-store/memory-filter.ts';
import type { IndexedDoc } from '../port.ts';
import { doc, type EngineUnderTest, type StoriesIndex, testWith } from './fixture.ts';

/** Values that have broken queries. */
const hostile = [
  '',
  ' ',
  `'`,
  `''; --`,
  '"',
  '\\',
  '\\%',
  '%',
  '_',
  '*',
  '?',
  'a*',
  '$1',
  '{}',
  'null',
  'true',
  '0',
  '10',
  '9',
  '__proto__',
  'a',
  'A',
  'ab',
  'É',
  'é',
  'İ',
  'ß',
  'Ж',
  'ж',
  '漢',
  '\ue000',
  '🗺️',
  '\u0001',
  '\u2028',
  'x'.repeat(199),
  'x'.repeat(200),
  '漢'.repeat(200),
];
/** Values that a query may contain, but no document. */
const unstorable = ['x'.repeat(201), 'y'.repeat(8_000), '漢'.repeat(250), '\0', 'a\0', '\ud800', 'a\udfff', '🗺\ud83d'];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'B', 'é', '%', '_', '*', '?', '\\', "'", ' ') }),
);
const number = fc.oneof(fc.constantFrom(0, -0, 1, -1, 9, 10, 0.1, -1e-7, 1e21, 1.797e308, 5e-324), fc.integer({ min: -5, max: 5 }));
const asked = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(...unstorable) });
const askedNumber = fc.oneof(
  { weight: 9, arbitrary: number },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY) },
);
const degrees = (limit: number) => fc.oneof(fc.constantFrom(-limit, 0, limit), fc.double({ min: -limit, max: limit, noNaN: true }));
const instant = fc.constantFrom('2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z');
/** A value, null or undefined. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });

const story = fc.record({
  title: maybe(text),
  owner: maybe(fc.constantFrom('me', 'you', 'Me')),
  likes: maybe(number),
  publishedAt: maybe(instant),
  open: maybe(fc.boolean()),
  tags: maybe(fc.array(text, { maxLength: 3 })),
  latitude: maybe(degrees(90)),
  longitude: maybe(degrees(180)),
});

const box: fc.Arbitrary<Box> = fc.record({ south: degrees(90), west: degrees(180), north: degrees(90), east: degrees(180) });
const plainField = fc.constantFrom('title', 'owner', 'likes', 'publishedAt', 'open', 'unknown', '__proto__');
const value: fc.Arbitrary<Scalar> = fc.oneof(asked, askedNumber, fc.boolean(), instant, fc.constantFrom('me', 'you'));
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), field: plainField, value }),
  fc.record({ op: fc.constant('in'), field: plainField, values: fc.array(value, { maxLength: 4 }) }),
  fc.record({ op: fc.constant('has'), field: fc.constantFrom('tags', 'title', 'unknown'), value: asked }),
  fc.record({
    op: fc.constantFrom('contains', 'startsWith'),
    field: fc.constantFrom('title', 'owner', 'publishedAt', 'likes', 'unknown'),
    value: asked,
  }),
  fc.record({ op: fc.constant('isNull'), field: fc.constantFrom('title', 'likes', 'open', 'tags', 'unknown'), value: fc.boolean() }),
  fc.record({ op: fc.constant('within'), latitude: fc.constant('latitude'), longitude: fc.constant('longitude'), box }),
);
const filter: fc.Arbitrary<Filter> = fc.letrec<{ any: Filter }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('and', 'or'), of: fc.array(tie('any'), { maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('not'), of: tie('any') }) },
  ),
})).any;

const storiesPerRound = 30;
const questionsPerRound = 25;
const rounds = 40;

/** Compares search filters with the in-memory definition of filters of projections. */
export function filtersContract(made: () => EngineUnderTest): void {
  describe('search filters', () => {
    const stories = testWith(made);
    stories('match the same documents as the in-memory definition', (fixture) => anyFilter(fixture));

    stories('can select documents by id', async ({ hold, find }) => {
      await hold(doc('a', { title: 'Porto' }), doc('b', { title: 'Porto' }), doc('c', { title: 'Porto' }));
      expect(await find('porto', { filter: { op: 'in', field: 'id', values: ['c', 'a', 'x', 1] } })).toEqual(['a', 'c']);
      expect(await find('porto', { filter: { op: 'not', of: { op: 'eq', field: 'id', value: 'a' } } })).toEqual(['b', 'c']);
    });

    stories('apply before the total and before the fallback from all words to any word', async ({ hold, ask }) => {
      await hold(
        doc('a', { title: 'Old Porto' }, { open: false }),
        doc('b', { title: 'Old Lisbon' }, { open: true }),
        doc('c', { title: 'Madrid' }, { open: true }),
      );
      const { hits, total } = await ask('old porto', { filter: { op: 'eq', field: 'open', value: true } });
      expect([hits.map(({ id }) => id), total]).toEqual([['b'], 1]);
    });
  });
}

async function anyFilter({ hold, ask }: StoriesIndex): Promise<void> {
  let round = 0;
  const stories = fc.array(story, { minLength: 1, maxLength: storiesPerRound });
  const check = fc.asyncProperty(stories, fc.array(filter, { minLength: 1, maxLength: questionsPerRound }), async (drawn, asked) => {
    round += 1;
    // A round trip through JSON drops undefined values, as an index does.
    const docs = drawn.map((filters, index): IndexedDoc => doc(`id-${index}`, { title: 'Porto' }, JSON.parse(JSON.stringify(filters))));
    const before = Array.from(
      { length: storiesPerRound },
      (_, index): IndexedDoc => ({ id: `id-${index}`, version: round, texts: null, filters: null }),
    );
    await hold(...before, ...docs.map((one) => ({ ...one, version: round })));
    for (const one of asked) {
      const expected = docs.flatMap(({ id, filters }) => (matches(one, { id, ...filters }) ? [id] : [])).toSorted();
      const { hits, total } = await ask('porto', { filter: one });
      expect({ filter: one, ids: hits.map(({ id }) => id), total }).toEqual({ filter: one, ids: expected, total: expected.length });
    }
  });
  await fc.assert(check, { numRuns: rounds });
}
