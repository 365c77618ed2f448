import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath } from './canvas.ts';

const steps = 96;

/** Points of a wavy line across the canvas, at most about `swing` above or below `base`. */
export function rollingLine({ w, random }: Canvas, base: number, swing: number, waves: number): CanvasPoint[] {
  const [a, b, c] = [random.between(0, 6.3), random.between(0, 6.3), random.between(0, 6.3)];
  return Array.from({ length: steps + 1 }, (_, step): CanvasPoint => {
    const t = step / steps;
    const wave = 0.6 * Math.sin(t * waves + a) + 0.3 * Math.sin(t * waves * 2.1 + b) + 0.1 * Math.sin(t * waves * 4.7 + c);
    return [t * w, base - swing * wave];
  });
}

/** Closed SVG path of the area below a line, down to `bottom`. */
export const areaBelow = ({ w, h }: Canvas, line: readonly CanvasPoint[], bottom = h): string => polygonPath(...line, [w, bottom], [0, bottom]);

/** Vertical position of a line at `x`. */
export function lineYAt({ w }: Canvas, line: readonly CanvasPoint[], x: number): number {
  const index = Math.min(line.length - 1, Math.max(0, Math.round((x / w) * (line.length - 1))));
  return line[index]?.[1] ?? 0;
}

