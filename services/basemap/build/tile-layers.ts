import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTOptions, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, FeatureCollection, Geometry, Polygon } from 'geojson';
import type { Tile } from '../pmtiles/writer.ts';
import { positionsOf, type Rings, ringAreaOf } from './ring.ts';

/** Features of one tile layer, by tile. */
export type TileSource = (z: number, x: number, y: number) => GeoJSONVTTile | null;
/** Sources by layer; a layer may have several. */
export type TileLayers = readonly (readonly [layer: 'earth' | 'water' | 'boundaries' | 'places', source: TileSource])[];

/** Units along a side of a vector tile. */
const extent = 4_096;

export const featureCollectionOf = <G extends Geometry>(features: Feature<G>[]): FeatureCollection<G> => ({ type: 'FeatureCollection', features });

export const polygonFeature = (kind: string, rings: Rings): Feature<Polygon> => ({
  type: 'Feature',
  geometry: { type: 'Polygon', coordinates: rings.map(positionsOf) },
  properties: { kind },
});

/** Cuts features into tiles on demand. */
export function tileSourceOf(features: Feature[], options: GeoJSONVTOptions): TileSource {
  const index = new GeoJSONVT(featureCollectionOf(features), { indexMaxZoom: 0, indexMaxPoints: 0, extent, buffer: 64, ...options });
  return (z, x, y) => index.getTile(z, x, y);
}

/** Smallest water by zoom, in square tile units; 64 are one pixel of a tile drawn 512 wide. Below it, a lake is a speck and a river a scrap. */
const smallestByZoom = [960, 960, 960, 960, 960, 760, 480, 160] as const;
const smallestInTile = (z: number): number => smallestByZoom[z] ?? 160;

function tileAreaOf({ type, geometry }: GeoJSONVTFeature): number {
  if (type !== 3) return 0;
  const outer = geometry[0] ?? [];
  return ringAreaOf(outer.flat());
}

export const withoutSmallWater =
  (source: TileSource): TileSource =>
  (z, x, y) => {
    const tile = source(z, x, y);
    return tile && { ...tile, features: tile.features.filter((found: GeoJSONVTFeature) => tileAreaOf(found) > smallestInTile(z)) };
  };

/** Labels from their `min_zoom` on, one zoom level early for fractional zooms. The deepest zoom level holds all labels. */
export function labelSourceOf(features: readonly Feature[], deepest: number): TileSource {
  const byZoom = new Map<number, TileSource>();
  return (z, x, y) => {
    const upTo = z === deepest ? Number.POSITIVE_INFINITY : z + 1;
    const roomy = () => features.filter(({ properties }) => properties?.min_zoom <= upTo);
    const source = byZoom.get(z) ?? tileSourceOf(roomy(), { maxZoom: z, buffer: 128, tolerance: 0 });
    byZoom.set(z, source);
    return source(z, x, y);
  };
}

/** A gzipped vector tile; null for an empty tile. */
export function encodeTile(layers: readonly (readonly [layer: string, source: TileSource])[], z: number, x: number, y: number): Tile | null {
  const filled: Record<string, GeoJSONVTTile> = {};
  for (const [layer, source] of layers) {
    const tile = source(z, x, y);
    if (!tile?.features.length) continue;
    const before = filled[layer];
    filled[layer] = before ? { ...before, features: [...before.features, ...tile.features] } : tile;
  }
  if (Object.keys(filled).length === 0) return null;
  return { z, x, y, data: gzipSync(fromGeojsonVt(filled, { version: 2, extent })) };
}
