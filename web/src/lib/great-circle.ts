import { earthRadiusKilometres, kilometresBetween, unitSpherePoint } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Longitude and latitude in degrees, in GeoJSON order. The longitude may exceed 180 where a route crosses the antimeridian. */
export type Position = [number, number];

/** Length from which a leg is bent as a great circle, kilometres; below, the difference is invisible. */
const bendBeyond = 250;
/** Maximum length of the pieces of a bent leg, kilometres. */
const piece = 100;

const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The equivalent of a longitude, shifted by full turns, that is nearest to another longitude. */
const nearest = (longitude: number, to: number): number => longitude - 360 * Math.round((longitude - to) / 360);

/** Points along the great circle between two points, without the first and with the last. */
function bent(from: Coordinates, to: Coordinates): Coordinates[] {
  const kilometres = kilometresBetween(from, to);
  const pieces = kilometres > bendBeyond ? Math.ceil(kilometres / piece) : 1;
  const angle = kilometres / earthRadiusKilometres;
  const vectors = [from, to].map(unitSpherePoint);
  const between = Array.from({ length: pieces - 1 }, (_, index) => {
    const share = (index + 1) / pieces;
    const weights = [Math.sin((1 - share) * angle), Math.sin(share * angle)];
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) => weights.reduce((sum, weight, end) => sum + weight * (vectors[end]?.[axis] ?? 0), 0));
    return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) };
  });
  return [...between, to];
}

/**
 * A line over points in order: the short way round the world, with long legs as great circles.
 * @param lineOf Line of a leg, if known, from its first point to its last.
 */
export function routeOver(
  points: readonly Coordinates[],
  lineOf?: (from: Coordinates, to: Coordinates) => readonly Coordinates[] | null,
): Position[] {
  const route: Position[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    const leg = before && (lineOf?.(before, point) ?? bent(before, point));
    for (const { latitude, longitude } of leg ?? [point]) route.push([nearest(longitude, route.at(-1)?.[0] ?? longitude), latitude]);
  }
  return route;
}

/** Completed share of a line at each position, 0 to 1; all 0 for a line without length. */
export function progressAlong(route: readonly Position[]): number[] {
  let length = 0;
  const lengths = route.map(([longitude, latitude], index) => {
    const [west, south] = route[index - 1] ?? [longitude, latitude];
    length += kilometresBetween({ latitude: south, longitude: west }, { latitude, longitude });
    return length;
  });
  return lengths.map((done) => (length > 0 ? done / length : 0));
}
