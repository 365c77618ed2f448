import { expect, test } from 'vitest';
import { kilometresAlong, kilometresBetween } from './distance.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };
const porto = { latitude: 41.1496, longitude: -8.611 };

test('Distance of one degree at the equator is 111.2 km, also across the antimeridian', () => {
  expect(kilometresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(111.19, 1);
  expect(kilometresBetween({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.19, 1);
});

test('Distance between the poles is half the circumference, 20,015 km', () => {
  expect(kilometresBetween({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 })).toBeCloseTo(20_015, 0);
});

test('Path length is the sum of its legs, in either direction', () => {
  expect(kilometresBetween(lisbon, porto)).toBeCloseTo(274.5, 0);
  expect(kilometresAlong([lisbon, porto, lisbon])).toBeCloseTo(2 * kilometresBetween(porto, lisbon), 9);
  expect(kilometresAlong([lisbon])).toBe(0);
  expect(kilometresAlong([])).toBe(0);
});
