import { gunzipSync } from 'node:zlib';
import type { Feature } from 'geojson';
import { expect, test } from 'vitest';
import { cut, encodeTile } from '../build/tile-layers.ts';
import { contentOf } from './tile-features.ts';

const feature = (geometry: Feature['geometry'], properties: Record<string, string | number> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

/** A tile of zoom 0 with these features, unpacked. */
function tileOf(layers: Record<string, Feature[]>): Uint8Array {
  const sources = Object.entries(layers).map(([name, features]) => [name, cut(features, { maxZoom: 0, tolerance: 0 })] as const);
  return gunzipSync(encodeTile(sources, 0, 0, 0)?.data ?? Buffer.alloc(0));
}

const square = (half: number): [number, number][] => [
  [-half, -half],
  [half, -half],
  [half, half],
  [-half, half],
  [-half, -half],
];

test('Areas of a vector tile are closed rings in tile units, holes included', () => {
  const { extent, layers } = contentOf(tileOf({ earth: [feature({ type: 'Polygon', coordinates: [square(90), square(45).reverse()] })] }), ['earth']);
  expect(extent).toBe(4_096);
  const [land] = layers.get('earth') ?? [];
  expect(land?.kind).toBe('polygon');
  expect(land?.parts).toHaveLength(2);
  for (const ring of land?.parts ?? []) expect(ring.slice(0, 2)).toEqual(ring.slice(-2));
  const [outer = []] = land?.parts ?? [];
  const across = outer.filter((_, at) => at % 2 === 0);
  expect([Math.min(...across), Math.max(...across)]).toEqual([1_024, 3_072]);
});

test('Points and lines of a vector tile keep properties of every type', () => {
  const tile = tileOf({
    places: [
      feature({ type: 'Point', coordinates: [0, 0] }, { name: 'Zürich', population: 341_730, depth: -11_034, share: 0.25 }),
      feature({ type: 'Point', coordinates: [90, 0] }, { name: 'Elsewhere' }),
    ],
    boundaries: [
      feature(
        {
          type: 'LineString',
          coordinates: [
            [-90, 0],
            [0, 0],
            [90, 0],
          ],
        },
        { kind_detail: 2 },
      ),
    ],
  });
  const { layers } = contentOf(tile, ['places', 'boundaries']);
  expect(layers.get('places')).toEqual([
    { kind: 'point', parts: [[2_048, 2_048]], properties: { name: 'Zürich', population: 341_730, depth: -11_034, share: 0.25 } },
    { kind: 'point', parts: [[3_072, 2_048]], properties: { name: 'Elsewhere' } },
  ]);
  expect(layers.get('boundaries')?.map(({ kind, parts }) => [kind, parts])).toEqual([['line', [[1_024, 2_048, 2_048, 2_048, 3_072, 2_048]]]]);
});

test('Layers that were not requested are skipped', () => {
  const tile = tileOf({ earth: [feature({ type: 'Point', coordinates: [0, 0] })], water: [feature({ type: 'Point', coordinates: [0, 0] })] });
  expect([...contentOf(tile, ['water', 'roads']).layers.keys()]).toEqual(['water']);
  expect(contentOf(new Uint8Array(), ['earth']).layers.size).toBe(0);
});
