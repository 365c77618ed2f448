import { describe, expect, test } from 'vitest';
import { boundsOf, boxesTouch, clipPolygon } from './clip.ts';
import { boxOf, latitudeAt } from './mercator.ts';
import { moveCutsOffMap, polygonsOf, positionsOf, ringAreaOf, smoothRing, unwrapRing } from './ring.ts';
import { scanPolygons } from './sources.ts';

const square = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
const longitudes = (ring: ArrayLike<number>): number[] => positionsOf(ring).map(([longitude = 0]) => longitude);

describe('ring', () => {
  test('across the antimeridian continues beyond 180 degrees', () => {
    const fiji = unwrapRing([178, -17, 179, -18, -179, -18, -179, -17, 178, -17]);
    expect(longitudes(fiji)).toEqual([178, 179, 181, 181, 178]);
    expect(ringAreaOf(fiji)).toBe(2.5);
  });

  test('around the south pole is closed below the map', () => {
    const antarctica = unwrapRing([-180, -78, -90, -70, 0, -70, 90, -70, 180, -78]);
    expect(positionsOf(antarctica).slice(-3)).toEqual([
      [180, -89.9],
      [-180, -89.9],
      [-180, -78],
    ]);
  });

  test('that does not touch the antimeridian stays unchanged', () => {
    expect(unwrapRing(square)).toEqual(square);
    expect(Array.from(moveCutsOffMap(square))).toEqual(square);
  });

  test('that the data cuts at 180 degrees is extended beyond the map', () => {
    expect(Array.from(moveCutsOffMap([170, 60, 180, 60, 180, 70, 170, 60]))).toEqual([170, 60, 183, 60, 183, 70, 170, 60]);
  });

  test('is smoothed within its bounding box', () => {
    const smooth = smoothRing(square, 2);
    expect(smooth.length).toBe((4 * 4 + 1) * 2);
    expect(ringAreaOf(smooth)).toBeGreaterThan(75);
    expect(ringAreaOf(smooth)).toBeLessThan(100);
    expect(boundsOf([smooth])).toEqual({ west: 0, south: 0, east: 10, north: 10 });
  });
});

describe('polygon clipped to a box', () => {
  const clip = (rings: number[][], box: { west: number; south: number; east: number; north: number }) => clipPolygon(rings, boundsOf(rings), box);

  test('keeps the part inside the box, holes included', () => {
    const hole = [4, 4, 6, 4, 6, 6, 4, 6, 4, 4];
    const part = clip([square, hole], { west: 5, south: -5, east: 20, north: 20 });
    expect(part?.map(ringAreaOf)).toEqual([50, 2]);
  });

  test('loses holes outside the box', () => {
    const hole = [1, 1, 2, 1, 2, 2, 1, 1];
    expect(clip([square, hole], { west: 5, south: -5, east: 20, north: 20 })).toHaveLength(1);
  });

  test('is null when it lies outside', () => {
    expect(clip([square], { west: 20, south: 20, east: 30, north: 30 })).toBeNull();
    expect(boxesTouch(boundsOf([square]), { west: 20, south: 20, east: 30, north: 30 })).toBe(false);
  });
});

test('Polygon scanner reads the same polygons as JSON.parse', () => {
  const geometry = {
    type: 'MultiPolygon' as const,
    coordinates: [
      [
        [
          [-2.369, 49.424],
          [0, -0.5],
          [180, 90],
          [-2.369, 49.424],
        ],
        [
          [1, 1],
          [2, 1],
          [2, 2],
          [1, 1],
        ],
      ],
      [
        [
          [5, 5],
          [6, 5.25],
          [6, 6],
          [5, 5],
        ],
      ],
    ],
  };
  const text = Buffer.from(JSON.stringify({ type: 'GeometryCollection', geometries: [geometry, geometry] }, null, 1));
  expect(scanPolygons(text)).toEqual([...polygonsOf(geometry), ...polygonsOf(geometry)]);
});

test('Tile boxes have the latitudes of Web Mercator and a margin', () => {
  expect(latitudeAt(0)).toBeCloseTo(85.0511, 4);
  expect(latitudeAt(0.5)).toBeCloseTo(0, 9);
  const { west, east, north } = boxOf(1, 1, 0);
  expect([west, east]).toEqual([-3, 183]);
  expect(north).toBeCloseTo(88.0511, 4);
});
