import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMapChanges, anyPositions, numberedId, stopAt, tilesAround } from './stop-map.fixture.ts';
import { createStopMap, type StopMap, stopMapFrom } from './stop-map.ts';
import { BrokenCopy, readCopyBlocks } from './stop-map-copy.ts';
import type { MapStop } from './stop-rows.ts';
import { maxTileZoom, worldSize, worldX, worldY } from './world-grid.ts';

const world = (lng: number, lat: number): [number, number] => [worldX(lng) / worldSize, worldY(lat) / worldSize];
const zooms = Array.from({ length: maxTileZoom + 1 }, (_, z) => z);
const everywhere = { south: -90, west: -180, north: 90, east: 180 };

/** Chunks with arbitrary boundaries, as a disk or a network returns them. */
async function* cut(chunks: readonly Uint8Array[], size: number): AsyncGenerator<Uint8Array> {
  const all = Buffer.concat(chunks);
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}
const restored = (chunks: readonly Uint8Array[], size = 1_000): Promise<StopMap> => stopMapFrom(readCopyBlocks(cut(chunks, size)));

function expectSame(map: StopMap, anew: StopMap, at: readonly (readonly [number, number])[]): void {
  expect(map.size()).toBe(anew.size());
  for (const z of zooms) for (const tile of tilesAround(z, at, world)) expect(map.content(tile)).toEqual(anew.content(tile));
  expect(map.countriesIn(null)).toEqual(anew.countriesIn(null));
  expect(map.countWithin(everywhere)).toEqual(anew.countWithin(everywhere));
  const all = { most: 100_000, cap: 100_000 };
  expect(map.storiesWithin(everywhere, all)).toEqual(anew.storiesWithin(everywhere, all));
}

test('A copy of the stop map restores the same map, which can be changed like the original', async () => {
  await fc.assert(
    fc.asyncProperty(anyPositions(60), anyMapChanges, fc.integer({ min: 1, max: 5_000 }), async (at, history, size) => {
      const original = createStopMap();
      for (const [number, [lng, lat]] of at.entries())
        original.add(stopAt(number, lng, lat, 10 + (number % 5), ['PT', 'FR', null][number % 3] ?? null));
      for (const story of [10, 11, 12, 13]) original.rank(numberedId('a', story), { likeCount: story % 3, createdAt: 1_767_225_600_123 + story });
      const copy = await restored([...original.copy()], size);
      expectSame(copy, original, at);
      const touched = [...at, ...history.flatMap(([, stops]) => stops.map(([, position]) => position))];
      for (const [story, stops] of history) {
        const now = [...new Map(stops.map(([number, [lng, lat]]) => [number, stopAt(100 * story + number, lng, lat, 10 + story)])).values()];
        for (const map of [copy, original]) map.replace(numberedId('a', 10 + story), now);
      }
      expectSame(copy, original, touched);
    }),
    { numRuns: 60 },
  );
});

test('A copy of the stop map restores names in any script, and stops at one location', async () => {
  const map = createStopMap();
  for (const [number, placeName] of ['Kiyomizu-dera 清水寺', '', 'Ægisíða', 'Σύνταγμα'].entries()) map.add({ ...stopAt(number, 2, 48), placeName });
  const copy = await restored([...map.copy()], 7);
  expectSame(copy, map, [[2, 48]]);
});

/** More stops than fit into one block, around towns in order of their number. */
const crowd = (count: number): MapStop[] =>
  Array.from({ length: count }, (_, number) =>
    stopAt(number, (number % 300) - 150 + (number % 97) / 1_000, (number % 120) - 60, Math.floor(number / 10)),
  );

test('Restored copy of the stop map equals the map once the stories that changed during copying are read again', async () => {
  // given
  const stops = crowd(40_000);
  const map = createStopMap();
  for (const stop of stops) map.add(stop);
  const now = Map.groupBy(stops, ({ itineraryId }) => itineraryId);
  const changed = new Set<string>();
  // when
  const chunks: Uint8Array[] = [];
  let turn = 0;
  for (const chunk of map.copy()) {
    chunks.push(chunk);
    for (let story = turn * 37; story < turn * 37 + 200; story++) {
      const id = numberedId('a', story % 4_000);
      // Moves stops across the world, some out of and some into the copied part; every third story is removed.
      const moved =
        story % 3 === 0
          ? []
          : (now.get(id) ?? []).map((stop) => ({ ...stop, coordinates: { latitude: 10, longitude: -stop.coordinates.longitude } }));
      now.set(id, moved);
      changed.add(id);
      map.replace(id, moved);
    }
    turn += 1;
  }
  expect(chunks.length).toBeGreaterThan(3);
  const copy = await restored(chunks, 60_000);
  for (const id of changed) copy.replace(id, now.get(id) ?? []);
  // then
  expectSame(
    copy,
    map,
    [...now.values()]
      .flat()
      .slice(0, 40)
      .map(({ coordinates }) => [coordinates.longitude, coordinates.latitude] as const),
  );
});

test('Control: restored copy of the stop map differs from the map until the stories that changed during copying are read again', async () => {
  const map = createStopMap();
  for (const stop of crowd(40_000)) map.add(stop);
  const chunks: Uint8Array[] = [];
  for (const chunk of map.copy()) {
    chunks.push(chunk);
    map.replace(numberedId('a', chunks.length), []);
  }
  expect((await restored(chunks, 60_000)).size()).not.toBe(map.size());
});

test('A copy of a stop map without stops restores an empty map', async () => {
  expect((await restored([...createStopMap().copy()])).size()).toBe(0);
});

test.each([
  ['that was cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 8)],
  ['that was cut off within a block', (bytes: Buffer) => bytes.subarray(0, 100)],
  ['with a flipped bit', (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 60 ? byte ^ 1 : byte)))],
  ['of another format', () => Buffer.from('{"a": "page of something else"}')],
  ['without bytes', () => Buffer.alloc(0)],
])('a copy %s is refused', async (_, broken) => {
  const map = createStopMap();
  for (const stop of crowd(20)) map.add(stop);
  await expect(restored([broken(Buffer.concat([...map.copy()]))])).rejects.toThrow(BrokenCopy);
});
