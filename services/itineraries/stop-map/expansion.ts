import type { Member } from './clusters.ts';
import type { LocationTree } from './location-tree.ts';
import { cellBits, clusterRadius, maxClusterZoom, worldSize } from './world-grid.ts';

interface Point {
  x: number;
  y: number;
}

/** Westernmost, easternmost, northernmost and southernmost cells. */
interface Extremes {
  west: Point;
  east: Point;
  north: Point;
  south: Point;
}

/**
 * First zoom above `z` at which the stops of a cluster surely belong to more than one. Two of its cells are then too far apart, with no cell between
 * that could take both. Beyond the last zoom with clusters every location is alone.
 */
export function expansionZoom(tree: LocationTree, members: readonly Member[], z: number): number {
  for (let zoom = z + 1; zoom <= maxClusterZoom; zoom++) {
    const radius = clusterRadius(zoom);
    const extremes = extremesOf(tree, members, zoom + cellBits, 2 * radius);
    if (extremes === 'wide') return zoom;
    const { west, east, north, south } = extremes;
    if (areApart(tree, west, east, zoom, radius) || areApart(tree, north, south, zoom, radius)) return zoom;
  }
  return maxClusterZoom + 1;
}

/** Looks at cells of a level until they are more than `wide` apart. */
function extremesOf(tree: LocationTree, members: readonly Member[], level: number, wide: number): Extremes | 'wide' {
  const first = { x: Number.NaN, y: Number.NaN };
  const extremes: Extremes = { west: first, east: first, north: first, south: first };
  const isNarrow = (): boolean => extremes.east.x - extremes.west.x <= wide && extremes.south.y - extremes.north.y <= wide;
  for (const { node, shift } of members) {
    const narrow = tree.cells(node, level, null, (cell) => {
      const point = centroid(tree, cell, shift);
      // Comparisons with NaN are false, so the first point becomes all extremes.
      if (!(point.x >= extremes.west.x)) extremes.west = point;
      if (!(point.x <= extremes.east.x)) extremes.east = point;
      if (!(point.y >= extremes.north.y)) extremes.north = point;
      if (!(point.y <= extremes.south.y)) extremes.south = point;
      return isNarrow();
    });
    if (!narrow) return 'wide';
  }
  return extremes;
}

const centroid = (tree: LocationTree, cell: number, shift: number): Point => ({
  x: Math.round(tree.sumX(cell) / tree.count(cell)) + shift,
  y: Math.round(tree.sumY(cell) / tree.count(cell)),
});

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether two cells, by their centroids, cannot be in one cluster. */
function areApart(tree: LocationTree, a: Point, b: Point, zoom: number, radius: number): boolean {
  const between = distance(a, b);
  if (between <= radius) return false;
  if (between > 2 * radius) return true;
  const left = Math.max(a.x, b.x) - radius;
  const right = Math.min(a.x, b.x) + radius;
  const area = { top: Math.max(a.y, b.y) - radius, bottom: Math.min(a.y, b.y) + radius + 1 };
  for (let shift = Math.floor(left / worldSize) * worldSize; shift <= right; shift += worldSize) {
    const alone = tree.cells(null, zoom + cellBits, { ...area, left: left - shift, right: right - shift + 1 }, (cell) => {
      const point = centroid(tree, cell, shift);
      return distance(point, a) > radius || distance(point, b) > radius;
    });
    if (!alone) return false;
  }
  return true;
}
