import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { routeOver } from '../../lib/great-circle.ts';

/** Points that a sketch is drawn over at most: more cannot be told apart. */
const most = 60;
/** Room around the line, share of the picture. */
const margin = 0.2;

/** Nearer than this stops are at one spot, degrees. */
const spot = 1e-5;

/** How far north a latitude lies on a Mercator map, in degrees of its equator. */
export const mercator = (latitude: number): number => {
  const phi = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180;
  return (Math.log(Math.tan(Math.PI / 4 + phi / 2)) * 180) / Math.PI;
};

type Point = [x: number, y: number];

/** The way of a story as a drawing. */
export interface Sketch {
  /** Points from left to right and top to bottom, in the order of the story; none when all stops lie at one spot. */
  line: Point[];
  /** Where a stop of the story is on it. */
  place: (stop: Coordinates) => Point;
}

/**
 * Draws the way over some stops into the middle of a picture.
 * @param size Width and height of the picture, in its own units.
 */
export function sketchOf(stops: readonly Coordinates[], size: { width: number; height: number }): Sketch {
  const step = Math.max(1, Math.ceil(stops.length / most));
  const line = routeOver(stops.filter((_, index) => index % step === 0 || index === stops.length - 1));
  const xs = line.map(([longitude]) => longitude);
  const ys = line.map(([, latitude]) => -mercator(latitude));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const middle: Point = [size.width / 2, size.height / 2];
  if (line.length < 2 || Math.max(across, down) < spot) return { line: [], place: () => middle };
  const inner = { width: size.width * (1 - 2 * margin), height: size.height * (1 - 2 * margin) };
  const scale = Math.min(inner.width / Math.max(across, spot), inner.height / Math.max(down, spot));
  const [offsetX, offsetY] = [(size.width - across * scale) / 2, (size.height - down * scale) / 2];
  const at = (x: number, y: number): Point => [round(offsetX + (x - left) * scale), round(offsetY + (y - top) * scale)];
  const place = ({ latitude, longitude }: Coordinates): Point => {
    // A line over the antimeridian runs on beyond 180 degrees.
    const turns = [0, 360, -360].map((turn) => longitude + turn);
    return at(turns.find((x) => x >= left - spot && x <= left + across + spot) ?? longitude, -mercator(latitude));
  };
  return { line: xs.map((x, index) => at(x, ys[index] ?? top)), place };
}

/** The line of a sketch alone. */
export const routeSketch = (stops: readonly Coordinates[], size: { width: number; height: number }): Point[] => sketchOf(stops, size).line;

const round = (value: number): number => Math.round(value * 10) / 10;
