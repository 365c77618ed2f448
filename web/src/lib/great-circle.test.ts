import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { progressAlong, routeOver } from './great-circle.ts';

const lisbon = { latitude: 38.7223, longitude: -9.1393 };
const porto = { latitude: 41.1579, longitude: -8.6291 };
const tokyo = { latitude: 35.68, longitude: 139.77 };
const honolulu = { latitude: 21.31, longitude: -157.86 };

const point = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('great-circle distance', () => {
  test('of Lisbon and Porto is 274.3 km', () => expect(kilometresBetween(lisbon, porto)).toBeCloseTo(274.3, 0));

  test('is symmetric, and zero to the point itself', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(kilometresBetween(a, b)).toBeCloseTo(kilometresBetween(b, a), 6);
        expect(kilometresBetween(a, a)).toBe(0);
      }),
    );
  });
});

describe('great-circle route', () => {
  test('passes every point in order', () => {
    const route = routeOver([lisbon, porto]);
    expect(route[0]).toEqual([lisbon.longitude, lisbon.latitude]);
    expect(route.at(-1)).toEqual([porto.longitude, porto.latitude]);
  });

  test('draws a short leg straight', () => {
    expect(routeOver([lisbon, { latitude: 38.8, longitude: -9.38 }])).toHaveLength(2);
  });

  test('bends a long leg towards the pole', () => {
    const route = routeOver([tokyo, { ...tokyo, longitude: tokyo.longitude - 90 }]);
    expect(Math.max(...route.map(([, latitude]) => latitude))).toBeGreaterThan(40);
  });

  test('continues across the antimeridian and back', () => {
    const east = routeOver([tokyo, honolulu, tokyo]);
    expect(Math.max(...east.map(([longitude]) => longitude))).toBeCloseTo(honolulu.longitude + 360, 6);
    expect(east.at(-1)?.[0]).toBeCloseTo(tokyo.longitude, 6);
  });

  test('never has a step of more than 180 degrees of longitude', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        const route = routeOver(points);
        for (const [index, [longitude]] of route.entries())
          expect(Math.abs(longitude - (route[index - 1]?.[0] ?? longitude))).toBeLessThanOrEqual(180 + 1e-9);
      }),
    );
  });
});

describe('route progress', () => {
  test('grows with distance from 0 to 1', () => {
    const progress = progressAlong([
      [0, 0],
      [1, 0],
      [4, 0],
    ]);
    expect(progress).toEqual([0, expect.closeTo(0.25, 6), 1]);
  });

  test('is zero along a line without length', () => {
    expect(
      progressAlong([
        [5, 5],
        [5, 5],
      ]),
    ).toEqual([0, 0]);
  });
});
