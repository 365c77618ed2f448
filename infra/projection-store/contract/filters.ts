import type { Box, Filter, SortKey } from '@waystory/proto/kit/filter.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDocs, matches } from '../memory-filter.ts';
import { type MakeStore, stories, unstoredDoc } from './fixture.ts';

/** Long text that no engine can compress. */
const incompressible = Array.from({ length: 10_000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * index * 7_919) % 20_011))).join('');
/** Values that have broken queries. */
const hostile = [
  '',
  ' ',
  `'`,
  `''; --`,
  '"',
  '\\',
  '\\\\',
  '\\%',
  '%',
  '_',
  '$1',
  '$$',
  '{}',
  '[]',
  'null',
  'true',
  '0',
  '10',
  '9',
  '__proto__',
  'constructor',
  'a',
  'A',
  'ab',
  'É',
  'é',
  'ß',
  'Ж',
  'ж',
  '漢',
  '\ue000',
  '🗺️',
  '2026-01-01T00:00:00.000Z',
  '\u0001',
  '\u2028',
  'x'.repeat(199),
  'x'.repeat(200),
  'y'.repeat(10_000),
  incompressible,
];
/** Values that a query may contain, but no document. */
const unstorable = ['\0', 'a\0', '\ud800', 'a\udfff', '🗺\ud83d', '\ud83d'];
/** Texts that equal others in their first 200 characters. They are not used as titles, because the sort order of such texts is undefined. */
const alike = ['x'.repeat(201), `${'y'.repeat(9_999)}z`];
const title = fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 3, unit: fc.constantFrom('a', 'B', 'é', '%', '_', '\\', "'", ' ') }));
const text = fc.oneof({ weight: 9, arbitrary: title }, { weight: 1, arbitrary: fc.constantFrom(...alike) });
const number = fc.oneof(fc.constantFrom(0, -0, 1, -1, 9, 10, 100, 0.1, -1e-7, 1e21, 1.797e308, 5e-324, -180, 180), fc.integer({ min: -5, max: 5 }));
const degrees = (limit: number) =>
  fc.oneof(fc.constantFrom(-limit, 0, limit), fc.integer({ min: -limit, max: limit }), fc.double({ min: -limit, max: limit, noNaN: true }));
const instant = fc.constantFrom('2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-06-01T00:00:00.000Z');
/** A value, null or undefined. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(null, undefined) });
const scalar = fc.oneof(text, number, fc.boolean());

const story = fc.record({
  title: maybe(title),
  body: maybe(text),
  likes: maybe(number),
  publishedAt: maybe(instant),
  open: maybe(fc.boolean()),
  tags: maybe(fc.array(text, { maxLength: 3 })),
  latitude: maybe(degrees(90)),
  longitude: maybe(degrees(180)),
  /** Value of different types, which no schema would allow. */
  mixed: maybe(scalar),
});

const box: fc.Arbitrary<Box> = fc.record({ south: degrees(90), west: degrees(180), north: degrees(90), east: degrees(180) });
const plainField = fc.constantFrom('title', 'body', 'likes', 'publishedAt', 'open', 'mixed', 'unknown', '__proto__');
const asked = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(...unstorable) });
const value = fc.oneof(asked, scalar, instant);
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ op: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte'), field: plainField, value }),
  fc.record({ op: fc.constant('in'), field: plainField, values: fc.array(value, { maxLength: 4 }) }),
  fc.record({ op: fc.constant('has'), field: fc.constant('tags'), value: asked }),
  fc.record({ op: fc.constantFrom('contains', 'startsWith'), field: fc.constantFrom('title', 'body', 'mixed', 'unknown'), value: asked }),
  fc.record({ op: fc.constant('isNull'), field: fc.constantFrom('title', 'likes', 'tags', 'mixed', 'unknown'), value: fc.boolean() }),
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
const sort: fc.Arbitrary<SortKey[]> = fc.uniqueArray(
  fc.record({ field: fc.constantFrom('title', 'likes', 'publishedAt', 'open', 'unknown'), direction: fc.constantFrom(1, -1) }),
  { selector: ({ field }) => field, maxLength: 3 },
);

const storiesPerRound = 40;
const questionsPerRound = 25;
const rounds = 60;

/** Compares filters and sort orders of the store with the in-memory definition. */
export function filtersContract(make: MakeStore): void {
  describe('filters', () => {
    test('and sort orders find the same documents as the in-memory definition', { timeout: 120_000 }, async () => {
      const made = await make();
      const documents = fc.array(story, { minLength: 1, maxLength: storiesPerRound });
      const questions = fc.array(fc.record({ filter, sort }), { minLength: 1, maxLength: questionsPerRound });
      const check = fc.asyncProperty(documents, questions, async (drawn, all) => {
        await made.store.drop(stories.name);
        await made.store.ensure(stories);
        // Stores keep JSON, which omits undefined fields.
        const docs = drawn.map((doc, index) => ({ id: `id-${index}`, doc: JSON.parse(JSON.stringify({ id: `id-${index}`, ...doc })) }));
        await made.store.fill(
          stories.name,
          docs.map(({ id, doc }) => unstoredDoc(id, doc)),
        );
        for (const question of all) await answersLikeMemory(made.store, docs, question);
      });
      try {
        await fc.assert(check, { numRuns: rounds });
      } finally {
        await made.close();
      }
    });
  });
}

type Stores = Awaited<ReturnType<MakeStore>>['store'];

async function answersLikeMemory(
  store: Stores,
  docs: { id: string; doc: Record<string, unknown> }[],
  question: { filter: Filter; sort: SortKey[] },
): Promise<void> {
  const expected = docs.filter(({ doc }) => matches(question.filter, doc)).sort(compareDocs(question.sort));
  const found = await store.find(stories.name, { ...question, limit: docs.length });
  expect(found).toEqual(expected.map(({ doc }) => doc));
  expect(await store.count(stories.name, question, docs.length)).toBe(expected.length);
  const [first, ...rest] = expected;
  if (!first) return;
  const after = { values: question.sort.map(({ field }) => first.doc[field]), id: first.id };
  expect(await store.find(stories.name, { ...question, limit: docs.length, after })).toEqual(rest.map(({ doc }) => doc));
}
