import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import type { Area, LocationTree } from './location-tree.ts';
import type { StopRows } from './stop-rows.ts';
import { worldBits, worldX, worldY } from './world-grid.ts';

/** How much of stories there is somewhere. */
export interface StopCounts {
  itinerariesCount: number;
  stopsCount: number;
}

/** Stops at a place, which all lie where the one does that `coordinates` are of, in degrees; what was told of it before it was put right lies elsewhere. */
export function countAt(tree: LocationTree, rows: StopRows, placeId: string, { latitude, longitude }: Coordinates): StopCounts {
  const [x, y] = [worldX(longitude), worldY(latitude)];
  const id = placeId.toLowerCase();
  return countIn(tree, rows, [{ left: x, top: y, right: x + 1, bottom: y + 1 }], (row) => rows.placeId(row) === id);
}

/** Stops in a box, edges included. */
export function countWithin(tree: LocationTree, rows: StopRows, { south, west, north, east }: Box): StopCounts {
  const between = (left: number, right: number): Area => ({
    left: worldX(left),
    top: worldY(north),
    right: worldX(right) + 1,
    bottom: worldY(south) + 1,
  });
  return countIn(tree, rows, west <= east ? [between(west, east)] : [between(west, 180), between(-180, east)], () => true);
}

/** Looks at the stops of these areas only, whatever else is on the map. */
function countIn(tree: LocationTree, { columns, countries }: StopRows, areas: readonly Area[], isCounted: (row: number) => boolean): StopCounts {
  const stories = new Set<number>();
  let stopsCount = 0;
  const take = (location: number): boolean => {
    for (let row = tree.tag(location); row >= 0; row = columns.nextAtLocation[row] ?? -1) {
      if (!isCounted(row)) continue;
      stopsCount += 1;
      stories.add(countries.storyOf(columns.pair[row] ?? 0));
    }
    return true;
  };
  for (const area of areas) tree.cells(null, worldBits, area, take);
  return { itinerariesCount: stories.size, stopsCount };
}
