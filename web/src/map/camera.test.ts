import type { Map as MapLibreMap } from 'maplibre-gl';
import { describe, expect, test, vi } from 'vitest';
import { fitToBounds, fitToCountry, showBounds } from './camera.ts';
import { pointOnGlobe } from './globe.ts';
import { isInView } from './in-view.ts';

const [width, height] = [1_440, 900];
/** Minimal map with `covered` pixels covered at the bottom. */
function mapUnder(covered: number, projection: 'globe' | 'mercator' = 'mercator') {
  const steered = {
    getPadding: () => ({ top: 0, left: 0, right: 0, bottom: covered }),
    getContainer: () => ({ clientWidth: width, clientHeight: height }),
    getProjection: () => ({ type: projection }),
    flyTo: vi.fn<(camera: { center: [number, number]; zoom: number; duration: number }, event?: object) => void>(),
  };
  return { steered, map: steered as unknown as MapLibreMap }; // as: only these methods are used
}
const bounds = { southWest: { lng: 0, lat: 0 }, northEast: { lng: 10, lat: 20 } };

describe('Flight to bounds', () => {
  test.each([0, 200, 120])('takes 1.5 s and leaves 50 pixels above the bounds and 200 below them, which include cards of %i pixels', (covered) => {
    const { map, steered } = mapUnder(covered);
    fitToBounds(map, bounds);
    const [camera] = steered.flyTo.mock.calls[0] ?? [];
    const worldPixels = 512 * 2 ** (camera?.zoom ?? 0);
    const y = (lat: number) => (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * worldPixels;
    // The centre lies in the middle above the cards.
    const middle = (height - covered) / 2;
    const yOf = (lat: number): number => middle - (y(lat) - y(camera?.center[1] ?? 0));
    expect(yOf(20)).toBeCloseTo(50, 0);
    expect(yOf(0)).toBeCloseTo(height - Math.max(200, covered), 0);
    expect(camera?.center[0]).toBeCloseTo(5, 6);
    expect(camera?.duration).toBe(1_500);
  });

  test('ends at zoom level 10 at most', () => {
    const { map, steered } = mapUnder(0);
    fitToBounds(map, { southWest: { lng: 0, lat: 0 }, northEast: { lng: 0.01, lat: 0.01 } });
    expect(steered.flyTo.mock.calls[0]?.[0].zoom).toBe(10);
  });

  test('on the globe shows both corners of bounds 120 degrees wide', () => {
    const { map, steered } = mapUnder(200, 'globe');
    fitToBounds(map, { southWest: { lng: -60, lat: -10 }, northEast: { lng: 60, lat: 10 } });
    const camera = steered.flyTo.mock.calls[0]?.[0] ?? { center: [0, 0] as [number, number], zoom: 0 };
    for (const at of [
      [-60, -10],
      [60, 10],
      [0, 0],
    ] as const) {
      const point = pointOnGlobe({ ...camera, height }, at);
      expect(Math.abs(point?.x ?? 9_999)).toBeLessThanOrEqual(width / 2 - 48);
      expect(Math.abs(point?.y ?? 9_999)).toBeLessThanOrEqual((height - 200) / 2);
    }
  });
});

test('Camera on a country has a padding of 10 % of its span, and a minimum zoom', () => {
  const { map, steered } = mapUnder(200);
  fitToCountry(map, bounds, 2.5);
  const [camera] = steered.flyTo.mock.calls[0] ?? [];
  const { map: other, steered: shown } = mapUnder(200);
  showBounds(other, { southWest: { lng: -1, lat: -2 }, northEast: { lng: 11, lat: 22 } }, { room: 0, maxZoom: 10, duration: 1 });
  expect(camera).toMatchObject({ ...shown.flyTo.mock.calls[0]?.[0], duration: 1_500 });
  const { map: far, steered: farSteered } = mapUnder(200);
  fitToCountry(far, { southWest: { lng: -170, lat: -60 }, northEast: { lng: 170, lat: 60 } }, 2.5);
  expect(farSteered.flyTo.mock.calls[0]?.[0].zoom).toBe(2.5);
});

describe('Position is in view', () => {
  const look = (projection: 'globe' | 'mercator', center: [number, number], zoom: number) => {
    const { steered } = mapUnder(200, projection);
    const [lng, lat] = center;
    return {
      ...steered,
      getCenter: () => ({ lng, lat }),
      getZoom: () => zoom,
      // MapLibre also projects positions behind the globe.
      project: ([longitude, latitude]: [number, number]) =>
        projection === 'globe'
          ? { x: width / 2 + Math.sin(((longitude - lng) * Math.PI) / 180) * 150, y: 350 - Math.sin(((latitude - lat) * Math.PI) / 180) * 150 }
          : { x: width / 2 + (longitude - lng) * 10, y: 350 - (latitude - lat) * 10 },
    } as unknown as MapLibreMap; // as: only these methods are used
  };
  test('on the near side of the globe only', () => {
    const map = look('globe', [0, 20], 1);
    expect(isInView(map, [0, 20])).toBe(true);
    expect(isInView(map, [60, 30])).toBe(true);
    expect(isInView(map, [180, -20])).toBe(false);
    expect(isInView(map, [120, 0])).toBe(false);
  });
  test('across the antimeridian of a flat map, and not in its covered part', () => {
    const map = look('mercator', [179, 0], 3);
    expect(isInView(map, [-179, 0])).toBe(true);
    expect(isInView(map, [0, 0])).toBe(false);
    expect(isInView(map, [179, -40])).toBe(false);
  });
});
