import { isInBox } from '@waystory/proto/kit/filter.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPositions, numberedId, stopAt } from './stop-map.fixture.ts';
import { createStopMap } from './stop-map.ts';
import { worldX, worldY } from './world-grid.ts';

const world = { south: -90, west: -180, north: 90, east: 180 };
const all = { most: 1_000, cap: 1_000 };

const degrees = (limit: number) => fc.integer({ min: -limit, max: limit });
const box = fc.record({ south: degrees(85), west: degrees(180), north: degrees(85), east: degrees(180) });
const standing = fc.record({ likeCount: fc.integer({ min: 0, max: 3 }), createdAt: fc.integer({ min: 1, max: 3 }) });
/** Rounded like the map, so that a stop close to an edge is on the same side of it. */
const inUnits = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude: -worldY(latitude), longitude: worldX(longitude) });

test('Itineraries in a box, of all countries or one, are those with a stop inside, most liked first', () => {
  const most = fc.integer({ min: 1, max: 8 });
  const countryCode = fc.constantFrom(undefined, 'PT', 'FR', 'NO');
  const standings = fc.array(standing, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(anyPositions(60), box, standings, most, countryCode, (drawn, { south, north, west, east }, ranks, limit, country) => {
      const around = { west, east, south: Math.min(south, north), north: Math.max(south, north) };
      const stops = drawn.map(([lng, lat], number) => stopAt(number, lng, lat, number % 8, ['PT', 'FR', null][number % 3] ?? null));
      const map = createStopMap();
      for (const stop of stops) map.add(stop);
      for (const [story, rank] of ranks.entries()) map.rank(numberedId('a', story), rank);
      const [southWest, northEast] = [inUnits({ latitude: around.south, longitude: west }), inUnits({ latitude: around.north, longitude: east })];
      const edges = { south: southWest.latitude, west: southWest.longitude, north: northEast.latitude, east: northEast.longitude };
      const inside = stops.filter((stop) => isInBox(edges, inUnits(stop.coordinates)) && (!country || stop.countryCode === country));
      const ids = [...new Set(inside.map(({ itineraryId }) => itineraryId))];
      const ranked = ids
        .map((id) => ({ id, ...(ranks[Number(id.slice(-12))] ?? { likeCount: 0, createdAt: 0 }) }))
        .sort((a, b) => b.likeCount - a.likeCount || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1));
      const seen = map.storiesWithin(around, { countryCode: country, most: limit, cap: 1_000 });
      expect(seen).toEqual({ total: ids.length, best: ranked.slice(0, limit) });
    }),
  );
});

test('Itinerary in a box rises in rank when it is liked, and leaves the result when its stops are removed', () => {
  const map = createStopMap();
  for (const story of [1, 2]) {
    map.add(stopAt(story, 10, 10, story));
    map.rank(numberedId('a', story), { likeCount: 0, createdAt: story });
  }
  const order = () => map.storiesWithin(world, all).best?.map(({ id }) => Number(id.slice(-12)));
  expect(order()).toEqual([2, 1]);
  map.rank(numberedId('a', 1), { likeCount: 1, createdAt: 1 });
  expect(order()).toEqual([1, 2]);
  map.replace(numberedId('a', 1), []);
  map.rank(numberedId('a', 1), { likeCount: 2, createdAt: 1 });
  expect(order()).toEqual([2]);
});

test('Total of itineraries beyond the cap is the cap plus one', () => {
  const map = createStopMap();
  for (let story = 0; story < 30; story++) map.add(stopAt(story, story, 0, story));
  expect(map.storiesWithin(world, { most: 2, cap: 29 })).toMatchObject({ total: 30 });
  expect(map.storiesWithin(world, { most: 2, cap: 20 })).toMatchObject({ total: 21 });
});

test('Itineraries in a box with more than 100,000 stops are not ranked, and are counted only in the whole world or beyond the cap', () => {
  const map = createStopMap();
  for (let number = 0; number < 110_000; number++) map.add(stopAt(number, (number % 300) / 10, 40, number % 100));
  map.add(stopAt(110_000, 0, -40, 1_000));
  expect(map.storiesWithin(world, { most: 10, cap: 50 })).toEqual({ total: 51, best: null });
  expect(map.storiesWithin(world, { most: 10, cap: 200 })).toEqual({ total: 101, best: null });
  const most = { ...world, south: 0 };
  expect(map.storiesWithin(most, { most: 10, cap: 50 })).toEqual({ total: 51, best: null });
  expect(map.storiesWithin(most, { most: 10, cap: 100 })).toEqual({ total: null, best: null });
  expect(map.storiesWithin({ ...most, east: 10 }, { most: 10, cap: 100 }).total).toBe(100);
});
