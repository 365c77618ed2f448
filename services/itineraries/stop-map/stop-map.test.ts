import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersIn } from './clusters.ts';
import { createLocationTree } from './location-tree.ts';
import { anyMapChanges, anyPositions, numberedId, pointsOf, pointsOn, stopAt, tilesAround } from './stop-map.fixture.ts';
import { createStopMap, type StopMap } from './stop-map.ts';
import { abbreviatedCount } from './tile-features.ts';
import { maxClusterZoom, maxTileZoom, type TileAddress, worldSize, worldX, worldY } from './world-grid.ts';

const world = (lng: number, lat: number): [number, number] => [worldX(lng) / worldSize, worldY(lat) / worldSize];
const zooms = Array.from({ length: maxTileZoom + 1 }, (_, z) => z);
const countOf = (points: { tags: Record<string, string | number> }[]): number => points.reduce((sum, { tags }) => sum + Number(tags.point_count), 0);

function mapOf(at: readonly (readonly [number, number])[]): StopMap {
  const map = createStopMap();
  for (const [number, [lng, lat]] of at.entries()) map.add(stopAt(number, lng, lat));
  return map;
}

describe('Tiles', () => {
  test('count each stop once at every zoom, also at borders, poles and the antimeridian', () => {
    fc.assert(
      fc.property(anyPositions(60), (at) => {
        const map = mapOf(at);
        for (const z of zooms) expect(countOf(pointsOn(map, tilesAround(z, at, world)))).toBe(at.length);
      }),
      { numRuns: 60 },
    );
  });

  test('equal those of a new map byte for byte, after any changes', () => {
    fc.assert(
      fc.property(anyMapChanges, (history) => {
        const map = createStopMap();
        const now = new Map<number, ReturnType<typeof stopAt>[]>();
        const touched: [number, number][] = [[0, 0]];
        for (const [story, stops] of history) {
          // A stop that is listed twice is added once.
          const byId = new Map(stops.map(([number, [lng, lat]]) => [number, stopAt(10 * story + number, lng, lat, story)]));
          now.set(story, [...byId.values()]);
          touched.push(...stops.map(([, position]) => position));
          for (const z of zooms) for (const tile of tilesAround(z, touched.slice(-3), world)) map.tile(tile);
          map.replace(numberedId('a', story), now.get(story) ?? []);
        }
        const anew = createStopMap();
        for (const stops of [...now.values()].reverse()) for (const stop of stops) anew.add(stop);
        expect(map.size()).toBe(anew.size());
        for (const z of zooms) for (const tile of tilesAround(z, touched, world)) expect(map.tile(tile)).toEqual(anew.tile(tile));
        expect(map.countriesIn(null)).toEqual(anew.countriesIn(null));
      }),
      { numRuns: 60 },
    );
  });

  test('split a cluster at its expansion zoom', () => {
    fc.assert(
      fc.property(anyPositions(60), (at) => {
        const map = mapOf(at);
        for (const z of zooms.slice(0, maxClusterZoom + 1))
          for (const { x, y, tags } of pointsOn(map, tilesAround(z, at, world))) {
            if (tags.expansion_zoom === undefined) continue;
            expect(Number(tags.expansion_zoom)).toBeGreaterThan(z);
            expect(Number(tags.expansion_zoom)).toBeLessThanOrEqual(maxClusterZoom + 1);
            const same = pointsOn(map, tilesAround(Number(tags.expansion_zoom), at, world)).find((point) => point.x === x && point.y === y);
            expect(same?.tags.point_count).not.toBe(tags.point_count);
          }
      }),
      { numRuns: 30 },
    );
  });

  test('merge isolated stops within 25 px of each other, and separate stops 51 px apart', () => {
    for (const z of [0, 3, 9, 14])
      for (const middle of [-180, -9.14, 0.0001, 101.25]) {
        const degrees = 360 / 2 ** z / 512;
        const pointsApart = (pixels: number) => {
          const eastern = middle + pixels * degrees;
          const at = [middle, eastern > 180 ? eastern - 360 : eastern].map((lng): [number, number] => [lng, 10]);
          return pointsOn(mapOf(at), tilesAround(z, at, world)).map(({ tags }) => tags.point_count);
        };
        expect(pointsApart(25)).toEqual([2]);
        expect(pointsApart(51)).toEqual([1, 1]);
      }
  });

  test('lose no stop at their borders: clusters of neighbouring tiles share no cell', () => {
    fc.assert(
      fc.property(anyPositions(80), fc.integer({ min: 0, max: 4 }), (at, z) => {
        const tree = createLocationTree();
        for (const [lng, lat] of at) tree.add(worldX(lng), worldY(lat));
        const nodes = tilesAround(z, at, world).flatMap((tile) => clustersIn(tree, tile).flatMap(({ members }) => members.map(({ node }) => node)));
        expect(new Set(nodes).size).toBe(nodes.length);
      }),
    );
  });

  test('show several stops at one place as one point with their number and ids', () => {
    const map = mapOf([
      [2.2945, 48.8584],
      [2.2945, 48.8584],
      [2.2945, 48.8584],
    ]);
    for (const z of zooms)
      expect(pointsOn(map, tilesAround(z, [[2.2945, 48.8584]], world)).map(({ tags }) => tags)).toEqual([
        {
          point_count: 3,
          t: '3',
          stopId: numberedId('e', 0),
          itineraryId: numberedId('a', 1),
          placeId: numberedId('b', 0),
          title: 'Place 0',
          stopIds: [0, 1, 2].map((number) => numberedId('e', number)).join(','),
        },
      ]);
  });

  test('are cached gzipped, and stay cached when a story is replaced without a difference', () => {
    const map = mapOf([[2, 48]]);
    const tile: TileAddress = { z: 0, x: 0, y: 0 };
    const kept = map.tile(tile);
    expect(pointsOf(gunzipSync(Buffer.from(kept.bytes ?? '', 'latin1')), tile)).toEqual(pointsOf(map.content(tile), tile));
    expect(map.tile(tile)).toBe(kept);
    map.replace(numberedId('a', 1), [stopAt(0, 2, 48)]);
    expect(map.tile(tile)).toBe(kept);
    map.replace(numberedId('a', 1), []);
    expect(map.tile(tile).bytes).toBeNull();
  });

  test('are evicted by a change nearby and by no other change', () => {
    const map = mapOf([
      [2, 48],
      [-70, -33],
    ]);
    const tileOf = (lng: number, lat: number): TileAddress => {
      const [x, y] = world(lng, lat);
      return { z: 10, x: Math.floor(x * 1_024), y: Math.floor(y * 1_024) };
    };
    const [near, far] = [tileOf(2, 48), tileOf(-70, -33)];
    const before = [map.tile(near), map.tile(far)];
    map.add(stopAt(9, 2.01, 48.01));
    expect(map.tile(near)).not.toBe(before[0]);
    expect(map.tile(far)).toBe(before[1]);
  });
});

