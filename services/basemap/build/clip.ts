import type { Box } from './mercator.ts';
import type { Ring, Rings } from './ring.ts';

/** One side of a box: its axis, its coordinate, and the direction of the outside. */
type Side = readonly [axis: 0 | 1, limit: number, beyond: 1 | -1];

const sidesOf = ({ west, south, east, north }: Box): readonly Side[] => [
  [0, west, -1],
  [1, south, -1],
  [0, east, 1],
  [1, north, 1],
];

function cutAt(ring: Ring, [axis, limit, beyond]: Side): Ring {
  const cut: number[] = [];
  for (let at = 2; at < ring.length; at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[at - 2], ring[at - 1], ring[at], ring[at + 1]];
    const [from, to] = axis === 0 ? [ax, bx] : [ay, by];
    const [fromInside, toInside] = [(from - limit) * beyond <= 0, (to - limit) * beyond <= 0];
    if (fromInside) cut.push(ax, ay);
    if (fromInside === toInside) continue;
    const share = (limit - from) / (to - from);
    cut.push(ax + (bx - ax) * share, ay + (by - ay) * share);
  }
  if (cut.length > 0) cut.push(cut[0] ?? 0, cut[1] ?? 0);
  return cut;
}

/** Length of the smallest ring with an area: four positions, two numbers each. */
const leastLength = 8;

/** Part of a polygon within a box (Sutherland–Hodgman); null when no part is inside. New edges lie on the box. */
export function clipPolygon(rings: Rings, bounds: Box, box: Box): Rings | null {
  const crossed = sidesOf(box).filter(([axis, limit, beyond]) => {
    const outermost = axis === 0 ? (beyond === 1 ? bounds.east : bounds.west) : beyond === 1 ? bounds.north : bounds.south;
    return (outermost - limit) * beyond > 0;
  });
  const cut = rings.map((ring) => crossed.reduce(cutAt, ring)).filter((ring, index) => index === 0 || ring.length >= leastLength);
  return (cut[0]?.length ?? 0) >= leastLength ? cut : null;
}

/** Bounding box of a polygon. */
export function boundsOf(rings: Rings): Box {
  const box = { west: Number.POSITIVE_INFINITY, south: Number.POSITIVE_INFINITY, east: Number.NEGATIVE_INFINITY, north: Number.NEGATIVE_INFINITY };
  const outer = rings[0] ?? [];
  for (let at = 0; at < outer.length; at += 2) {
    const [longitude = 0, latitude = 0] = [outer[at], outer[at + 1]];
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

export const boxesTouch = (one: Box, other: Box): boolean =>
  one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;
