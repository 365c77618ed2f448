import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { expect, test } from 'vitest';
import { boxAround } from './call-tool.ts';

const numbers = (box: ReturnType<typeof boxAround>) => Object.values(box).map(Number);

test('Bounding box touches its circle on all four sides', () => {
  const lisbon = { latitude: 38.7, longitude: -9.14 };
  const [west = 0, south = 0, east = 0, north = 0] = numbers(boxAround(lisbon, 10));
  for (const edge of [
    { latitude: north, longitude: lisbon.longitude },
    { latitude: south, longitude: lisbon.longitude },
    { latitude: lisbon.latitude, longitude: west },
    { latitude: lisbon.latitude, longitude: east },
  ])
    expect(kilometresBetween(lisbon, edge)).toBeCloseTo(10, 0);
});

test('Bounding box across the antimeridian has a wrapped east longitude', () => {
  const [west = 0, , east = 0] = numbers(boxAround({ latitude: 0, longitude: 179.95 }, 10));
  expect([west > 179.8, east < -179.9]).toEqual([true, true]);
});

test.each([90, -90, 89.95])('Bounding box at latitude %d spans all longitudes', (latitude) => {
  const [west, south = 0, east, north = 0] = numbers(boxAround({ latitude, longitude: 12 }, 10));
  expect([west, east]).toEqual([-180, 180]);
  expect(north).toBeLessThanOrEqual(90);
  expect(south).toBeGreaterThanOrEqual(-90);
});
