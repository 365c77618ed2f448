import { describe, expect } from 'vitest';
import type { Query, StoredDoc } from '../port.ts';
import { commitOf, fresh, idsOf, type Make, stories, testWith } from './fixture.ts';

/** Documents with matching children, as pages and counts. */
export function childMatchesContract(make: Make): void {
  const test = testWith(make);
  describe('childMatches', () => {
    test('childMatches keeps documents that at least one of another collection points at', async ({ store }) => {
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
        ['a', 'b', 'c', 'd'].map((id, index) => fresh(id, { likes: index % 2, open: id !== 'd' })),
      );
      const place = (id: string, storyId: unknown, latitude: number): StoredDoc => fresh(id, { storyId, latitude, longitude: 0 });
      await store.fill('places@1', [
        place('1', 'a', 1),
        place('2', 'a', 2),
        place('3', 'b', 50),
        place('4', 'd', 3),
        place('5', null, 1),
        fresh('6', null),
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
      await store.commit({ ...commitOf(2, []), writes: [{ collection: 'places@1', docs: [{ ...fresh('7', null), _rev: 1 }] }] });
      expect(idsOf(await store.find(stories.name, { ...query, limit: 9 }))).toEqual(['a']);
    });

    test('childMatches is the same where hits are many', async ({ store }) => {
      await store.ensure({ ...stories, name: 'places@1', indexes: [{ kind: 'ordered', on: ['storyId'] }] });
      const ids = Array.from({ length: 1_500 }, (_, index) => `id-${String(index).padStart(4, '0')}`);
      await store.fill(
        stories.name,
        ids.map((id, index) => fresh(id, { likes: index % 7 })),
      );
      const places = ids.flatMap((id, index) =>
        Array.from({ length: index % 3 === 0 ? 0 : 8 }, (_, at) => fresh(`${id}-${at}`, { storyId: id, latitude: at, longitude: 0 })),
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
