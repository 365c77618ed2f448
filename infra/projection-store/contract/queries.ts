import type { Box, Filter, SortKey } from '@waystory/proto/kit/filter.ts';
import { describe, expect } from 'vitest';
import { compareDocs } from '../memory-filter.ts';
import type { Doc, ProjectionStore, StoredDoc } from '../port.ts';
import { all, commitOf, idsOf, type MakeStore, stories, testWith, unstoredDoc } from './fixture.ts';

/** All documents, page by page. */
async function pages(store: ProjectionStore, sort: readonly SortKey[], limit: number): Promise<Doc[]> {
  const found: Doc[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last && { values: sort.map(({ field }) => last[field]), id: String(last.id) };
    const page = await store.find(stories.name, { filter: null, sort, limit, ...(after && { after }) });
    found.push(...page);
    if (page.length < limit) return found;
  }
}

const atPoint = (id: string, latitude: unknown, longitude: unknown): StoredDoc => unstoredDoc(id, { latitude, longitude });

/** Sort order, pages, counts and bounding boxes. */
export function queriesContract(make: MakeStore): void {
  const test = testWith(make);
  describe('queries', () => {
    test('sort numbers by value, texts by code point and null first', async ({ store }) => {
      const likes = [10, 9, 100, -1.5, null, undefined, 0];
      const titles = ['b', 'B', 'ä', '𝒳', '\ue000', 'a', null];
      await store.fill(
        stories.name,
        likes.map((value, index) => unstoredDoc(`id${index}`, { likes: value, title: titles[index] })),
      );
      const by = async (field: string, direction: 1 | -1): Promise<unknown[]> =>
        (await store.find(stories.name, { filter: null, sort: [{ field, direction }], limit: 10 })).map((doc) => doc[field] ?? null);
      expect(await by('likes', 1)).toEqual([null, null, -1.5, 0, 9, 10, 100]);
      expect(await by('likes', -1)).toEqual([100, 10, 9, 0, -1.5, null, null]);
      expect(await by('title', 1)).toEqual([null, 'B', 'a', 'b', 'ä', '\ue000', '𝒳']);
      expect(idsOf(await store.find(stories.name, { filter: null, sort: [{ field: 'likes', direction: -1 }], limit: 9 })).slice(-2)).toEqual([
        'id4',
        'id5',
      ]);
    });

    test('findShared returns for several queries the same documents as find for each', async ({ store }) => {
      const titles = ['b', 'a\n"c"', 'ü', '\u2028', 'a'];
      await store.fill(
        stories.name,
        titles.map((title, index) => unstoredDoc(`id${index}`, { title, likes: index, ownerId: index % 2 === 0 ? 'one' : 'other' })),
      );
      const likes = { field: 'likes', direction: -1 } as const;
      const of = (value: string): Filter => ({ op: 'eq', field: 'ownerId', value });
      const queries = [
        { filter: of('one'), sort: [likes], limit: 9 },
        { filter: of('nobody'), sort: [], limit: 9 },
        { filter: null, sort: [likes], limit: 2, after: { values: [4], id: 'id4' } },
        { filter: { op: 'eq', field: 'title', value: 'a\n"c"' } as const, sort: [], limit: 1 },
        { filter: of('one'), sort: [], limit: 0 },
        { filter: of('other'), sort: [], limit: 9, childMatches: { collection: stories.name, key: 'id', filter: of('other') } },
      ];
      const answers = await store.findShared(queries.map((query) => ({ collection: stories.name, query })));
      expect(answers).toEqual(await Promise.all(queries.map((query) => store.find(stories.name, query))));
      expect(answers.map((docs) => docs.length)).toEqual([3, 0, 2, 1, 0, 2]);
    });

    test('findShared returns current documents after a write, in spite of its cache', async ({ store }) => {
      const ask = async () => {
        const query = { filter: null, sort: [{ field: 'title', direction: 1 } as const], limit: 9 };
        const [docs = []] = await store.findShared([{ collection: stories.name, query }]);
        return docs;
      };
      const write = async (offset: number, id: string, doc: Doc | null) => {
        const [before] = await store.load(stories.name, [id]);
        expect(await store.commit(commitOf(offset, [{ ...unstoredDoc(id, doc), _rev: before?._rev ?? 0 }]))).toEqual([]);
      };
      const titled = (id: string, title: string) => ({ id, title });
      for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) await write(index + 1, id, titled(id, id));
      expect(await ask()).toEqual(['a', 'b', 'c', 'd'].map((id) => titled(id, id)));
      await write(5, 'b', titled('b', 'z'));
      expect(await ask()).toEqual([titled('a', 'a'), titled('c', 'c'), titled('d', 'd'), titled('b', 'z')]);
      await write(6, 'a', null);
      // The id looks like several ids in the text protocol of revisions, and must not be split.
      await write(7, 'e\n1 c', titled('e\n1 c', 'e'));
      const expected = [titled('c', 'c'), titled('d', 'd'), titled('e\n1 c', 'e'), titled('b', 'z')];
      for (let time = 0; time < 2; time++) expect(await ask()).toEqual(expected);
    });

    test('compare texts of more than 200 characters to their last character', async ({ store }) => {
      const long = 'x'.repeat(300);
      const titles = [`${long}a`, `${long}b`, `${long}c`];
      await store.fill(
        stories.name,
        titles.map((title) => unstoredDoc(title.slice(-1), { title })),
      );
      const found = async (filter: Filter): Promise<string> => idsOf(await store.find(stories.name, { filter, sort: [], limit: 9 })).join('');
      const value = `${long}b`;
      expect(await found({ op: 'eq', field: 'title', value })).toBe('b');
      expect(await found({ op: 'ne', field: 'title', value })).toBe('ac');
      expect(await found({ op: 'in', field: 'title', values: [value, `${long}c`, 'x'] })).toBe('bc');
      expect(await found({ op: 'gt', field: 'title', value })).toBe('c');
      expect(await found({ op: 'lte', field: 'title', value })).toBe('ab');
      const sort = [{ field: 'title', direction: -1 }] as const;
      expect((await pages(store, sort, 1)).map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
    });

    test('pages by value visit every document once, over ties, nulls and mixed directions', async ({ store }) => {
      const docs = Array.from({ length: 90 }, (_, index) => {
        const likes = [null, undefined, 1, 2][index % 4];
        const title = [null, 'a', 'b'][index % 3];
        return unstoredDoc(`id-${(index * 37) % 90}`, { likes, title, open: index % 2 === 0 });
      });
      await store.fill(stories.name, [...docs, unstoredDoc('removed', null)]);
      const directions = [1, -1] as const;
      for (const first of directions) {
        for (const second of directions) {
          const sort = [
            { field: 'likes', direction: first },
            { field: 'title', direction: second },
          ] as const;
          const expected = docs.flatMap(({ id, doc }) => (doc ? [{ id, doc }] : [])).sort(compareDocs(sort));
          for (const limit of [1, 7, 200]) expect(idsOf(await pages(store, sort, limit))).toEqual(expected.map(({ id }) => id));
        }
      }
      expect(await pages(store, [], 8)).toHaveLength(90);
    });

    test('respect limit, offset and the cap of count', async ({ store }) => {
      await store.fill(
        stories.name,
        Array.from({ length: 30 }, (_, index) => unstoredDoc(`id${10 + index}`, { likes: index })),
      );
      const sort = [{ field: 'likes', direction: -1 }] as const;
      expect(idsOf(await store.find(stories.name, { filter: null, sort, limit: 2, offset: 3 }))).toEqual(['id36', 'id35']);
      expect(await store.find(stories.name, { filter: null, sort, limit: 0 })).toEqual([]);
      const after = { values: [10], id: 'id20' };
      expect(idsOf(await store.find(stories.name, { filter: null, sort, limit: 2, offset: 1, after }))).toEqual(['id18', 'id17']);
      const filter = { op: 'gte', field: 'likes', value: 10 } as const;
      expect(await store.count(stories.name, { filter }, 100)).toBe(20);
      expect(await store.count(stories.name, { filter }, 20)).toBe(20);
      expect(await store.count(stories.name, { filter }, 7)).toBe(7);
    });

    test('find points in bounding boxes: on edges, at poles, across the antimeridian', async ({ store }) => {
      const docs = [
        atPoint('paris', 48.85, 2.35),
        atPoint('fiji-west', -17.8, 177.4),
        atPoint('fiji-east', -16.5, -179.9),
        atPoint('line-plus', 0, 180),
        atPoint('line-minus', 0, -180),
        atPoint('north-pole', 90, 12),
        atPoint('south-pole', -90, -180),
        atPoint('nowhere', null, 3),
        atPoint('text', '48', '2'),
        unstoredDoc('missing'),
      ];
      await store.fill(stories.name, docs);
      const within = async (box: Box): Promise<unknown[]> =>
        idsOf(await store.find(stories.name, { filter: { op: 'within', latitude: 'latitude', longitude: 'longitude', box }, sort: [], limit: 20 }));
      const places = ['fiji-east', 'fiji-west', 'line-minus', 'line-plus', 'north-pole', 'paris', 'south-pole'];
      expect(await within({ south: -90, west: -180, north: 90, east: 180 })).toEqual(places);
      expect(await within({ south: -20, west: 170, north: 10, east: -170 })).toEqual(['fiji-east', 'fiji-west', 'line-minus', 'line-plus']);
      expect(await within({ south: -20, west: -179.9, north: 10, east: 177.4 })).toEqual(['fiji-east', 'fiji-west']);
      expect(await within({ south: 48.85, west: 2.35, north: 48.85, east: 2.35 })).toEqual(['paris']);
      expect(await within({ south: 48.850001, west: 2, north: 49, east: 3 })).toEqual([]);
      expect(await within({ south: 90, west: -180, north: 90, east: 180 })).toEqual(['north-pole']);
      expect(await within({ south: -90, west: 170, north: -80, east: -170 })).toEqual(['south-pole']);
      expect(await within({ south: 60, west: -180, north: 40, east: 180 })).toEqual([]);
    });

    test('compare hostile values as plain text, and refuse hostile field names', async ({ store }) => {
      await store.fill(stories.name, [unstoredDoc('a', { title: 'a', tags: ['x'] })]);
      const hostile = ['\0', 'a\0b', '\ud800', `a'; drop table x; --`, '$1', '__proto__', 'x'.repeat(100_000)];
      for (const value of hostile) {
        expect(await store.get(stories.name, [value])).toEqual([]);
        expect(await store.load(stories.name, [value])).toEqual([]);
        expect(await store.count(stories.name, { filter: { op: 'eq', field: 'title', value } }, 9)).toBe(0);
        expect(await store.count(stories.name, { filter: { op: 'ne', field: 'title', value } }, 9)).toBe(1);
        expect(await store.count(stories.name, { filter: { op: 'in', field: 'title', values: [value, 'a'] } }, 9)).toBe(1);
        expect(await store.count(stories.name, { filter: { op: 'has', field: 'tags', value } }, 9)).toBe(0);
        expect(await store.count(stories.name, { filter: { op: 'contains', field: 'title', value } }, 9)).toBe(0);
      }
      const name = `title' = '' or true --`;
      await expect(store.find(stories.name, { filter: { op: 'eq', field: name, value: 'a' }, sort: [], limit: 9 })).rejects.toThrow();
      await expect(store.find(stories.name, { filter: null, sort: [{ field: name, direction: 1 }], limit: 9 })).rejects.toThrow();
      await expect(all(store.scan(`stories@1" where true --`))).rejects.toThrow();
    });
  });
}
