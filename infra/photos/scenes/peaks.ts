import { type Canvas, type Point, polygon } from './canvas.ts';
import { mix } from './colour.ts';

/** A mountain: its foot at `base`, `near` 0 far and 1 in front, snow from the top down to this share of its height. */
export interface Peak {
  x: number;
  base: number;
  width: number;
  height: number;
  colour: string;
  near: number;
  snow: number;
}

const levels = 16;

/** The two flanks and the ridge between them, from the summit down, all with the same heights. */
function flanksOf({ random }: Canvas, { x, base, width, height }: Peak): { left: Point[]; right: Point[]; ridge: Point[] } {
  const flank = (side: number, reach: number, rough: number): Point[] => {
    const pushes = Array.from({ length: levels }, () => Math.max(0.05, 1 + random.between(-rough, rough)));
    const total = pushes.reduce((sum, push) => sum + push, 0);
    let gone = 0;
    const rest = pushes.map((push, level): Point => {
      gone += push;
      return [x + (side * reach * gone) / total, base - height * (1 - (level + 1) / levels)];
    });
    return [[x, base - height], ...rest];
  };
  const drift = random.between(-0.16, 0.16) * width;
  const ridge = flank(1, drift, 0.4).map(([along, y], level): Point => [along + (level % 2 ? 1 : -1) * width * 0.014 * Math.min(3, level), y]);
  return { left: flank(-1, width * random.between(0.44, 0.56), 0.85), right: flank(1, width * random.between(0.44, 0.56), 0.85), ridge };
}

/** A mountain with a lit and a shaded side. */
export function drawPeak(canvas: Canvas, peak: Peak): void {
  const { light, sun } = canvas;
  const { left, right, ridge } = flanksOf(canvas, peak);
  const tone = canvas.tone(peak.colour, peak.near);
  const dim = mix(tone, light.shade, 0.34);
  const foot = mix(tone, light.haze, 0.6);
  const dark = sun.x < peak.x ? right : left;
  canvas.path(polygon([...left.toReversed(), ...right]), canvas.vertical([0, mix(tone, light.sun, 0.16)], [0.55, tone], [1, foot]));
  canvas.path(polygon([...ridge, ...dark.toReversed()]), canvas.vertical([0, dim], [0.6, mix(dim, tone, 0.3)], [1, foot]), 0.85);
  drawRibs(canvas, peak, ridge, dark === right ? -1 : 1, dim);
  if (peak.snow > 0) drawSnow(canvas, peak, left, right, ridge, dark);
}

/** Small shadows on the lit side, where ribs of rock stand out. */
function drawRibs(canvas: Canvas, { width, height }: Peak, ridge: readonly Point[], side: number, colour: string): void {
  const { random } = canvas;
  for (let rib = 3; rib < levels - 3; rib += 2) {
    const [x, y] = ridge[rib] ?? [0, 0];
    const reach = width * 0.02 * rib * random.between(0.5, 1.1);
    const drop = height * random.between(0.1, 0.2);
    canvas.path(
      polygon([
        [x, y - height * 0.02],
        [x + side * reach, y + drop],
        [x + side * reach * 0.45, y + drop * 0.82],
        [x, y + drop * 0.55],
      ]),
      colour,
      0.4,
    );
  }
}

function drawSnow(canvas: Canvas, peak: Peak, left: Point[], right: Point[], ridge: Point[], dark: Point[]): void {
  const { light, random } = canvas;
  const down = Math.max(2, Math.round(levels * peak.snow));
  const drips = (from: Point, to: Point): Point[] =>
    Array.from({ length: 7 }, (_, index): Point => {
      const t = (index + 1) / 8;
      return [from[0] + (to[0] - from[0]) * t, from[1] + peak.height * (index % 2 ? random.between(-0.06, -0.02) : random.between(0.02, 0.09))];
    });
  const at = (line: Point[]): Point => line[down] ?? [peak.x, peak.base];
  const [l, m, r] = [at(left), at(ridge), at(right)];
  const white = canvas.tone('#fbfdff', 0.45 + peak.near * 0.55);
  canvas.path(polygon([...left.slice(0, down + 1).toReversed(), ...right.slice(1, down + 1), ...drips(r, l)]), mix(white, light.sun, 0.2));
  const edge = dark === right ? r : l;
  const shadow = polygon([...ridge.slice(0, down + 1), ...drips(m, edge), ...dark.slice(0, down + 1).toReversed()]);
  canvas.path(shadow, mix(white, light.shade, light.time === 'day' ? 0.24 : 0.34));
}

/** Mountains side by side, the tallest behind. `height` and `base` are of the tallest. */
export function drawRange(canvas: Canvas, count: number, peak: Omit<Peak, 'x' | 'width'> & { spread?: number }): void {
  const { w, random } = canvas;
  const peaks = Array.from({ length: count }, (_, index) => {
    const height = peak.height * random.between(0.45, 1);
    return { ...peak, x: w * ((index + random.between(0.2, 0.8)) / count), height, width: height * random.between(1.7, 2.5) * (peak.spread ?? 1) };
  });
  for (const one of peaks.toSorted((a, b) => b.height - a.height)) drawPeak(canvas, one);
  canvas.rect(0, peak.base - 1, w, canvas.h - peak.base + 1, mix(canvas.tone(peak.colour, peak.near), canvas.light.haze, 0.6));
}
