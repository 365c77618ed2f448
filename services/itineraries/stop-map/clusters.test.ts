import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersIn, pseudoRandomRankOf } from './clusters.ts';
import { createLocationTree, type LocationTree } from './location-tree.ts';
import { clusterRadius, tilePixels, tileSize, worldBits, worldSize } from './world-grid.ts';

interface Cell {
  x: number;
  y: number;
  sumX: number;
  sumY: number;
  count: number;
  key: number;
}

/** Stops grouped by their cell of a grid of 2^level x 2^level. */
function cellsOf(locations: readonly Location[], level: number): Cell[] {
  // Keyed by text: on deep levels the number exceeds the precision of a double.
  const cells = new Map<string, Cell>();
  const shift = worldBits - level;
  for (const { x, y } of locations) {
    const key = (y >> shift) * 2 ** level + (x >> shift);
    const place = `${x >> shift} ${y >> shift}`;
    const cell = cells.get(place) ?? { x: 0, y: 0, sumX: 0, sumY: 0, count: 0, key };
    cells.set(place, { ...cell, sumX: cell.sumX + x, sumY: cell.sumY + y, count: cell.count + 1 });
  }
  return [...cells.values()].map((cell) => ({ ...cell, x: Math.round(cell.sumX / cell.count), y: Math.round(cell.sumY / cell.count) }));
}

/** Shortest way east on a round world; negative is west. */
const eastward = (from: number, to: number): number => ((to - from + 1.5 * worldSize) % worldSize) - worldSize / 2;

/** The clusters of the whole world at once, every cell against every other: the rule without tiles, windows or an index. */
function clustersOfTheWorld(locations: readonly Location[], z: number): string[] {
  const cells = cellsOf(locations, z + 4);
  const isNear = (a: Cell, b: Cell): boolean => eastward(a.x, b.x) ** 2 + (a.y - b.y) ** 2 <= clusterRadius(z) ** 2;
  let left = cells;
  const clusters: Cell[][] = [];
  for (const rank of [({ count }: Cell) => count, ({ key }: Cell) => pseudoRandomRankOf(key), ({ key }: Cell) => pseudoRandomRankOf(key)]) {
    const byRank = (a: Cell, b: Cell): number => rank(b) - rank(a) || a.key - b.key;
    left.sort(byRank);
    const near = (cell: Cell) => left.filter((other) => other !== cell && isNear(cell, other));
    const centres = left.filter((cell) => near(cell).every((other) => byRank(cell, other) < 0));
    const members = new Map(centres.map((centre) => [centre, [centre]]));
    for (const cell of left) {
      const owner = members.has(cell) ? undefined : centres.find((centre) => isNear(cell, centre));
      if (owner) members.get(owner)?.push(cell);
    }
    clusters.push(...members.values());
    left = left.filter((cell) => !clusters.some((cluster) => cluster.includes(cell)));
  }
  clusters.push(...left.map((cell) => [cell]));
  return clusters.map((cluster) => `${cluster[0]?.x} ${cluster[0]?.y} ${cluster.reduce((sum, { count }) => sum + count, 0)}`).sort();
}

interface Location {
  x: number;
  y: number;
}

const chainZoom = 4;
/**
 * Groups of stops at zoom 4, so close that the cluster of one group affects the next. They lie around a corner of tiles, some over the antimeridian.
 */
const chains = fc
  .tuple(
    fc.constantFrom(0, worldSize / 2, worldSize / 16),
    fc.array(fc.tuple(fc.integer({ min: -24, max: 24 }), fc.integer({ min: -2, max: 2 }), fc.integer({ min: 1, max: 9 })), {
      minLength: 30,
      maxLength: 120,
    }),
  )
  .map(([middle, steps]): Location[] => {
    const step = (42 * tileSize(chainZoom)) / tilePixels;
    return steps.flatMap(([east, south, stops]) => {
      const location = { x: Math.floor(middle + east * step + worldSize) % worldSize, y: Math.floor(worldSize / 2 + south * step) };
      return Array.from({ length: stops }, () => location);
    });
  });
const anywhere = fc.array(fc.record({ x: fc.nat(worldSize - 1), y: fc.nat(worldSize - 1) }), { maxLength: 200 });

function treeOf(locations: readonly Location[]): LocationTree {
  const tree = createLocationTree();
  for (const { x, y } of locations) tree.add(x, y);
  return tree;
}

describe('Clusters', () => {
  test('of all tiles together equal the clusters of the whole world', () => {
    fc.assert(
      fc.property(fc.oneof(chains, anywhere), fc.constantFrom(0, 1, 2, 3, chainZoom, chainZoom, chainZoom), (locations, z) => {
        const tree = treeOf(locations);
        const tiles = Array.from({ length: 4 ** z }, (_, tile) => ({ z, x: tile % 2 ** z, y: Math.floor(tile / 2 ** z) }));
        const got = tiles.flatMap((tile) => clustersIn(tree, tile).map(({ x, y, count }) => `${x} ${y} ${count}`));
        expect(got.sort()).toEqual(clustersOfTheWorld(locations, z));
      }),
      { numRuns: 60 },
    );
  });
});

describe('Location tree', () => {
  const cellsIn = (tree: LocationTree, level: number): string[] => {
    const found: string[] = [];
    tree.cells(null, level, null, (node) => found.push(`${tree.count(node)} ${tree.sumX(node)} ${tree.sumY(node)}`) > 0);
    return found.sort();
  };
  const expected = (locations: readonly Location[], level: number): string[] =>
    cellsOf(locations, level)
      .map(({ count, sumX, sumY }) => `${count} ${sumX} ${sumY}`)
      .sort();

  test('counts and sums each cell of each grid, after any additions and removals', () => {
    const some = fc.oneof(anywhere, chains);
    fc.assert(
      fc.property(some, some, fc.integer({ min: 0, max: worldBits }), (staying, going, level) => {
        const tree = treeOf([...staying, ...going]);
        expect(cellsIn(tree, level)).toEqual(expected([...staying, ...going], level));
        for (const { x, y } of going) tree.remove(x, y);
        expect(cellsIn(tree, level)).toEqual(expected(staying, level));
        for (const { x, y } of going) tree.add(x, y);
        expect(cellsIn(tree, level)).toEqual(expected([...staying, ...going], level));
      }),
    );
  });

  test('returns the cells of an area and no others', () => {
    fc.assert(
      fc.property(anywhere, fc.integer({ min: 1, max: 8 }), fc.nat(255), fc.nat(255), (locations, level, column, row) => {
        const tree = treeOf(locations);
        const size = 2 ** (worldBits - level);
        const [left, top] = [(column % 2 ** level) * size, (row % 2 ** level) * size];
        const area = { left, top, right: left + size, bottom: top + size };
        let count = 0;
        tree.cells(null, worldBits, area, (location) => {
          count += tree.count(location);
          return true;
        });
        expect(count).toBe(locations.filter(({ x, y }) => x >= left && x < area.right && y >= top && y < area.bottom).length);
      }),
    );
  });

  test('stops iterating on request, and refuses unknown locations', () => {
    const tree = treeOf([
      { x: 1, y: 1 },
      { x: 5, y: 5 },
    ]);
    const seen: number[] = [];
    expect(tree.cells(null, worldBits, null, (location) => seen.push(location) < 1)).toBe(false);
    expect(seen).toHaveLength(1);
    expect(() => tree.remove(2, 2)).toThrow('no stop');
    expect(() => createLocationTree().find(0, 0)).toThrow('no stop');
  });
});
