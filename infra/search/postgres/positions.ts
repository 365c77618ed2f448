import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Box } from '@waystory/proto/kit/filter.ts';
import type { Parameters } from '../../projection-store/postgres/expressions.ts';
import { cellsOf } from './cells.ts';

/** Positions as a Postgres array of points. */
export const pointsOf = (positions: readonly Coordinates[]): string =>
  `{${positions.map(({ latitude, longitude }) => `"(${longitude},${latitude})"`).join()}}`;

/** The positions column as JSON. */
export const writtenPositions = `case when positions is not null then
  (select coalesce(json_agg(json_build_object('latitude', at[1], 'longitude', at[0])), '[]') from unnest(positions) as at) end`;

/** Condition of a position in a box; false for null. */
export function hasPositionIn(box: Box | null, into: Parameters): string {
  if (!box) return 'false';
  const cells = cellsOf(box);
  const { south, west, north, east } = box;
  const parts =
    west <= east
      ? [box]
      : [
          { south, west, north, east: 180 },
          { south, west: -180, north, east },
        ];
  const inPart = parts.map((part) => `at <@ ${into.add(`((${part.west},${part.south}),(${part.east},${part.north}))`, 'box')}`);
  const isNear = cells === null ? '' : `words @@ ${into.add(cells, 'tsquery')} and `;
  return `${isNear}exists (select from unnest(positions) as at where ${inPart.join(' or ')})`;
}
