import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';

/**
 * Cells of the map are entered among the words, so that their index passes by what lies elsewhere. A cell is named by the quarters
 * that lead to it, and so begins with the name of each larger cell around it. The smallest are 2.4 by 1.2 km at the equator.
 */
const smallest = 14;
/** Boxes that would need larger cells hold so much that each match is as well looked at. */
const largest = 4;
/** No word begins like that. */
const mark = '@';

const columnOf = (longitude: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((longitude + 180) / 360) * 2 ** level));
const rowOf = (latitude: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((latitude + 90) / 180) * 2 ** level));

/** Beyond the last column comes the first: bits above those of a level do not count. */
function nameOf(level: number, column: number, row: number): string {
  const quarters = Array.from({ length: level }, (_, index) => ((column >> (level - 1 - index)) & 1) + 2 * ((row >> (level - 1 - index)) & 1));
  return mark + quarters.join('');
}

/** The smallest cell of a position, as it is stored. */
export const cellLexeme = ({ latitude, longitude }: Coordinates): string =>
  `'${nameOf(smallest, columnOf(longitude, smallest), rowOf(latitude, smallest))}'`;

/** A query for what lies in at most nine cells that cover a box; null when it is too wide for that. */
export function cellsOf({ south, west, north, east }: Box): string | null {
  const width = east - west + (west <= east ? 0 : 360);
  const level = Math.min(smallest, Math.floor(Math.log2(720 / width)), Math.floor(Math.log2(360 / (north - south))));
  if (level < largest) return null;
  const [left, bottom] = [columnOf(west, level), rowOf(south, level)];
  const columns = (columnOf(east, level) - left + 2 ** level) % 2 ** level;
  const rows = rowOf(north, level) - bottom;
  const steps = (count: number): number[] => Array.from({ length: count + 1 }, (_, step) => step);
  const names = steps(columns).flatMap((x) => steps(rows).map((y) => nameOf(level, left + x, bottom + y)));
  return names.map((name) => `'${name}':*`).join(' | ');
}
