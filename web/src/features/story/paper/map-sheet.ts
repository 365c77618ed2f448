import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Position } from '../../../lib/great-circle.ts';
import { mercatorLatitude } from '../../../model/itinerary/route-sketch.ts';

export type SheetPoint = [x: number, y: number];

/** A map sheet on paper in drawing units, of which four are a millimetre across an A4 page. */
export interface MapSheet {
  width: number;
  height: number;
  /** Projects a line whose longitudes may exceed 180. */
  lineOf: (line: readonly Position[]) => SheetPoint[];
  pointOf: (at: Coordinates) => SheetPoint;
  /** Graticule: x of each meridian and y of each parallel, drawing units. */
  meridians: number[];
  parallels: number[];
  /** Kilometres per drawing unit in the middle of the sheet. */
  kilometresPerUnit: number;
}

/** Size limits of a sheet, drawing units. */
export interface SheetSize {
  width: number;
  lowest: number;
  highest: number;
  /** Padding around the route: half a pin and its label. */
  margin: number;
}
/** Smallest extent of a drawn route, degrees. A shorter route is scaled as if it had this extent. */
const least = 0.004;
/** Degrees between lines of the graticule. */
const steps = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45];
/** Smallest spacing of the graticule, units. */
const gap = 100;
/** Length of a degree on the equator, kilometres. */
const degree = 111.32;

const extentOf = (values: readonly number[]) => {
  const [from, to] = [Math.min(...values), Math.max(...values)];
  return { middle: (from + to) / 2, length: Math.max(to - from, least) };
};

/** Multiples of a step from one value to another. */
function multiplesWithin(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, index) => (first + index) * step);
}

/**
 * Map sheet that fits stops and lines.
 * @param west Longitude west of all stops and lines. Longitudes are counted eastwards from there, so that the antimeridian is no edge.
 */
export function sheetAround(stops: readonly Coordinates[], lines: readonly (readonly Position[])[], west: number, size: SheetSize): MapSheet {
  const { width, lowest, highest, margin } = size;
  const eastOf = (longitude: number): number => west + ((((longitude - west) % 360) + 360) % 360);
  const unrolled = (line: readonly Position[]): Position[] => {
    const shift = line[0] ? eastOf(line[0][0]) - line[0][0] : 0;
    return line.map(([longitude, latitude]) => [longitude + shift, latitude]);
  };
  const positions = [...stops.map(({ longitude, latitude }): Position => [eastOf(longitude), latitude]), ...lines.flatMap(unrolled)];
  const across = extentOf(positions.map(([longitude]) => longitude));
  const down = extentOf(positions.map(([, latitude]) => mercatorLatitude(latitude)));
  const inner = width - 2 * margin;
  const height = Math.round(Math.min(highest, Math.max(lowest, (down.length / across.length) * inner + 2 * margin)));
  const scale = Math.min(inner / across.length, (height - 2 * margin) / down.length);
  const x = (longitude: number): number => rounded(width / 2 + (longitude - across.middle) * scale);
  const y = (north: number): number => rounded(height / 2 - (north - down.middle) * scale);
  const at = ([longitude, latitude]: Position): SheetPoint => [x(longitude), y(mercatorLatitude(latitude))];
  const step = steps.find((degrees) => degrees * scale >= gap) ?? 45;
  const halfAcross = width / 2 / scale;
  return {
    width,
    height,
    lineOf: (line) => unrolled(line).map(at),
    pointOf: ({ longitude, latitude }) => at([eastOf(longitude), latitude]),
    meridians: multiplesWithin(across.middle - halfAcross, across.middle + halfAcross, step).map(x),
    parallels: multiplesWithin(-85, 85, step)
      .map((latitude) => y(mercatorLatitude(latitude)))
      .filter((level) => level > 0 && level < height),
    kilometresPerUnit: (degree * shrinkAt(down.middle)) / scale,
  };
}

/** Length of a degree of longitude relative to the equator, by the Mercator ordinate `north`. */
const shrinkAt = (north: number): number => 1 / Math.cosh((north * Math.PI) / 180);

const rounded = (value: number): number => Math.round(value * 10) / 10;