test.each([
  [1, '1'],
  [999, '999'],
  [1_000, '1k'],
  [1_234, '1.2k'],
  [9_999, '9.9k'],
  [12_345, '12k'],
  [999_999, '999k'],
  [1_149_000, '1.1M'],
  [23_000_000, '23M'],
])('%i stops are labelled %s', (count, label) => expect(abbreviatedCount(count)).toBe(label));

describe('Countries on the map', () => {
  const countryOf = (map: StopMap, code: string, box: Parameters<StopMap['countriesIn']>[0] = null) =>
    map.countriesIn(box).find((country) => country.code === code);

  test('have the same counts as a pass over every stop', () => {
    const box = fc.record({
      south: fc.double({ min: -90, max: 0, noNaN: true }),
      north: fc.double({ min: 0, max: 90, noNaN: true }),
      west: fc.double({ min: -180, max: 180, noNaN: true }),
      east: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(anyPositions(80), box, (at, { south, north, west, east }) => {
        const stops = at.map(([lng, lat], number) => stopAt(number, lng, lat, number % 5, ['PT', 'FR', null][number % 3] ?? null));
        const map = createStopMap();
        for (const stop of stops) map.add(stop);
        const isIn = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean => {
          const [x, y] = [worldX(longitude), worldY(latitude)];
          const inLongitude = west > east ? x >= worldX(west) || x <= worldX(east) : x >= worldX(west) && x <= worldX(east);
          return inLongitude && y >= worldY(north) && y <= worldY(south);
        };
        const seen = stops.filter(({ coordinates, countryCode }) => countryCode !== null && isIn(coordinates));
        const expected = Object.entries(Object.groupBy(seen, ({ countryCode }) => countryCode ?? '')).map(([code, of = []]) => [
          code,
          new Set(of.map(({ itineraryId }) => itineraryId)).size,
          of.length,
        ]);
        const got = map.countriesIn({ south, north, west, east });
        expect(got.map(({ code, itinerariesCount, stopsCount }) => [code, itinerariesCount, stopsCount]).sort()).toEqual(expected.sort());
        expect(got.map(({ itinerariesCount }) => itinerariesCount)).toEqual(
          got.map(({ itinerariesCount }) => itinerariesCount).sort((a, b) => b - a),
        );
      }),
    );
  });

  test('have bounds around all their stops, the short way round the world', () => {
    const map = createStopMap();
    const at: [string, number, number][] = [
      ['FJ', 177.4, -17.8],
      ['FJ', -179.9, -16.7],
      ['PT', -9.2, 38.7],
      ['PT', -8.6, 41.1],
      ['RU', 20.5, 54.7],
      ['RU', -169.8, 66.1],
    ];
    for (const [number, [country, lng, lat]] of at.entries()) map.add(stopAt(number, lng, lat, number, country));
    const rounded = (code: string) => {
      const bounds = countryOf(map, code, { south: -90, north: 90, west: -180, east: 180 })?.bounds;
      return (
        bounds &&
        [bounds.southWest.lng, bounds.southWest.lat, bounds.northEast.lng, bounds.northEast.lat].map((degrees) => Number(degrees.toFixed(4)))
      );
    };
    expect(rounded('FJ')).toEqual([177.4, -17.8, -179.9, -16.7]);
    expect(rounded('PT')).toEqual([-9.2, 38.7, -8.6, 41.1]);
    expect(rounded('RU')).toEqual([20.5, 54.7, -169.8, 66.1]);
    expect(countryOf(map, 'PT', { south: 38, north: 39, west: -10, east: -9 })).toMatchObject({ stopsCount: 1, itinerariesCount: 1 });
    expect(countryOf(map, 'PT', { south: 38, north: 39, west: -10, east: -9 })?.bounds).toEqual(countryOf(map, 'PT')?.bounds);
    expect(countryOf(map, 'FJ', { south: -20, north: 0, west: 179, east: -179 })).toMatchObject({ stopsCount: 1 });
  });
});
