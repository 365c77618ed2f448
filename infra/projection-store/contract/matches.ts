import type { Filter } from '@waystory/proto/kit/filter.ts';
import { describe, expect } from 'vitest';
import type { ParentMatch, ProjectionStore, Query, StoredDoc } from '../port.ts';
import { commitOf, idsOf, type MakeStore, stories, testWith, unstoredDoc } from './fixture.ts';

/** Documents with matching children, as pages and counts. */
export function childMatchesContract(make: MakeStore): void {
  const test = testWith(make);
  describe('childMatches', () => {
    test('keeps documents with at least one matching child in another collection', async ({ store }) => {
      await store.ensure({
        ...stories,
        name: 'places@1',
        indexes: [
          { kind: 'ordered', on: ['storyId'] },
          { kind: 'point', on: ['latitude', 'longitude'] },
        ],
      });
      await store.fill(
        stories.name,
        ['a', 'b', 'c', 'd'].map((id, index) => unstoredDoc(id, { likes: index % 2, open: id !== 'd' })),
      );
      const place = (id: string, storyId: unknown, latitude: number): StoredDoc => unstoredDoc(id, { storyId, latitude, longitude: 0 });
      await store.fill('places@1', [
        place('1', 'a', 1),
        place('2', 'a', 2),
        place('3', 'b', 50),
        place('4', 'd', 3),
        place('5', null, 1),
        unstoredDoc('6', null),
      ]);
      await store.commit({ ...commitOf(1, []), writes: [{ collection: 'places@1', docs: [place('7', 'c', 1)] }] });
      const box = { south: 0, west: -1, north: 10, east: 1 };
      const childMatches = {
        collection: 'places@1',
        key: 'storyId',
        filter: { op: 'within', latitude: 'latitude', longitude: 'longitude', box },
      } as const;
      const query = { filter: { op: 'eq', field: 'open', value: true }, sort: [{ field: 'likes', direction: -1 }], childMatches } as const;
      expect(idsOf(await store.find(stories.name, { ...query, limit: 9 }))).toEqual(['a', 'c']);
      expect(idsOf(await store.find(stories.name, { ...query, limit: 9, after: { values: [0], id: 'a' } }))).toEqual(['c']);
      expect(await store.count(stories.name, query, 9)).toBe(2);
      const paged = async (page: Partial<Query>, cap: number) => {
        const { docs, count } = await store.findAndCount(stories.name, { ...query, limit: 9, ...page }, cap);
        return { ids: idsOf(docs), count };
      };
      expect(await paged({}, 9)).toEqual({ ids: ['a', 'c'], count: 2 });
      expect(await paged({ limit: 1, offset: 1 }, 9)).toEqual({ ids: ['c'], count: 2 });
      expect(await paged({ offset: 2 }, 9)).toEqual({ ids: [], count: 2 });
      expect(await paged({ sort: [], limit: 1 }, 1)).toEqual({ ids: ['a'], count: 1 });
      expect(await paged({ after: { values: [0], id: 'a' } }, 9)).toEqual({ ids: ['c'], count: 2 });
      await store.commit({ ...commitOf(2, []), writes: [{ collection: 'places@1', docs: [{ ...unstoredDoc('7', null), _rev: 1 }] }] });
      expect(idsOf(await store.find(stories.name, { ...query, limit: 9 }))).toEqual(['a']);
    });

    test('gives equal results of find, count and findAndCount with thousands of matching children', async ({ store }) => {
      await store.ensure({ ...stories, name: 'places@1', indexes: [{ kind: 'ordered', on: ['storyId'] }] });
      const ids = Array.from({ length: 1_500 }, (_, index) => `id-${String(index).padStart(4, '0')}`);
      await store.fill(
        stories.name,
        ids.map((id, index) => unstoredDoc(id, { likes: index % 7 })),
      );
      const places = ids.flatMap((id, index) =>
        Array.from({ length: index % 3 === 0 ? 0 : 8 }, (_, at) => unstoredDoc(`${id}-${at}`, { storyId: id, latitude: at, longitude: 0 })),
      );
      await store.fill('places@1', places);
      const box = { south: 0, west: -1, north: 10, east: 1 };
      const childMatches = {
        collection: 'places@1',
        key: 'storyId',
        filter: { op: 'within', latitude: 'latitude', longitude: 'longitude', box },
      } as const;
      const found = await store.find(stories.name, { filter: null, sort: [], limit: 2_000, childMatches });
      expect(idsOf(found)).toEqual(ids.filter((_, index) => index % 3 !== 0));
      expect(await store.count(stories.name, { filter: null, childMatches }, 10_000)).toBe(1_000);
      expect(await store.count(stories.name, { filter: null, childMatches }, 300)).toBe(300);
      for (const wide of [box, { south: -80, west: -180, north: 80, east: 180 }])
        for (const offset of [0, 20, 990, 1_000]) {
          const filter = { ...childMatches.filter, box: wide };
          const query: Query = {
            filter: null,
            childMatches: { ...childMatches, filter },
            sort: [{ field: 'likes', direction: -1 }],
            limit: 25,
            offset,
          };
          const expected = { docs: await store.find(stories.name, query), count: 1_000 };
          expect(await store.findAndCount(stories.name, query, 10_000)).toEqual(expected);
        }
    });
  });
}

