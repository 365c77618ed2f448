import { type Canvas, type Point, polygon } from './canvas.ts';
import { mix } from './colour.ts';

const steps = 96;

/** A rolling line across the canvas around `base`. */
export function rollingLine({ w, random }: Canvas, base: number, swing: number, waves: number): Point[] {
  const [a, b, c] = [random.between(0, 6.3), random.between(0, 6.3), random.between(0, 6.3)];
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const t = step / steps;
    const wave = 0.6 * Math.sin(t * waves + a) + 0.3 * Math.sin(t * waves * 2.1 + b) + 0.1 * Math.sin(t * waves * 4.7 + c);
    return [t * w, base - swing * wave];
  });
}

/** Outline of everything below a line. */
export const below = ({ w, h }: Canvas, line: readonly Point[], bottom = h): string => polygon([...line, [w, bottom], [0, bottom]]);

/** Height of a line at `x`. */
export function heightAt({ w }: Canvas, line: readonly Point[], x: number): number {
  const index = Math.min(line.length - 1, Math.max(0, Math.round((x / w) * (line.length - 1))));
  return line[index]?.[1] ?? 0;
}

/** Rolling ground in one colour that darkens downwards; answers its upper edge. */
export function drawHill(canvas: Canvas, base: number, swing: number, waves: number, colour: string, near: number): Point[] {
  const line = rollingLine(canvas, base, swing, waves);
  const tone = canvas.tone(colour, near);
  canvas.path(below(canvas, line), canvas.vertical([0, mix(tone, canvas.light.sun, 0.1)], [0.5, tone], [1, mix(tone, canvas.light.shade, 0.3)]));
  return line;
}

/** A band of mist that gathers at `y`. */
export function drawMist(canvas: Canvas, y: number, strength = 0.5, depth = 0.08): void {
  const { w, h, light } = canvas;
  canvas.rect(0, y - h * depth, w, h * depth * 2, canvas.vertical([0, light.haze, 0], [0.5, light.haze, strength], [1, light.haze, 0]));
}

/** Blades of grass along the lower edge. */
export function drawGrass(canvas: Canvas, colour: string, blades = 150): void {
  const { w, h, u, random } = canvas;
  let d = '';
  for (let blade = 0; blade < blades; blade++) {
    const x = random.next() * w;
    const tall = u * random.between(0.015, 0.05);
    const lean = u * random.between(-0.015, 0.015);
    d += `M${x.toFixed(1)} ${h}q${(lean * 0.3).toFixed(1)} ${(-tall * 0.6).toFixed(1)} ${lean.toFixed(1)} ${(-tall).toFixed(1)}q${(-lean * 0.4).toFixed(1)} ${(tall * 0.5).toFixed(1)} ${(u * 0.005 - lean).toFixed(1)} ${tall.toFixed(1)}Z`;
  }
  canvas.path(d, colour);
}

/** Small flowers in a strip of ground. */
export function drawFlowers(canvas: Canvas, top: number, bottom: number, colours: readonly [string, ...string[]], count = 70): void {
  const { w, u, random } = canvas;
  for (let flower = 0; flower < count; flower++) {
    const t = random.next();
    const r = u * (0.0016 + 0.0034 * t);
    canvas.ellipse(random.next() * w, top + (bottom - top) * t, r, r * 0.8, canvas.tone(random.pick(colours), 1), 0.9);
  }
}
