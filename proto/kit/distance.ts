import type { Coordinates } from './field.ts';

/** Mean radius of the Earth, kilometres. */
export const earthRadiusKilometres = 6_371;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The longitude of the same meridian between -180 and 180 degrees. */
export const wrapLongitude = (longitude: number): number =>
  longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Great-circle distance, kilometres. */
export function kilometresBetween(a: Coordinates, b: Coordinates): number {
  const south = Math.sin(radians(b.latitude - a.latitude) / 2);
  const east = Math.sin(radians(b.longitude - a.longitude) / 2);
  const chord = south * south + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east * east;
  return 2 * earthRadiusKilometres * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Length of a path, kilometres. */
export function kilometresAlong(points: readonly Coordinates[]): number {
  return points.reduce((length, point, index) => length + kilometresBetween(points[index - 1] ?? point, point), 0);
}

/** Point on the unit sphere, on which poles and antimeridian need no special case. */
export function unitSpherePoint({ latitude, longitude }: Coordinates): [x: number, y: number, z: number] {
  const north = radians(latitude);
  const east = radians(longitude);
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}
