import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** A feature of a vector tile, in tile units from its upper left corner. */
export interface TileFeature {
  kind: 'point' | 'line' | 'polygon';
  /** Points, lines or rings as alternating x and y; a ring repeats its first point at the end. */
  parts: number[][];
  properties: Readonly<Record<string, string | number | boolean>>;
}

/** Features by layer, and the units along a side of the tile. */
export interface TileContent {
  extent: number;
  layers: ReadonlyMap<string, readonly TileFeature[]>;
}

const usualExtent = 4_096;
const kinds = ['point', 'point', 'line', 'polygon'] as const;

/**
 * Some layers of a vector tile, decoded for drawing.
 * @param tile Unpacked tile.
 */
export function contentOf(tile: Uint8Array, wanted: readonly string[]): TileContent {
  const { layers } = new VectorTile(new PbfReader(tile));
  const present = wanted.flatMap((name) => layers[name] ?? []);
  return {
    extent: present.at(-1)?.extent ?? usualExtent,
    layers: new Map(present.map((layer) => [layer.name, Array.from({ length: layer.length }, (_, index) => featureIn(layer.feature(index)))])),
  };
}

const featureIn = (feature: VectorTileFeature): TileFeature => ({
  kind: kinds[feature.type] ?? 'point',
  parts: feature.loadGeometry().map((part) => part.flatMap(({ x, y }) => [x, y])),
  properties: feature.properties,
});
