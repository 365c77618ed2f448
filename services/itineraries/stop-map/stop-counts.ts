import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import type { LocationTree, WorldArea } from './location-tree.ts';
import type { StopRows } from './stop-rows.ts';
import { worldBits, worldX, worldY } from './world-grid.ts';

/** Numbers of stories and stops in an area or at a place. */
export interface StopCounts {
  itinerariesCount: number;
  stopsCount: number;
}

/**
 * Counts of the stops at a place, searched only at `coordinates`, in degrees. Stops from before a correction of the place lie elsewhere and are not
 * counted.
 */
export function countAt(tree: LocationTree, rows: StopRows, placeId: string, { latitude, longitude }: Coordinates): StopCounts {
  const [x, y] = [worldX(longitude), worldY(latitude)];
  const id = placeId.toLowerCase();
  return countIn(tree, rows, [{ left: x, top: y, right: x + 1, bottom: y + 1 }], (row) => rows.placeId(row) === id);
}

/** Counts of stories and stops in a box, edges included. */
export const countWithin = (tree: LocationTree, rows: StopRows, box: Box): StopCounts => countIn(tree, rows, areasOf(box), () => true);

/** Parts of the world that a box in degrees covers, edges included: two when it crosses the antimeridian. */
export function areasOf({ south, west, north, east }: Box): WorldArea[] {
  const between = (left: number, right: number): WorldArea => ({
    left: worldX(left),
    top: worldY(north),
    right: worldX(right) + 1,
    bottom: worldY(south) + 1,
  });
  return west <= east ? [between(west, east)] : [between(west, 180), between(-180, east)];
}

/** Cost of looking up a stop in the tree, relative to visiting it in a pass over all. */
const lookUpCost = 8;

/**
 * Number of stops of each pair of itinerary and country in a box, edges included. Null if the box has so many that a pass over all stops is faster.
 */
export function countByPair(tree: LocationTree, rows: StopRows, box: Box): Map<number, number> | null {
  const areas = areasOf(box);
  if (countStopsIn(tree, areas) * lookUpCost > rows.size()) return null;
  const counts = new Map<number, number>();
  visitStopsIn(tree, rows, areas, (row) => {
    const pair = rows.columns.pair[row] ?? -1;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
    return true;
  });
  return counts;
}

/** Number of stops in these areas, without visiting each. */
export const countStopsIn = (tree: LocationTree, areas: readonly WorldArea[]): number => areas.reduce((sum, area) => sum + tree.countIn(area), 0);

/** Passes the stops of these areas to `see`, one by one, until it returns false. */
export function visitStopsIn(tree: LocationTree, { columns }: StopRows, areas: readonly WorldArea[], see: (row: number) => boolean): void {
  const take = (location: number): boolean => {
    for (let row = tree.tag(location); row >= 0; row = columns.nextAtLocation[row] ?? -1) if (!see(row)) return false;
    return true;
  };
  for (const area of areas) if (!tree.cells(null, worldBits, area, take)) return;
}

/** Visits only the stops of these areas, so the cost is independent of the size of the map. */
function countIn(tree: LocationTree, rows: StopRows, areas: readonly WorldArea[], isCounted: (row: number) => boolean): StopCounts {
  const stories = new Set<number>();
  let stopsCount = 0;
  visitStopsIn(tree, rows, areas, (row) => {
    if (!isCounted(row)) return true;
    stopsCount += 1;
    stories.add(rows.countries.storyOf(rows.columns.pair[row] ?? 0));
    return true;
  });
  return { itinerariesCount: stories.size, stopsCount };
}
