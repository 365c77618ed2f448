import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { fitTo, fitToCountry } from './camera.ts';

/** As much of a map as is steered here; its cards cover so many pixels below. */
function mapUnder(covered: number) {
  const steered = {
    getPadding: () => ({ top: 0, left: 0, right: 0, bottom: covered }),
    fitBounds: vi.fn(),
    cameraForBounds: vi.fn(() => ({ center: [5, 10], zoom: 4 })),
    flyTo: vi.fn(),
  };
  return { steered, map: steered as unknown as MapLibreMap };
}
const bounds = { southWest: { lng: 0, lat: 0 }, northEast: { lng: 10, lat: 20 } };

test.each([
  [0, 200],
  [200, 0],
])(
  'fit to bounds: 50 pixels at the sides, 200 below of which cards that cover %i take their part, no nearer than 10, in 1.5 s',
  (covered, bottom) => {
    const { map, steered } = mapUnder(covered);
    fitTo(map, bounds);
    const corners = [
      [0, 0],
      [10, 20],
    ];
    const numbers = { padding: { top: 50, left: 50, right: 50, bottom }, maxZoom: 10, duration: 1_500 };
    expect(steered.fitBounds).toHaveBeenCalledWith(corners, numbers, expect.anything());
  },
);

test('a country has 10 % of its own size around it, and nothing more', () => {
  const { map, steered } = mapUnder(200);
  fitToCountry(map, bounds, 2.5);
  const corners = [
    [-1, -2],
    [11, 22],
  ];
  expect(steered.cameraForBounds).toHaveBeenCalledWith(corners, { maxZoom: 10 });
  expect(steered.flyTo).toHaveBeenCalledWith({ center: [5, 10], zoom: 4, duration: 1_500 }, expect.anything());
});