const open: Filter = { op: 'eq', field: 'open', value: true };
const ofStory: ParentMatch = { collection: stories.name, key: 'storyId', filter: open };
const newest = [{ field: 'likes', direction: -1 }] as const;

/** Collection of notes, each visible only if its story is. @returns Physical name. */
async function notesOn(store: ProjectionStore, notes: readonly StoredDoc[]): Promise<string> {
  const name = 'notes@1';
  await store.ensure({
    ...stories,
    name,
    indexes: [
      { kind: 'ordered', on: ['-likes'] },
      { kind: 'ordered', on: ['storyId'] },
    ],
  });
  await store.fill(name, [...notes]);
  return name;
}

const note = (id: string, likes: number, storyId?: unknown): StoredDoc => unstoredDoc(id, { likes, ...(storyId !== undefined && { storyId }) });

/** Documents that are visible only with their parents. */
export function parentMatchesContract(make: MakeStore): void {
  const test = testWith(make);
  describe('parentMatches', () => {
    test('keeps documents without a parent, or with an existing and matching parent', async ({ store }) => {
      await store.fill(stories.name, [unstoredDoc('open', { open: true }), unstoredDoc('closed', { open: false }), unstoredDoc('gone', null)]);
      const notes = [note('a', 7, 'open'), note('b', 6, 'closed'), note('c', 5, 'gone'), note('d', 4, 'never'), note('e', 3, null), note('f', 2)];
      const name = await notesOn(store, [...notes, note('g', 1, 'open')]);
      const ids = async (parentMatches: readonly ParentMatch[]): Promise<unknown[]> =>
        idsOf(await store.find(name, { filter: null, sort: newest, limit: 9, parentMatches }));
      expect(await ids([ofStory])).toEqual(['a', 'e', 'f', 'g']);
      expect(await ids([{ ...ofStory, filter: null }])).toEqual(['a', 'b', 'e', 'f', 'g']);
      expect(await ids([{ ...ofStory, filter: { op: 'or', of: [] } }])).toEqual(['e', 'f']);
      expect(await ids([])).toHaveLength(7);
      expect(await store.count(name, { filter: null, parentMatches: [ofStory] }, 9)).toBe(4);
      expect(await store.count(name, { filter: null, parentMatches: [ofStory] }, 3)).toBe(3);
      expect(await store.count(name, { filter: { op: 'gte', field: 'likes', value: 3 }, parentMatches: [ofStory] }, 9)).toBe(2);
    });

    test('keeps documents of which all parents match, also a parent of the same collection', async ({ store }) => {
      await store.fill(stories.name, [unstoredDoc('open', { open: true }), unstoredDoc('closed', { open: false })]);
      const answer = (id: string, likes: number, storyId: string, noteId: string) => unstoredDoc(id, { likes, storyId, noteId });
      const name = await notesOn(store, [
        unstoredDoc('x', { likes: 9, storyId: 'open', open: true }),
        unstoredDoc('y', { likes: 8, storyId: 'open', open: false }),
        answer('a', 3, 'open', 'x'),
        answer('b', 2, 'open', 'y'),
        answer('c', 1, 'closed', 'x'),
      ]);
      const parentMatches = [ofStory, { collection: name, key: 'noteId', filter: open }];
      expect(idsOf(await store.find(name, { filter: null, sort: newest, limit: 9, parentMatches }))).toEqual(['x', 'y', 'a']);
      expect(await store.count(name, { filter: null, parentMatches }, 9)).toBe(3);
    });

    test('hides documents once their parent no longer matches or is deleted', async ({ store }) => {
      await store.fill(stories.name, [unstoredDoc('a', { open: true })]);
      const name = await notesOn(store, [note('n', 1, 'a')]);
      const seen = async (): Promise<number> => store.count(name, { filter: null, parentMatches: [ofStory] }, 9);
      expect(await seen()).toBe(1);
      await store.commit(commitOf(1, [{ ...unstoredDoc('a', { open: false }), _rev: 1 }]));
      expect(await seen()).toBe(0);
      await store.commit(commitOf(2, [{ ...unstoredDoc('a', { open: true }), _rev: 2 }]));
      expect(await seen()).toBe(1);
      await store.commit(commitOf(3, [{ ...unstoredDoc('a', null), _rev: 3 }]));
      expect(await seen()).toBe(0);
    });

    test('pages by offset and by cursor, and counts, when most parents do not match', async ({ store }) => {
      await store.fill(
        stories.name,
        Array.from({ length: 40 }, (_, index) => unstoredDoc(`story-${index}`, { open: index % 4 === 0 })),
      );
      const place = (index: number): string => `note-${String(index).padStart(4, '0')}`;
      const name = await notesOn(
        store,
        Array.from({ length: 2_400 }, (_, index) => note(place(index), index % 50, `story-${index % 40}`)),
      );
      const indexes = Array.from({ length: 2_400 }, (_, index) => index).filter((index) => (index % 40) % 4 === 0);
      const expected = indexes.toSorted((a, b) => (b % 50) - (a % 50) || a - b).map(place);
      const page = { filter: null, sort: newest, parentMatches: [ofStory] };
      expect(idsOf(await store.find(name, { ...page, limit: 5 }))).toEqual(expected.slice(0, 5));
      expect(idsOf(await store.find(name, { ...page, limit: 5, offset: 590 }))).toEqual(expected.slice(590, 595));
      expect(idsOf(await store.find(name, { ...page, limit: 5, offset: 598 }))).toEqual(expected.slice(598));
      expect(await store.find(name, { ...page, limit: 0 })).toEqual([]);
      const last = expected[99] ?? '';
      const after = { values: [Number(last.slice(5)) % 50], id: last };
      expect(idsOf(await store.find(name, { ...page, limit: 5, after }))).toEqual(expected.slice(100, 105));
      expect(idsOf(await store.find(name, { ...page, limit: 5, offset: 2, after }))).toEqual(expected.slice(102, 107));
      expect(await store.count(name, page, 10_000)).toBe(600);
      expect(await store.count(name, page, 599)).toBe(599);
    });

    test('and childMatches together keep documents that meet both', async ({ store }) => {
      await store.fill(stories.name, [unstoredDoc('open', { open: true }), unstoredDoc('closed', { open: false })]);
      const name = await notesOn(store, [note('a', 3, 'open'), note('b', 2, 'closed'), note('c', 1, 'open')]);
      await store.ensure({ ...stories, name: 'marks@1', indexes: [{ kind: 'ordered', on: ['noteId'] }] });
      const marks = (ids: readonly string[], each: number): StoredDoc[] =>
        ids.flatMap((noteId) => Array.from({ length: each }, (_, at) => unstoredDoc(`${noteId}-${at}`, { noteId, open: true })));
      await store.fill('marks@1', marks(['a', 'b'], 1));
      const query = { filter: null, childMatches: { collection: 'marks@1', key: 'noteId', filter: open }, parentMatches: [ofStory] };
      const found = async (): Promise<unknown[]> => idsOf(await store.find(name, { ...query, sort: newest, limit: 9 }));
      expect(await found()).toEqual(['a']);
      expect(await store.count(name, query, 9)).toBe(1);
      // These marks exceed the limit of the plan that begins with matching children, so the plan begins with the notes.
      await store.fill('marks@1', marks(['c'], 6_000));
      expect(await found()).toEqual(['a', 'c']);
      expect(await store.count(name, query, 9)).toBe(2);
    });

    test('throws for a key that is no field name, and for an invalid collection name', async ({ store }) => {
      const parentMatches = [{ ...ofStory, key: `storyId' is null or true --` }];
      await expect(store.find(stories.name, { filter: null, sort: [], limit: 9, parentMatches })).rejects.toThrow();
      await expect(store.count(stories.name, { filter: null, parentMatches: [{ ...ofStory, collection: 'x' }] }, 9)).rejects.toThrow();
    });
  });
}
