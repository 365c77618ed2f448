import { wrapLongitude } from '@waystory/proto/kit/distance.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsAround, boundsOfEdges, cornersOf, initialViewOf, longitudeSpan, openingView, paddedBounds } from './bounds.ts';
import type { MapBounds } from './search-params.ts';

const box = (west: number, south: number, east: number, north: number): MapBounds => ({
  southWest: { lng: west, lat: south },
  northEast: { lng: east, lat: north },
});
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -85, max: 85, noNaN: true });

describe('initial view', () => {
  test('without bounds is the world', () => {
    expect(initialViewOf(undefined)).toEqual({ longitude: 0, latitude: 20, zoom: 1 });
    expect(initialViewOf(undefined)).toBe(openingView);
  });

  test.each([
    [0.009, 16],
    [0.01, 13],
    [0.099, 13],
    [0.1, 10],
    [0.99, 10],
    [1, 8],
    [4.9, 8],
    [5, 5],
    [19.9, 5],
    [20, 2],
    [170, 2],
  ])('of a span of %d degrees has zoom %d', (span, zoom) => {
    expect(initialViewOf(box(0, 0, span, 0)).zoom).toBe(zoom);
    expect(initialViewOf(box(0, -span / 2, 0, span / 2)).zoom).toBe(zoom);
  });

  test('of bounds across the antimeridian is centred on it', () => {
    expect(initialViewOf(box(170, -20, -170, 0))).toEqual({ longitude: 180, latitude: -10, zoom: 2 });
    expect(initialViewOf(box(176, -20, -178, -15)).zoom).toBe(5);
  });
});

describe('map bounds', () => {
  test('wrap edges beyond 180 degrees, and a full turn is the world', () => {
    expect(boundsOfEdges(170, -10, 190, 10)).toEqual(box(170, -10, -170, 10));
    expect(boundsOfEdges(-200, -95, 200, 95)).toEqual(box(-180, -90, 180, 90));
  });

  test('with a padding of 10 % grow by that share on every side', () => {
    expect(paddedBounds(box(0, 0, 10, 20), 0.1)).toEqual(box(-1, -2, 11, 22));
    expect(paddedBounds(box(175, -20, -175, -10), 0.1)).toEqual(box(174, -21, -174, -9));
  });

  test('around points on both sides of the antimeridian cross it', () => {
    const points = [178, -179, 177].map((longitude) => ({ longitude, latitude: -17 }));
    expect(boundsAround(points)).toEqual(box(177, -17, -179, -17));
    expect(boundsAround([])).toBeNull();
    expect(boundsAround([{ longitude: 5, latitude: 6 }])).toEqual(box(5, 6, 5, 6));
    const hair = boundsAround([{ longitude: -179.99999999999994, latitude: 0 }]);
    expect(hair && longitudeSpan(hair)).toBe(0);
  });

  test('contain all their points and are as narrow as possible', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ longitude, latitude }), { minLength: 1, maxLength: 12 }), (points) => {
        const around = boundsAround(points);
        if (!around) throw new Error('There are points');
        const [[west], [east]] = cornersOf(around);
        for (const point of points) {
          const turned = [point.longitude - 360, point.longitude, point.longitude + 360];
          expect(turned.some((lng) => lng >= west - 1e-4 && lng <= east + 1e-4)).toBe(true);
          expect(point.latitude).toBeGreaterThanOrEqual(around.southWest.lat - 1e-4);
          expect(point.latitude).toBeLessThanOrEqual(around.northEast.lat + 1e-4);
        }
        expect(longitudeSpan(around)).toBeLessThanOrEqual(360 - 360 / points.length + 1e-3);
      }),
    );
  });

  test('have any longitude wrapped to at most 180 degrees on the same meridian', () => {
    fc.assert(
      fc.property(longitude, fc.integer({ min: -3, max: 3 }), (lng, turns) => {
        const wrapped = wrapLongitude(lng + 360 * turns);
        expect(Math.abs(wrapped)).toBeLessThanOrEqual(180);
        expect(Math.cos(((wrapped - lng) * Math.PI) / 180)).toBeCloseTo(1, 6);
      }),
    );
  });
});
