import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPointIndex } from './point-index.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const kyoto = { south: 34.9, west: 135.6, north: 35.1, east: 135.9 };

test('Point index finds a moved item only at its current position', () => {
  const index = createPointIndex<string>();
  index.set('station', at(34.9858, 135.7588));
  index.set('castle', at(35.0142, 135.7481));
  index.set('tower', at(35.6586, 139.7454));
  expect(index.within(kyoto).toSorted()).toEqual(['castle', 'station']);
  index.set('castle', at(34.6873, 135.5262));
  index.delete('tower');
  index.delete('nobody');
  expect(index.within(kyoto)).toEqual(['station']);
});

test('Point index accepts a box across the antimeridian or at a pole', () => {
  const index = createPointIndex<string>();
  index.set('west of it', at(-17.8, 179.9));
  index.set('on it', at(-17.8, 180));
  index.set('east of it', at(-17.8, -179.9));
  index.set('far away', at(-17.8, 178));
  index.set('pole', at(90, 10));
  expect(index.within({ south: -18, west: 179.5, north: -17, east: -179.5 }).toSorted()).toEqual(['east of it', 'on it', 'west of it']);
  expect(index.within({ south: 89, west: 9.5, north: 90, east: 10.5 })).toEqual(['pole']);
});

test('Point index finds the same as a scan of all points', () => {
  const point = fc.record({ latitude: fc.double({ min: -90, max: 90, noNaN: true }), longitude: fc.double({ min: -180, max: 180, noNaN: true }) });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 60 }), point, fc.double({ min: 0, max: 2, noNaN: true }), (points, { latitude, longitude }, span) => {
      const box = { south: latitude, west: longitude, north: Math.min(90, latitude + span), east: Math.min(180, longitude + span) };
      // Some points near the box, because random points rarely fall into it.
      const all = [...points, ...points.map((one) => at(Math.min(90, latitude + Math.abs(one.latitude) / 60), longitude))];
      const index = createPointIndex<number>();
      for (const [key, one] of all.entries()) index.set(key, one);
      const isIn = (one: (typeof all)[number]): boolean =>
        one.latitude >= box.south && one.latitude <= box.north && one.longitude >= box.west && one.longitude <= box.east;
      expect(index.within(box).toSorted((a, b) => a - b)).toEqual([...all.entries()].flatMap(([key, one]) => (isIn(one) ? [key] : [])));
    }),
  );
});
