import type { LocationTree } from './location-tree.ts';
import { cellBits, clusterRadius, maxClusterZoom, type TileAddress, tileSize, worldSize } from './world-grid.ts';

/** Rounds in which unassigned cells are examined for centres; cells left after the last round form clusters alone. */
const rounds = 3;
/** Cells around a tile on which its clusters may depend. The reach is 50 px from a centre to its cells, then 100 px per round, in cells of 32 px. */
export const marginCells = 11;
/** Most columns or rows between two cells within one radius: 50 px in cells of 32 px. */
const reach = 2;
const cellsPerTile = 2 ** cellBits;
const windowCells = cellsPerTile + 2 * marginCells;

/** Stops that the map shows as one point. */
export interface Cluster {
  /**
   * Centroid of its fullest cell, in world units relative to its tile. The centroid of all cells would lie nearer to other clusters, and off the city
   * that forms the cluster.
   */
  x: number;
  y: number;
  count: number;
  members: Member[];
}
/** A node of the tree, moved `shift` world units to the east. Tiles at the antimeridian contain the world a second time. */
export interface Member {
  node: number;
  shift: number;
}

/** Cells of the grid around a tile, in the order of the quadtree. */
interface Window {
  members: Member[];
  /** Centroids in world units, rounded so that each tile computes with the very same numbers. */
  x: number[];
  y: number[];
  count: number[];
  /** Number of the cell by column and row in the window, -1 where it is empty. */
  grid: Int32Array;
  place: number[];
  /** Number of the cell in the world, which breaks ties. */
  key: number[];
  /** Pseudo-random rank, derived from the key and independent of any order. */
  lot: number[];
}

/** Pseudo-random rank of a cell, from 0 to 2^32 - 1: the finalizer of MurmurHash3 over its key of up to 36 bits. */
export function pseudoRandomRankOf(key: number): number {
  let mixed = (key ^ (key / 2 ** 18)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function windowOf(tree: LocationTree, { z, x: tileX, y: tileY }: TileAddress): Window {
  const level = z + cellBits;
  const cell = worldSize / 2 ** level;
  const west = (tileX * cellsPerTile - marginCells) * cell;
  const north = (tileY * cellsPerTile - marginCells) * cell;
  const side = windowCells * cell;
  const window: Window = { members: [], x: [], y: [], count: [], grid: new Int32Array(windowCells ** 2).fill(-1), place: [], key: [], lot: [] };
  for (let shift = Math.floor(west / worldSize) * worldSize; shift < west + side; shift += worldSize) {
    const area = { left: west - shift, top: north, right: west - shift + side, bottom: north + side };
    tree.cells(null, level, area, (node) => {
      const stops = tree.count(node);
      const column = Math.floor((tree.x(node) + shift - west) / cell);
      const row = Math.floor((tree.y(node) - north) / cell);
      const place = row * windowCells + column;
      window.grid[place] = window.count.length;
      window.members.push({ node, shift });
      window.x.push(Math.round(tree.sumX(node) / stops) + shift);
      window.y.push(Math.round(tree.sumY(node) / stops));
      window.count.push(stops);
      window.place.push(place);
      const key = Math.floor(tree.y(node) / cell) * 2 ** level + Math.floor(tree.x(node) / cell);
      window.key.push(key);
      window.lot.push(pseudoRandomRankOf(key));
      return true;
    });
  }
  return window;
}

/** Calls `see` with each other cell whose centroid lies within the radius around the centroid of `cell`, until `see` returns false. */
function neighbours({ x, y, grid, place }: Window, cell: number, radius: number, see: (other: number) => boolean): void {
  const at = place[cell] ?? 0;
  const row = Math.floor(at / windowCells);
  const column = at % windowCells;
  for (let r = Math.max(row - reach, 0); r <= Math.min(row + reach, windowCells - 1); r++)
    for (let c = Math.max(column - reach, 0); c <= Math.min(column + reach, windowCells - 1); c++) {
      const other = grid[r * windowCells + c] ?? -1;
      if (other < 0 || other === cell) continue;
      const dx = (x[other] ?? 0) - (x[cell] ?? 0);
      const dy = (y[other] ?? 0) - (y[cell] ?? 0);
      if (dx * dx + dy * dy <= radius * radius && !see(other)) return;
    }
}

/**
 * The owner of each cell: a cell with more stops than all others within the radius owns them. Later rounds use a pseudo-random rank, because counts
 * fall outwards from a city's centre and would need one round per ring of cells. Ownership depends only on nearby cells, so tiles agree, and not on
 * the order in which stops arrived.
 */
function ownersIn(window: Window, radius: number): Int32Array {
  const { count, lot, key } = window;
  const owners = new Int32Array(count.length).fill(-1);
  for (let round = 1; round <= rounds; round++) {
    const rank = round === 1 ? count : lot;
    const outranks = (a: number, b: number): boolean => {
      const difference = (rank[a] ?? 0) - (rank[b] ?? 0);
      return difference > 0 || (difference === 0 && (key[a] ?? 0) < (key[b] ?? 0));
    };
    const centres = new Set<number>();
    for (let cell = 0; cell < owners.length; cell++) {
      if (owners[cell] !== -1) continue;
      let highest = true;
      neighbours(window, cell, radius, (other) => {
        highest = owners[other] !== -1 || outranks(cell, other);
        return highest;
      });
      if (highest) centres.add(cell);
    }
    const taken: [cell: number, owner: number][] = [];
    for (let cell = 0; cell < owners.length; cell++) {
      if (owners[cell] !== -1 || centres.has(cell)) continue;
      let owner = -1;
      neighbours(window, cell, radius, (other) => {
        if (centres.has(other) && (owner === -1 || outranks(other, owner))) owner = other;
        return true;
      });
      if (owner !== -1) taken.push([cell, owner]);
    }
    for (const [cell, owner] of taken) owners[cell] = owner;
    for (const centre of centres) owners[centre] = centre;
  }
  for (let cell = 0; cell < owners.length; cell++) if (owners[cell] === -1) owners[cell] = cell;
  return owners;
}

/**
 * Clusters whose centre lies in a tile of at most `maxClusterZoom`. At each zoom level, every stop of the world is in exactly one cluster of one
 * tile.
 */
export function clustersIn(tree: LocationTree, tile: TileAddress): Cluster[] {
  const window = windowOf(tree, tile);
  const owners = ownersIn(window, clusterRadius(tile.z));
  const membersOf = new Map<number, number[]>();
  for (const [cell, owner] of owners.entries()) {
    const members = membersOf.get(owner);
    if (members) members.push(cell);
    else membersOf.set(owner, [cell]);
  }
  const size = tileSize(tile.z);
  const clusters: Cluster[] = [];
  for (const [owner, cells] of membersOf) {
    const [x, y] = [window.x[owner] ?? 0, window.y[owner] ?? 0];
    if (Math.floor(x / size) !== tile.x || Math.floor(y / size) !== tile.y) continue;
    const members = cells.flatMap((cell) => window.members[cell] ?? []);
    clusters.push({ x, y, members, count: members.reduce((sum, { node }) => sum + tree.count(node), 0) });
  }
  return clusters;
}

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
 * First zoom level above `z` at which the stops of a cluster surely belong to several clusters. Two of its cells are then too far apart for one cell
 * between to own both. Beyond the last zoom level with clusters every location is alone.
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

/** Extreme cells of a level, or `wide` as soon as two cells are more than `wide` apart. */
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
