import type { MultiPolygon, Polygon, Position } from 'geojson';

/**
 * A closed line of alternating longitudes and latitudes, degrees, whose last position repeats the first. Flat, because the world's coasts have
 * millions of positions, and an array for each would burden the garbage collector.
 */
export type Ring = ArrayLike<number>;

/** The outer ring of a polygon and its holes. */
export type Rings = readonly Ring[];

/** Area of a ring in square degrees, on a flat Earth. */
export function ringAreaOf(ring: Ring): number {
  let doubled = 0;
  for (let at = 2; at < ring.length; at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[at - 2], ring[at - 1], ring[at], ring[at + 1]];
    doubled += ax * by - bx * ay;
  }
  return Math.abs(doubled / 2);
}

/** Area in square degrees of the equator, because longitudes shrink towards the poles. */
export const groundAreaOf = (ring: Ring): number => ringAreaOf(ring) * Math.cos(((ring[1] ?? 0) * Math.PI) / 180);

/** A latitude south of every map tile, degrees. */
const belowTheMap = -89.9;

/**
 * Continues longitudes beyond 180 degrees where a ring crosses the antimeridian, and closes polar rings below the map. Without this the ring would
 * cross the whole world.
 */
export function unwrapRing(ring: Ring): Ring {
  const run: number[] = [];
  let last = ring[0] ?? 0;
  for (let at = 0; at < ring.length; at += 2) {
    const longitude = ring[at] ?? 0;
    last = longitude + Math.round((last - longitude) / 360) * 360;
    run.push(last, ring[at + 1] ?? 0);
  }
  const [first = 0, latitude = 0] = run;
  if (Math.abs(last - first) > 180) run.push(last, belowTheMap, first, belowTheMap, first, latitude);
  return run;
}

/** True at a cut of the data, which is no coast. Coasts of Fiji lie only a hundredth of a degree away. */
const atAntimeridian = (longitude: number): boolean => Math.abs(longitude) >= 179.9995;
const onRim = (longitude: number, latitude: number): boolean => atAntimeridian(longitude) || latitude < -84.9;

/** Moves edges that the data cuts at the antimeridian and at the south pole off the map, because they would be drawn as coasts. */
export function moveCutsOffMap(ring: Ring): Ring {
  const moved = Float64Array.from(ring);
  for (let at = 0; at < moved.length; at += 2) {
    const [longitude = 0, latitude = 0] = [moved[at], moved[at + 1]];
    if (atAntimeridian(longitude)) moved[at] = Math.sign(longitude) * 183;
    if (latitude < -84.9) moved[at + 1] = belowTheMap;
  }
  return moved;
}

/** Cuts the corners of a ring (Chaikin), because 1 km data looks jagged when enlarged. */
export function smoothRing(ring: Ring, rounds: number): Ring {
  let smooth = ring;
  for (let round = 0; round < rounds; round++) {
    const next: number[] = [];
    for (let at = 2; at < smooth.length; at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = [smooth[at - 2], smooth[at - 1], smooth[at], smooth[at + 1]];
      if (onRim(ax, ay) || onRim(bx, by)) next.push(ax, ay, bx, by);
      else next.push(ax + (bx - ax) / 4, ay + (by - ay) / 4, bx + (ax - bx) / 4, by + (ay - by) / 4);
    }
    if (next.length > 0) next.push(next[0] ?? 0, next[1] ?? 0);
    smooth = next;
  }
  return smooth;
}

/** Positions of a ring in GeoJSON form. */
export const positionsOf = (ring: Ring): Position[] =>
  Array.from({ length: ring.length / 2 }, (_, index) => [ring[index * 2] ?? 0, ring[index * 2 + 1] ?? 0]);

const flat = (positions: Position[]): Ring => Float64Array.from(positions.flatMap(([longitude = 0, latitude = 0]) => [longitude, latitude]));

/** All polygons of a geometry. */
export function polygonsOf(geometry: Polygon | MultiPolygon): Rings[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.map((rings) => rings.map(flat));
}
