import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cameraFor, type FreeArea } from './fit.ts';
import { type Position, pointOnGlobe } from './globe.ts';

const height = 900;
const desktop: FreeArea = { left: 670, right: 670, top: 400, bottom: 300 };
const phone: FreeArea = { left: 150, right: 150, top: 200, bottom: 170 };
const onGlobe = (points: readonly Position[], room = desktop) => cameraFor({ points, room, height, isGlobe: true, maxZoom: 10 });
const flat = (points: readonly Position[], room = desktop) => cameraFor({ points, room, height, isGlobe: false, maxZoom: 10 });
const wide = (span: number): Position[] => [
  [-span / 2, -1],
  [span / 2, 1],
];
/** Number of points inside the free area. */
const seen = (points: readonly Position[], { left, right, top, bottom }: FreeArea, camera: ReturnType<typeof onGlobe>): number =>
  points.filter((at) => {
    const point = camera && pointOnGlobe({ ...camera, height }, at);
    return point && point.x >= -left - 2 && point.x <= right + 2 && point.y >= -top - 2 && point.y <= bottom + 2;
  }).length;

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('Globe camera on %s', (_, room) => {
  test('has a lower zoom level for more distant points', () => {
    const zooms = [10, 30, 60, 90, 120, 150].map((span) => onGlobe(wide(span), room)?.zoom ?? Number.NaN);
    expect(zooms).toEqual(zooms.toSorted((a, b) => b - a));
    expect(Math.min(...zooms)).toBeGreaterThan(-2);
  });

  test.each<[string, Position[]]>([
    [
      'Portugal',
      [
        [-9.1, 38.7],
        [-8.6, 41.1],
        [-7.9, 37],
      ],
    ],
    [
      'Fiji and Samoa, over the antimeridian',
      [
        [178.4, -18.1],
        [-171.8, -13.8],
        [179.9, -16.8],
      ],
    ],
    [
      'Svalbard and Greenland',
      [
        [15.6, 78.2],
        [-51.7, 64.2],
        [-69, 77.5],
      ],
    ],
    [
      'stations around the South Pole',
      [
        [0, -75],
        [120, -75],
        [-120, -75],
      ],
    ],
    [
      'New York, Lisbon and Nairobi',
      [
        [-74, 40.7],
        [-9.1, 38.7],
        [36.8, -1.3],
      ],
    ],
    [
      'Tokyo, Honolulu and Los Angeles',
      [
        [139.7, 35.7],
        [-157.9, 21.3],
        [-118.2, 34],
      ],
    ],
  ])('shows all of %s', (_, points) => {
    expect(seen(points, room, onGlobe(points, room))).toBe(points.length);
  });

  test.each<[string, Position[], number]>([
    [
      'Quito to Tarawa',
      [
        [-78.5, -0.2],
        [36.8, -1.3],
        [103.8, 1.3],
        [173, 1.4],
      ],
      2,
    ],
    [
      'Los Angeles to Sydney',
      [
        [-118.2, 34],
        [-0.1, 51.5],
        [103.8, 1.3],
        [151.2, -33.9],
      ],
      2,
    ],
    ['a tour on every meridian', [-180, -120, -60, 0, 60, 120].map((lng) => [lng, 10]), 2],
    [
      'both poles',
      [
        [0, 89],
        [0, -89],
      ],
      1,
    ],
  ])('shows some points of %s, which exceeds one side of the globe', (_, points, least) => {
    expect(seen(points, room, onGlobe(points, room))).toBeGreaterThanOrEqual(least);
  });
});

describe('Camera', () => {
  test('on a single point uses the maximum zoom, and without points is null', () => {
    for (const shown of [onGlobe, flat]) {
      const camera = shown([[2.35, 48.86]], { left: 300, right: 300, top: 300, bottom: 300 });
      expect(camera?.zoom).toBeCloseTo(10, 1);
      expect(camera?.center[0]).toBeCloseTo(2.35, 2);
      expect(camera?.center[1]).toBeCloseTo(48.86, 2);
      expect(shown([])).toBeNull();
    }
  });

  test('of a flat map takes the short way across the antimeridian', () => {
    const camera = flat([
      [170, -10],
      [-170, 10],
    ]);
    expect(Math.abs(camera?.center[0] ?? 0)).toBeCloseTo(180, 1);
    expect(camera?.zoom).toBeCloseTo(
      flat([
        [-10, -10],
        [10, 10],
      ])?.zoom ?? 0,
      6,
    );
  });

  test('of a flat map has a lower zoom level for more distant points', () => {
    const zooms = [60, 120, 240, 320].map((span) => flat(Array.from({ length: 17 }, (_, step) => [(step / 16 - 0.5) * span, 0]))?.zoom ?? Number.NaN);
    expect(zooms).toEqual(zooms.toSorted((a, b) => b - a));
  });

  test('has a finite centre and zoom for any points and any free area', () => {
    const position = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
    const side = fc.integer({ min: -50, max: 900 });
    fc.assert(
      fc.property(
        fc.array(position, { minLength: 1, maxLength: 8 }),
        fc.record({ left: side, right: side, top: side, bottom: side }),
        fc.boolean(),
        (points, room, isGlobe) => {
          const camera = cameraFor({ points, room, height, isGlobe, maxZoom: 10 });
          expect(camera).not.toBeNull();
          const numbers = [camera?.zoom, ...(camera?.center ?? [])];
          expect(numbers.every(Number.isFinite)).toBe(true);
          expect(camera?.zoom).toBeLessThanOrEqual(10);
          expect(Math.abs(camera?.center[1] ?? 99)).toBeLessThanOrEqual(85);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('on the globe shows all points within 30 degrees of latitude and longitude around a position', () => {
    const offset = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -45, max: 45, noNaN: true }),
        fc.array(fc.tuple(offset, offset), { minLength: 1, maxLength: 6 }),
        (lng, lat, offsets) => {
          const points = offsets.map(([east, north]): Position => [lng + east, lat + north]);
          expect(seen(points, desktop, onGlobe(points))).toBe(points.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
