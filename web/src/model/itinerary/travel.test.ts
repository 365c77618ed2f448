import { expect, test } from 'vitest';
import { travelBetween } from './travel.ts';

const kyotoStation = { latitude: 34.98583, longitude: 135.75878 };

test.each([
  ['two corners of a street', { latitude: 34.9861, longitude: 135.7588 }, 'walk', 1],
  ['across the river', { latitude: 34.99495, longitude: 135.7851 }, 'transit', 15],
  ['to the next block', { latitude: 34.9912, longitude: 135.7514 }, 'walk', 15],
  ['to the next city', { latitude: 34.6937, longitude: 135.5023 }, 'road', 60],
  ['to the capital', { latitude: 35.6812, longitude: 139.7671 }, 'road', 375],
  ['over the sea', { latitude: 37.5665, longitude: 126.978 }, 'flight', 270],
])('Travel estimate has mode and minutes: %s', (_, to, mode, minutes) => {
  expect(travelBetween(kyotoStation, to)).toMatchObject({ mode, minutes });
});

test('Travel time is 1 minute between equal points, and the same in both directions', () => {
  expect(travelBetween(kyotoStation, kyotoStation)).toEqual({ mode: 'walk', kilometres: 0, minutes: 1 });
  const tokyo = { latitude: 35.6812, longitude: 139.7671 };
  expect(travelBetween(tokyo, kyotoStation).minutes).toBe(travelBetween(kyotoStation, tokyo).minutes);
});
