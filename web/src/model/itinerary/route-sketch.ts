import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { routeOver } from '../../lib/great-circle.ts';

/** Maximum number of points in a sketch; more are indistinguishable. */
const most = 60;
/** Margin around the line, as a share of the picture. */
const margin = 0.2;

/** Stops nearer than this share a location, degrees. */
const spot = 1e-5;

/** Latitude on a Mercator map, in degrees of its equator. */
export const mercatorLatitude = (latitude: number): number => {
  const phi = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return (Math.log(Math.tan(Math.PI / 4 + phi / 2)) * 180) / Math.PI;
};

type Point = [x: number, y: number];

/** Sketch of a story's route. */
export interface Sketch {
  /** Points in story order, x to the right and y down; none when all stops share a location. */
  line: Point[];
  /** Position of a stop in the sketch. */
  place: (stop: Coordinates) => Point;
}

/**
 * Draws a route into the middle of a picture.
 * @param size width and height of the picture, in its own units
 */
export function sketchOf(stops: readonly Coordinates[], size: { width: number; height: number }): Sketch {
  const step = Math.max(1, Math.ceil(stops.length / most));
  const line = routeOver(stops.filter((_, index) => index % step === 0 || index === stops.length - 1));
  const xs = line.map(([longitude]) => longitude);
  const ys = line.map(([, latitude]) => -mercatorLatitude(latitude));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const middle: Point = [size.width / 2, size.height / 2];
  if (line.length < 2 || Math.max(across, down) < spot) return { line: [], place: () => middle };
  const inner = { width: size.width * (1 - 2 * margin), height: size.height * (1 - 2 * margin) };
  const scale = Math.min(inner.width / Math.max(across, spot), inner.height / Math.max(down, spot));
  const [offsetX, offsetY] = [(size.width - across * scale) / 2, (size.height - down * scale) / 2];
  const at = (x: number, y: number): Point => [round(offsetX + (x - left) * scale), round(offsetY + (y - top) * scale)];
  const place = ({ latitude, longitude }: Coordinates): Point => {
    // A line across the antimeridian continues beyond 180 degrees.
    const turns = [0, 360, -360].map((turn) => longitude + turn);
    return at(turns.find((x) => x >= left - spot && x <= left + across + spot) ?? longitude, -mercatorLatitude(latitude));
  };
  return { line: xs.map((x, index) => at(x, ys[index] ?? top)), place };
}

/** Only the line of a sketch. */
export const routeSketch = (stops: readonly Coordinates[], size: { width: number; height: number }): Point[] => sketchOf(stops, size).line;

const round = (value: number): number => Math.round(value * 10) / 10;
