import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { expect, test } from 'vitest';
import { hullAround } from './hull.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });
const kyoto = [at(135.76, 34.985), at(135.78, 34.985), at(135.77, 35.0), at(135.77, 34.99)];

test('Hull is closed and convex, and surrounds every point with the given margin', () => {
  const hull = hullAround(kyoto, 0.5);
  expect(hull.at(-1)).toEqual(hull[0]);
  const distances = kyoto.map((point) => Math.min(...hull.map(([longitude, latitude]) => kilometresBetween(point, { longitude, latitude }))));
  expect(Math.min(...distances.slice(0, 3))).toBeCloseTo(0.5, 1);
  // The inner point is farther away.
  expect(distances[3]).toBeGreaterThan(0.5);
  const turns = hull.slice(2).map(([cx, cy], index) => {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [hull[index], hull[index + 1]];
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  });
  expect(turns.filter((turn) => turn < 0)).toEqual([]);
});

test('Hull across the antimeridian continues beyond 180 degrees', () => {
  const longitudes = hullAround([at(179.99, -17), at(-179.98, -17)], 1).map(([longitude]) => longitude);
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.1);
  expect(Math.max(...longitudes)).toBeGreaterThan(180);
});

test('Hull of nothing is empty, and of one point a circle', () => {
  expect(hullAround([], 1)).toEqual([]);
  expect(hullAround([at(10, 50)], 1)).toHaveLength(25);
});
