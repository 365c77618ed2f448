import { earthRadiusKilometres } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Position } from './great-circle.ts';

/** Corners of the circle around each point: enough to look round. */
const corners = 24;

const perDegree = (Math.PI * earthRadiusKilometres) / 180;

/** Side of a position relative to a line; positive on its left. */
const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** One side of a hull, from west to east (Andrew's monotone chain). */
function chain(ordered: readonly Position[]): Position[] {
  const side: Position[] = [];
  for (const position of ordered) {
    for (
      let [last, before] = [side.at(-1), side.at(-2)];
      last && before && turn(before, last, position) <= 0;
      [last, before] = [side.at(-1), side.at(-2)]
    )
      side.pop();
    side.push(position);
  }
  return side;
}

/**
 * Closed outline with round corners around nearby points: their hull with a margin.
 * @param room Margin, kilometres.
 */
export function hullAround(points: readonly Coordinates[], room: number): Position[] {
  const [first] = points;
  if (!first) return [];
  const circles = points.flatMap(({ latitude, longitude }) => {
    // Across the antimeridian, the outline continues beyond 180 degrees.
    const east = first.longitude + (((longitude - first.longitude + 540) % 360) - 180);
    const squeeze = Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
    return Array.from({ length: corners }, (_, index): Position => {
      const angle = (2 * Math.PI * index) / corners;
      return [east + (Math.cos(angle) * room) / perDegree / squeeze, latitude + (Math.sin(angle) * room) / perDegree];
    });
  });
  const ordered = circles.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const hull = [...chain(ordered).slice(0, -1), ...chain(ordered.toReversed()).slice(0, -1)];
  return hull[0] ? [...hull, hull[0]] : [];
}
