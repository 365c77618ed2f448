import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type Cluster, clustersIn, expansionZoom } from './clusters.ts';
import type { LocationTree } from './location-tree.ts';
import type { StopRows } from './stop-rows.ts';
import { maxClusterZoom, type TileAddress, tileSize, worldBits } from './world-grid.ts';

/** Coordinate steps along the side of a tile, the usual extent of vector tiles. */
export const tileExtent = 4_096;
/** Most stops of one location that are listed by id; the count of the location includes all. */
const namedStops = 50;

interface Feature {
  type: 1;
  geometry: [number, number][];
  tags: Record<string, string | number>;
}

/** A number of stops as a label, rounded down: 999, 1.2k, 12k, 1.1M. */
export function abbreviatedCount(count: number): string {
  if (count < 1_000) return String(count);
  const [unit, letter] = count < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  return `${count < 10 * unit ? Math.floor((count * 10) / unit) / 10 : Math.floor(count / unit)}${letter}`;
}

/**
 * Vector tile with one layer `stops` of points; null for an empty tile. No point lies outside of its tile: renderers draw circles and labels across
 * borders and leave out points beyond them.
 */
export function vectorTile(tree: LocationTree, rows: StopRows, tile: TileAddress): Uint8Array | null {
  const features =
    tile.z > maxClusterZoom ? locationFeatures(tree, rows, tile) : clustersIn(tree, tile).map((cluster) => clusterFeature(tree, rows, tile, cluster));
  if (features.length === 0) return null;
  // The encoder's type demands a whole tile of its own library, but it reads only the features.
  const layer = { features } as unknown as Parameters<typeof fromGeojsonVt>[0][string];
  return fromGeojsonVt({ stops: layer }, { version: 2, extent: tileExtent });
}

function locationFeatures(tree: LocationTree, rows: StopRows, tile: TileAddress): Feature[] {
  const size = tileSize(tile.z);
  const [left, top] = [tile.x * size, tile.y * size];
  const features: Feature[] = [];
  tree.cells(null, worldBits, { left, top, right: left + size, bottom: top + size }, (location) => {
    features.push(point(tile, tree.x(location), tree.y(location), tree.count(location), locationTags(tree, rows, location)));
    return true;
  });
  return features;
}

function clusterFeature(tree: LocationTree, rows: StopRows, tile: TileAddress, { x, y, count, members }: Cluster): Feature {
  const [only, ...others] = members;
  const isLocation = only !== undefined && others.length === 0 && tree.isLocation(only.node);
  const tags = isLocation ? locationTags(tree, rows, only.node) : { expansion_zoom: expansionZoom(tree, members, tile.z) };
  return point(tile, x, y, count, tags);
}

function point({ z, x, y }: TileAddress, worldX: number, worldY: number, count: number, tags: Feature['tags']): Feature {
  const size = tileSize(z);
  const step = tileExtent / size;
  const at: [number, number] = [Math.floor((worldX - x * size) * step), Math.floor((worldY - y * size) * step)];
  return { type: 1, geometry: [at], tags: { point_count: count, t: abbreviatedCount(count), ...tags } };
}

/** Tags of a location: its oldest stop, whatever the order of arrival, and all ids when there are several. */
function locationTags(tree: LocationTree, rows: StopRows, location: number): Feature['tags'] {
  const stops: { id: string; row: number }[] = [];
  for (let row = tree.tag(location); row !== -1; row = rows.columns.nextAtLocation[row] ?? -1) stops.push({ id: rows.stopId(row), row });
  stops.sort((a, b) => (a.id < b.id ? -1 : 1));
  const row = stops[0]?.row ?? 0;
  return {
    stopId: rows.stopId(row),
    itineraryId: rows.itineraryId(row),
    placeId: rows.placeId(row),
    title: rows.placeName(row),
    ...(stops.length > 1 && {
      stopIds: stops
        .slice(0, namedStops)
        .map(({ id }) => id)
        .join(','),
    }),
  };
}
