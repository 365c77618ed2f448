import { isInBox } from '@waystory/proto/kit/filter.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPositions, numberedId, stopAt } from './stop-map.fixture.ts';
import { createStopMap } from './stop-map.ts';
import { worldX, worldY } from './world-grid.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };

test('Stops at a place are counted with their stories, unlike those of another place at the same position', () => {
  const map = createStopMap();
  // Every seventh number has the same place.
  const at = (number: number, story: number) => map.add(stopAt(number, lisbon.longitude, lisbon.latitude, story));
  at(1, 1);
  at(8, 1);
  at(15, 2);
  at(2, 3);
  map.add(stopAt(22, 10, 10, 4));
  expect(map.countAt(numberedId('b', 1), lisbon)).toEqual({ itinerariesCount: 2, stopsCount: 3 });
  expect(map.countAt(numberedId('B', 2), lisbon)).toEqual({ itinerariesCount: 1, stopsCount: 1 });
  expect(map.countAt(numberedId('b', 3), lisbon)).toEqual({ itinerariesCount: 0, stopsCount: 0 });
  expect(map.countAt(numberedId('b', 1), { latitude: 0, longitude: 0 })).toEqual({ itinerariesCount: 0, stopsCount: 0 });
  map.replace(numberedId('a', 1), []);
  expect(map.countAt(numberedId('b', 1), lisbon)).toEqual({ itinerariesCount: 1, stopsCount: 1 });
});

const degrees = (limit: number) => fc.integer({ min: -limit, max: limit });
const box = fc.record({ south: degrees(85), west: degrees(180), north: degrees(85), east: degrees(180) });
/** Rounded like the map, so that a stop close to an edge is on the same side of it. */
const inUnits = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude: -worldY(latitude), longitude: worldX(longitude) });

test('Stops counted in a box are those inside it, also over the antimeridian', () => {
  fc.assert(
    fc.property(anyPositions(60), box, (drawn, { south, north, west, east }) => {
      const around = { west, east, south: Math.min(south, north), north: Math.max(south, north) };
      const stops = drawn.map(([lng, lat], number) => stopAt(number, lng, lat, number % 5));
      const map = createStopMap();
      for (const stop of stops) map.add(stop);
      const [southWest, northEast] = [inUnits({ latitude: around.south, longitude: west }), inUnits({ latitude: around.north, longitude: east })];
      const edges = { south: southWest.latitude, west: southWest.longitude, north: northEast.latitude, east: northEast.longitude };
      const inside = stops.filter(({ coordinates }) => isInBox(edges, inUnits(coordinates)));
      const stories = new Set(inside.map(({ itineraryId }) => itineraryId));
      expect(map.countWithin(around)).toEqual({ itinerariesCount: stories.size, stopsCount: inside.length });
    }),
  );
});

test('Countries in a small part of a large map equal those of a map of that part alone', () => {
  const elsewhere = Array.from({ length: 2_000 }, (_, number) => stopAt(1_000 + number, 100 + number / 1_000, -40, 100 + number, 'AU'));
  fc.assert(
    fc.property(anyPositions(60), fc.integer({ min: -170, max: 60 }), fc.integer({ min: -20, max: 70 }), (drawn, west, south) => {
      const around = { west, south, east: west + 30, north: south + 15 };
      const stops = drawn.map(([lng, lat], number) => stopAt(number, lng, lat, number % 5, ['PT', 'FR', null][number % 3] ?? null));
      const [whole, part] = [createStopMap(), createStopMap()];
      for (const stop of [...elsewhere, ...stops]) whole.add(stop);
      for (const stop of stops) part.add(stop);
      const seen = (map: typeof whole) =>
        map.countriesIn(around).map(({ code, itinerariesCount, stopsCount }) => [code, itinerariesCount, stopsCount]);
      expect(seen(whole)).toEqual(seen(part));
    }),
    { numRuns: 60 },
  );
});