/** Draws rolling ground in one colour that darkens downwards; returns its upper edge. */
export function drawHill(canvas: Canvas, base: number, swing: number, waves: number, colour: string, near: number): CanvasPoint[] {
  const line = rollingLine(canvas, base, swing, waves);
  const tone = canvas.tone(colour, near);
  canvas.path(
    areaBelow(canvas, line),
    canvas.vertical([0, mixColours(tone, canvas.light.sun, 0.1)], [0.5, tone], [1, mixColours(tone, canvas.light.shade, 0.3)]),
  );
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

/** Draws small flowers between `top` and `bottom`. */
export function drawFlowers(canvas: Canvas, top: number, bottom: number, colours: readonly [string, ...string[]], count = 70): void {
  const { w, u, random } = canvas;
  for (let flower = 0; flower < count; flower++) {
    const t = random.next();
    const r = u * (0.0016 + 0.0034 * t);
    canvas.ellipse(random.next() * w, top + (bottom - top) * t, r, r * 0.8, canvas.tone(random.pick(...colours), 1), 0.9);
  }
}

/**
 * A mountain. `base` is the vertical position of its foot. `near` is 0 in the distance and 1 in the foreground. `snow` is the fraction of its height
 * that is covered with snow, from the summit down.
 */
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

/** Points of both flanks and of the ridge between them, from the summit down. The three lines have points at the same heights. */
function flanksOf({ random }: Canvas, { x, base, width, height }: Peak): { left: CanvasPoint[]; right: CanvasPoint[]; ridge: CanvasPoint[] } {
  const flank = (side: number, reach: number, rough: number): CanvasPoint[] => {
    const pushes = Array.from({ length: levels }, () => Math.max(0.05, 1 + random.between(-rough, rough)));
    const total = pushes.reduce((sum, push) => sum + push, 0);
    let gone = 0;
    const rest = pushes.map((push, level): CanvasPoint => {
      gone += push;
      return [x + (side * reach * gone) / total, base - height * (1 - (level + 1) / levels)];
    });
    return [[x, base - height], ...rest];
  };
  const drift = random.between(-0.16, 0.16) * width;
  const ridge = flank(1, drift, 0.4).map(([along, y], level): CanvasPoint => [along + (level % 2 ? 1 : -1) * width * 0.014 * Math.min(3, level), y]);
  return { left: flank(-1, width * random.between(0.44, 0.56), 0.85), right: flank(1, width * random.between(0.44, 0.56), 0.85), ridge };
}

/** A mountain with a lit and a shaded side. */
export function drawPeak(canvas: Canvas, peak: Peak): void {
  const { light, sun } = canvas;
  const { left, right, ridge } = flanksOf(canvas, peak);
  const tone = canvas.tone(peak.colour, peak.near);
  const dim = mixColours(tone, light.shade, 0.34);
  const foot = mixColours(tone, light.haze, 0.6);
  const dark = sun.x < peak.x ? right : left;
  canvas.path(polygonPath(...left.toReversed(), ...right), canvas.vertical([0, mixColours(tone, light.sun, 0.16)], [0.55, tone], [1, foot]));
  canvas.path(polygonPath(...ridge, ...dark.toReversed()), canvas.vertical([0, dim], [0.6, mixColours(dim, tone, 0.3)], [1, foot]), 0.85);
  drawRibs(canvas, peak, ridge, dark === right ? -1 : 1, dim);
  if (peak.snow > 0) drawSnow(canvas, peak, left, right, ridge, dark);
}

/** Draws small shadows of protruding rock on the lit side. */
function drawRibs(canvas: Canvas, { width, height }: Peak, ridge: readonly CanvasPoint[], side: number, colour: string): void {
  const { random } = canvas;
  for (let rib = 3; rib < levels - 3; rib += 2) {
    const [x, y] = ridge[rib] ?? [0, 0];
    const reach = width * 0.02 * rib * random.between(0.5, 1.1);
    const drop = height * random.between(0.1, 0.2);
    canvas.path(
      polygonPath([x, y - height * 0.02], [x + side * reach, y + drop], [x + side * reach * 0.45, y + drop * 0.82], [x, y + drop * 0.55]),
      colour,
      0.4,
    );
  }
}

function drawSnow(canvas: Canvas, peak: Peak, left: CanvasPoint[], right: CanvasPoint[], ridge: CanvasPoint[], dark: CanvasPoint[]): void {
  const { light, random } = canvas;
  const down = Math.max(2, Math.round(levels * peak.snow));
  const drips = (from: CanvasPoint, to: CanvasPoint): CanvasPoint[] =>
    Array.from({ length: 7 }, (_, index): CanvasPoint => {
      const t = (index + 1) / 8;
      return [from[0] + (to[0] - from[0]) * t, from[1] + peak.height * (index % 2 ? random.between(-0.06, -0.02) : random.between(0.02, 0.09))];
    });
  const at = (line: CanvasPoint[]): CanvasPoint => line[down] ?? [peak.x, peak.base];
  const [l, m, r] = [at(left), at(ridge), at(right)];
  const white = canvas.tone('#fbfdff', 0.45 + peak.near * 0.55);
  canvas.path(polygonPath(...left.slice(0, down + 1).toReversed(), ...right.slice(1, down + 1), ...drips(r, l)), mixColours(white, light.sun, 0.2));
  const edge = dark === right ? r : l;
  const shadow = polygonPath(...ridge.slice(0, down + 1), ...drips(m, edge), ...dark.slice(0, down + 1).toReversed());
  canvas.path(shadow, mixColours(white, light.shade, light.time === 'day' ? 0.24 : 0.34));
}

/** Draws mountains side by side, the tallest first. `peak.height` is the height of the tallest mountain, and `peak.base` the foot of all. */
export function drawRange(canvas: Canvas, count: number, peak: Omit<Peak, 'x' | 'width'> & { spread?: number }): void {
  const { w, random } = canvas;
  const peaks = Array.from({ length: count }, (_, index) => {
    const height = peak.height * random.between(0.45, 1);
    return { ...peak, x: w * ((index + random.between(0.2, 0.8)) / count), height, width: height * random.between(1.7, 2.5) * (peak.spread ?? 1) };
  });
  for (const one of peaks.toSorted((a, b) => b.height - a.height)) drawPeak(canvas, one);
  canvas.rect(0, peak.base - 1, w, canvas.h - peak.base + 1, mixColours(canvas.tone(peak.colour, peak.near), canvas.light.haze, 0.6));
}

/** Draws water from `top` to `bottom`. Without a tint it has the water colours of the scene. */
export function drawWater(canvas: Canvas, top: number, bottom = canvas.h, tint?: readonly [string, string]): void {
  const { w, light } = canvas;
  const [far, deep] = tint
    ? [mixColours(canvas.tone(tint[0], 0.8), light.water[0], 0.3), mixColours(canvas.tone(tint[1], 1), light.water[1], 0.3)]
    : light.water;
  canvas.rect(0, top, w, bottom - top, canvas.vertical([0, mixColours(far, light.sky[3], 0.35)], [0.18, far], [1, deep]));
}

/** Draws glitter on water: the reflection of the sun and wave crests. It must be drawn after the reflections. */
export function drawGlitter(canvas: Canvas, top: number, bottom = canvas.h, waves = 70): void {
  const { w, u, light, sun, random } = canvas;
  const depth = bottom - top;
  const shine = canvas.radial([0, light.sun, light.time === 'day' ? 0.4 : 0.6], [1, light.sun, 0]);
  canvas.within(pathData`M0 ${top}H${w}V${bottom}H0Z`, () => {
    canvas.ellipse(sun.x, top, w * 0.12, depth * 1.05, shine);
    for (let wave = 0; wave < waves; wave++) {
      const t = random.next() ** 1.5;
      const inSun = wave % 5 < 3;
      const x = inSun ? sun.x + random.between(-1, 1) * w * (0.02 + 0.13 * t) : random.next() * w;
      const long = w * random.between(0.008, 0.035) * (0.35 + t * 1.7);
      const thick = u * (0.0008 + 0.0032 * t);
      const colour = inSun ? light.sun : mixColours(light.water[0], '#ffffff', 0.25);
      canvas.ellipse(x, top + u * 0.004 + t * depth * 0.97, long, thick, colour, inSun ? random.between(0.3, 0.8) : random.between(0.14, 0.36));
    }
  });
}

/** A sailing boat whose waterline is at `y`. */
export function drawSailboat(canvas: Canvas, x: number, y: number, size: number): void {
  const hull = canvas.tone('#5b3a2e', 0.95);
  const sail = canvas.tone('#fdf6e6', 0.9);
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y + dy * size}`;
  canvas.path(`M${p(-0.5, 0.02)}Q${p(0, 0.3)} ${p(0.55, 0.02)}Z`, mixColours(canvas.light.water[1], hull, 0.3), 0.35);
  canvas.path(`M${p(0.03, -0.12)}L${p(0.03, -1.3)}Q${p(0.6, -0.6)} ${p(0.5, -0.14)}Z`, sail);
  canvas.path(`M${p(-0.04, -0.14)}L${p(-0.04, -1.1)}Q${p(-0.42, -0.5)} ${p(-0.42, -0.16)}Z`, mixColours(sail, canvas.light.shade, 0.2));
  canvas.path(
    pathData`M${p(-0.58, -0.1)}H${x + 0.6 * size}Q${p(0.5, 0.1)} ${p(0.3, 0.1)}H${x - 0.38 * size}Q${p(-0.5, 0.06)} ${p(-0.58, -0.1)}Z`,
    hull,
  );
}

/** A fishing boat with a cabin and a mast. */
export function drawFishingBoat(canvas: Canvas, x: number, y: number, size: number, paint: string): void {
  const hull = canvas.tone(paint, 1);
  const trim = canvas.tone('#fbf3e2', 1);
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y + dy * size}`;
  canvas.line(`M${p(0.1, -0.3)}L${p(0.1, -1.5)}`, canvas.tone('#6b4a36', 1), size * 0.035);
  canvas.line(`M${p(0.1, -1.5)}L${p(-0.72, -0.2)}M${p(0.1, -1.5)}L${p(0.8, -0.28)}`, canvas.tone('#4a3a34', 1), size * 0.012, 0.7);
  canvas.rect(x - 0.28 * size, y - 0.56 * size, 0.4 * size, 0.4 * size, trim);
  canvas.rect(x - 0.22 * size, y - 0.5 * size, 0.28 * size, 0.14 * size, canvas.light.window, 0.85);
  canvas.path(
    pathData`M${p(-0.8, -0.24)}Q${p(0, -0.12)} ${p(0.9, -0.34)}Q${p(0.8, 0.06)} ${p(0.55, 0.1)}H${x - 0.6 * size}Q${p(-0.76, 0)} ${p(-0.8, -0.24)}Z`,
    hull,
  );
  canvas.line(`M${p(-0.78, -0.2)}Q${p(0, -0.08)} ${p(0.88, -0.3)}`, trim, size * 0.035);
}
