import { expect, test } from 'vitest';
import { travelMinutes } from './seed.ts';

test('Travel time is walking at 4.5 km/h up to 3 km, then riding at 18 km/h, and at least a minute', () => {
  expect([0, 0.03, 1.5, 3, 3.1, 24].map(travelMinutes)).toEqual([1, 1, 20, 40, 10, 80]);
});
