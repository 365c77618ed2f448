import { gunzipSync } from 'node:zlib';
import type { Feature } from 'geojson';
import { describe, expect, test } from 'vitest';
import { encodeTile, tileSourceOf } from '../build/tile-layers.ts';
import { decodeTileLayers, drawLocator, type PlacedTile, type TileFeature, tilesAround } from './locator-map.ts';

describe('locator tiles around a point', () => {
  test('are one within a tile, and four at a corner', () => {
    const middle = { latitude: 0, longitude: 0 };
    expect(tilesAround(middle, 1).map(({ tile: { x, y } }) => `${x}/${y}`)).toEqual(['0/0', '0/1', '1/0', '1/1']);
    const [one, ...others] = tilesAround({ latitude: 1.4, longitude: 1.4 }, 7);
    expect([one?.tile, others]).toEqual([{ z: 7, x: 64, y: 63 }, []]);
  });

  test('are placed so that the point is the centre of the picture', () => {
    const [{ x = 0, y = 0, tile } = { tile: undefined }] = tilesAround({ latitude: 1.4, longitude: 1.40625 }, 7);
    expect(tile).toEqual({ z: 7, x: 64, y: 63 });
    expect(x).toBeCloseTo(80 - 256, 5);
    expect(y).toBeGreaterThan(80 - 260);
    expect(y).toBeLessThan(80 - 250);
  });

  test('wrap around the antimeridian and end at the poles', () => {
    expect(tilesAround({ latitude: 1.4, longitude: 180 }, 7).map(({ tile }) => tile.x)).toEqual([127, 0]);
    const rows = tilesAround({ latitude: 90, longitude: 0 }, 7).map(({ tile }) => tile.y);
    expect(rows.every((row) => row >= 0)).toBe(true);
    expect(rows.length).toBeGreaterThan(0);
  });
});

const extent = 4_096;
const polygon = (...ring: number[]): TileFeature => ({ kind: 'polygon', parts: [[...ring, ring[0] ?? 0, ring[1] ?? 0]], properties: {} });
const tileWith = (layers: Record<string, TileFeature[]>, at = { x: 80 - 256, y: 80 - 256 }): PlacedTile => ({
  ...at,
  content: { extent, layers: new Map(Object.entries(layers)) },
});
const all = polygon(-64, -64, extent + 64, -64, extent + 64, extent + 64, -64, extent + 64);
/** Path of the element with this attribute text. */
const pathOf = (svg: string, words: string): string => new RegExp(`<path (?:id="earth" )?d="([^"]*)"(?=[^>]*${words})`).exec(svg)?.[1] ?? '';
const earthOf = (svg: string): string => /<path id="earth" d="([^"]*)"/.exec(svg)?.[1] ?? '';

describe('locator map', () => {
  test('is clipped at its margin', () => {
    const svg = drawLocator([tileWith({ earth: [all] })], 7, 'light');
    const numbers = (earthOf(svg).match(/-?[\d.]+/g) ?? []).map(Number);
    expect(Math.min(...numbers)).toBe(-6);
    expect(Math.max(...numbers)).toBe(166);
  });

  test('draws a coast at the end of land, not at the edge of a tile', () => {
    expect(pathOf(drawLocator([tileWith({ earth: [all] })], 7, 'light'), 'stroke="#6ea6c6"')).toBe('');
    const west = polygon(-64, -64, 2_048, -64, 2_048, extent + 64, -64, extent + 64);
    const beside = [tileWith({ earth: [west] }), tileWith({ earth: [] }, { x: 80 + 256, y: 80 - 256 })];
    expect(pathOf(drawLocator(beside, 7, 'light'), 'stroke="#6ea6c6"')).toMatch(/^M80 -?[\d.]+L80 -?[\d.]+$/);
    // The edge between two tiles runs through the picture, and both are land.
    const seam = [tileWith({ earth: [all] }, { x: 80, y: -100 }), tileWith({ earth: [all] }, { x: 80 - 512, y: -100 })];
    expect(pathOf(drawLocator(seam, 7, 'light'), 'stroke="#6ea6c6"')).toBe('');
  });

  test('shows towns in proportion to their population, and no countries', () => {
    const place = (kind: string, population: number): TileFeature => ({ kind: 'point', parts: [[2_048, 2_048]], properties: { kind, population } });
    const svg = drawLocator([tileWith({ places: [place('locality', 490_000), place('locality', 4_900), place('country', 1e7)] })], 7, 'dark');
    expect(Array.from(svg.matchAll(/d="M80 80h0" stroke-width="([\d.]+)"/g), ([, width]) => Number(width))).toEqual([21, 3]);
  });

  test('without tiles is sea with a pin, in the colours of its theme', () => {
    expect(drawLocator([], 7, 'light')).toContain('fill="#aad4e7"');
    expect(drawLocator([], 7, 'dark')).toContain('fill="#1a2a33"');
    expect(drawLocator([], 7, 'dark')).toContain('fill="#d1303d"');
  });
});

const feature = (geometry: Feature['geometry'], properties: Record<string, string | number> = {}): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

/** A tile of zoom 0 with these features, unpacked. */
function tileOf(layers: Record<string, Feature[]>): Uint8Array {
  const sources = Object.entries(layers).map(([name, features]) => [name, tileSourceOf(features, { maxZoom: 0, tolerance: 0 })] as const);
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
  const { extent, layers } = decodeTileLayers(tileOf({ earth: [feature({ type: 'Polygon', coordinates: [square(90), square(45).reverse()] })] }), [
    'earth',
  ]);
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
  const { layers } = decodeTileLayers(tile, ['places', 'boundaries']);
  expect(layers.get('places')).toEqual([
    { kind: 'point', parts: [[2_048, 2_048]], properties: { name: 'Zürich', population: 341_730, depth: -11_034, share: 0.25 } },
    { kind: 'point', parts: [[3_072, 2_048]], properties: { name: 'Elsewhere' } },
  ]);
  expect(layers.get('boundaries')?.map(({ kind, parts }) => [kind, parts])).toEqual([['line', [[1_024, 2_048, 2_048, 2_048, 3_072, 2_048]]]]);
});

test('Vector tile decoder skips layers that were not requested', () => {
  const tile = tileOf({ earth: [feature({ type: 'Point', coordinates: [0, 0] })], water: [feature({ type: 'Point', coordinates: [0, 0] })] });
  expect([...decodeTileLayers(tile, ['water', 'roads']).layers.keys()]).toEqual(['water']);
  expect(decodeTileLayers(new Uint8Array(), ['earth']).layers.size).toBe(0);
});
