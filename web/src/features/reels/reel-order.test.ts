import fc from 'fast-check';
import { expect, test } from 'vitest';
import { worldBounds } from '../../lib/bounds.ts';
import {
  clampReelIndex,
  cursorAfter,
  distinctReels,
  hasNextReelPage,
  type ReelCard,
  type ReelCursor,
  type ReelPage,
  reelIndicesAround,
  searchAreasOf,
} from './reel-order.ts';

const card = (id: string): ReelCard => ({
  id,
  title: `Story ${id}`,
  imageUrl: null,
  image: null,
  likeCount: 0,
  daysCount: 1,
  stopsCount: 1,
  accountUserName: null,
  countryImageUrl: null,
});
const portugal = { southWest: { lng: -10, lat: 36 }, northEast: { lng: -6, lat: 42 } };
const fiji = { southWest: { lng: 177, lat: -19 }, northEast: { lng: -179, lat: -16 } };

test('search areas widen from the bounds to their neighbourhood and to the world', () => {
  expect(searchAreasOf(portugal)).toEqual([portugal, { southWest: { lng: -16, lat: 30 }, northEast: { lng: 0, lat: 48 } }, worldBounds]);
});

test('search area around bounds at the antimeridian spans both of its sides', () => {
  expect(searchAreasOf(fiji)[1]).toEqual({ southWest: { lng: 171, lat: -25 }, northEast: { lng: -173, lat: -10 } });
});

test('search areas of a single point include its neighbourhood, search areas of the world are the world only', () => {
  const spot = { southWest: { lng: 10, lat: 50 }, northEast: { lng: 10, lat: 50 } };
  expect(searchAreasOf(spot)[1]).toEqual({ southWest: { lng: 4, lat: 44 }, northEast: { lng: 16, lat: 56 } });
  expect(searchAreasOf(worldBounds)).toEqual([worldBounds]);
});

test('a search area has another page until its last page or the page limit of the API', () => {
  expect(hasNextReelPage({ items: [1], page: 1, limit: 20, total: 21 })).toBe(true);
  expect(hasNextReelPage({ items: [1], page: 2, limit: 20, total: 21 })).toBe(false);
  expect(hasNextReelPage({ items: [], page: 1, limit: 20, total: 21 })).toBe(false);
  expect(hasNextReelPage({ items: [1], page: 100, limit: 20, total: 9_999 })).toBe(false);
});

/** Ids of all stories of the areas, in the paging order of the feed. */
function walked(areas: readonly (readonly string[])[], start: string, size: number): string[] {
  const pages: ReelPage[] = [{ cards: [card(start)], hasMore: false, areas: areas.map(() => worldBounds) }];
  for (let cursor: ReelCursor | undefined = cursorAfter(pages, null); cursor; cursor = cursorAfter(pages, cursor)) {
    const ids = areas[cursor.area] ?? [];
    const items = ids.slice((cursor.page - 1) * size, cursor.page * size);
    pages.push({ cards: items.map(card), hasMore: hasNextReelPage({ items, page: cursor.page, limit: size, total: ids.length }) });
  }
  return distinctReels(pages).map(({ id }) => id);
}

test('feed lists every story once, nearer areas first, and ends', () => {
  const id = fc.integer({ min: 0, max: 60 }).map(String);
  const area = fc.uniqueArray(id, { maxLength: 30 });
  fc.assert(
    fc.property(id, area, area, area, fc.integer({ min: 1, max: 7 }), (start, near, around, world, size) => {
      expect(walked([near, around, world], start, size)).toEqual([...new Set([start, ...near, ...around, ...world])]);
    }),
  );
});

test('at most three reels are in the document', () => {
  expect(reelIndicesAround(0, 10)).toEqual([0, 1]);
  expect(reelIndicesAround(4, 10)).toEqual([3, 4, 5]);
  expect(reelIndicesAround(9, 10)).toEqual([8, 9]);
  expect(reelIndicesAround(0, 1)).toEqual([0]);
});

test('a reel index beyond the end is clamped to the end', () => {
  expect(clampReelIndex(3, 10)).toBe(3);
  expect(clampReelIndex(300, 10)).toBe(9);
  expect(clampReelIndex(0, 0)).toBe(0);
});
