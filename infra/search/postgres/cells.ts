import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';

/**
 * Map cells are stored among the words, so that the index skips other regions.
 * A cell's name is its path of quarters, so it begins with the name of each larger cell. The smallest are 2.4 by 1.2 km at the equator.
 */
const smallest = 14;
/** A box of larger cells holds so much that checking each match is as fast. */
const largest = 4;
/** No word begins with this mark. */
const mark = '@';

const columnOf = (longitude: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((longitude + 180) / 360) * 2 ** level));
const rowOf = (latitude: number, level: number): number => Math.min(2 ** level - 1, Math.floor(((latitude + 90) / 180) * 2 ** level));

/** Columns wrap around the antimeridian: bits above the level do not count. */
function nameOf(level: number, column: number, row: number): string {
  const quarters = Array.from({ length: level }, (_, index) => ((column >> (level - 1 - index)) & 1) + 2 * ((row >> (level - 1 - index)) & 1));
  return mark + quarters.join('');
}

/** Smallest cell of a position, as stored. */
export const cellLexeme = ({ latitude, longitude }: Coordinates): string =>
  `'${nameOf(smallest, columnOf(longitude, smallest), rowOf(latitude, smallest))}'`;

/** Query for at most nine cells that cover a box; null when the box is too wide. */
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
