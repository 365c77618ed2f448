import { type Canvas, type Point, polygon } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { drawMist } from '../terrain.ts';
import { drawGlitter, drawSailboat, drawWater } from '../water.ts';

export function drawIsland(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawMist(canvas, horizon, 0.6, 0.08);
  drawWater(canvas, horizon, h, ['#9ed8cf', '#21788c']);
  drawGlitter(canvas, horizon);
  const rows = [
    [0.02, 0.2, 0.16, 7],
    [0.06, 0.32, 0.4, 4],
    [0.16, 0.46, 0.75, 3],
  ] as const;
  for (const [down, tall, near, count] of rows) {
    const foot = horizon + u * down;
    for (let stack = 0; stack < count; stack++) {
      const x = w * ((stack + random.between(0.1, 0.9)) / count);
      if (near > 0.7 && Math.abs(x - canvas.sun.x) < w * 0.18) continue;
      drawStack(canvas, x, foot, u * tall * random.between(0.55, 1), near);
    }
    drawMist(canvas, foot, 0.3 * (1 - near) + 0.08, 0.03);
  }
  drawJunk(canvas, canvas.sun.x + w * random.between(-0.05, 0.05), horizon + u * 0.24, u * 0.12);
  drawSailboat(canvas, w * random.between(0.3, 0.7), horizon + u * 0.07, u * 0.025);
  canvas.rect(0, h * 0.9, w, h * 0.1, canvas.vertical([0, light.shade, 0], [1, light.shade, 0.25]));
  drawBirds(canvas, 6);
}

/** A limestone stack, bare at the flanks and overgrown on top. */
function drawStack(canvas: Canvas, x: number, foot: number, height: number, near: number): void {
  const { u, light, random } = canvas;
  const half = height * random.between(0.26, 0.42);
  const lean = random.between(-0.12, 0.12) * half;
  const edge = (side: number): Point[] =>
    [0, 0.18, 0.4, 0.6, 0.78, 0.91, 0.98].map(
      (t): Point => [x + lean * t + side * half * (1 - t ** 2.6 * 0.9) * random.between(0.9, 1.06) * (t === 0 ? 0.94 : 1), foot - height * t],
    );
  const [left, right] = [edge(-1), edge(1)];
  const outline = polygon([...left, [x + lean, foot - height], ...right.toReversed()]);
  const rock = canvas.tone('#a9a392', near);
  const green = canvas.tone('#4f8a5b', near);
  canvas.ellipse(x, foot, half * 1.04, height * 0.07, mix(light.water[1], green, 0.4), 0.4);
  canvas.path(outline, canvas.vertical([0, mix(rock, light.sun, 0.1)], [1, mix(rock, light.haze, 0.3 * (1 - near))]));
  canvas.within(outline, () => drawGrowth(canvas, x, foot, height, half, green));
  canvas.line(`M${(x - half * 1.02).toFixed(1)} ${foot}h${(half * 2.04).toFixed(1)}`, '#ffffff', u * 0.003, 0.4);
}

/** What grows on a stack, and the shadow of its far side. */
function drawGrowth(canvas: Canvas, x: number, foot: number, height: number, half: number, green: string): void {
  const { light, sun, random } = canvas;
  for (let blob = 0; blob < 26; blob++) {
    const t = random.next() ** 0.55;
    const r = height * random.between(0.06, 0.13);
    canvas.ellipse(
      x + random.between(-1, 1) * half * 0.95,
      foot - height * (0.12 + t * 0.9),
      r * 1.1,
      r * 0.8,
      mix(green, blob % 3 ? light.shade : light.sun, blob % 3 ? 0.14 : 0.16),
    );
  }
  const dark = sun.x < x ? 1 : -1;
  canvas.path(
    polygon([
      [x + dark * half * 0.15, foot - height * 1.05],
      [x + dark * half * 0.4, foot - height * 0.5],
      [x + dark * half * 0.2, foot],
      [x + dark * half * 1.5, foot],
      [x + dark * half * 1.5, foot - height * 1.05],
    ]),
    light.shade,
    0.2,
  );
}

/** A junk under ribbed sails. */
function drawJunk(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const p = (dx: number, dy: number): string => `${(x + dx * size).toFixed(1)} ${(y - dy * size).toFixed(1)}`;
  const sail = canvas.tone('#d0693f', 1);
  const rib = mix(sail, light.shade, 0.35);
  for (const [at, tall] of [
    [-0.28, 0.82],
    [0.14, 1.1],
  ] as const) {
    canvas.path(
      `M${p(at, 0.16)}L${p(at - 0.03, tall)}Q${p(at + 0.3, tall * 0.86)} ${p(at + 0.36, tall * 0.5)}Q${p(at + 0.36, 0.3)} ${p(at + 0.28, 0.18)}Z`,
      sail,
    );
    for (let bar = 1; bar < 5; bar++)
      canvas.line(`M${p(at, 0.16 + (tall - 0.2) * bar * 0.2)}L${p(at + 0.35 - bar * 0.012, 0.16 + (tall - 0.3) * bar * 0.2)}`, rib, size * 0.012);
  }
  canvas.path(
    `M${p(-0.56, 0.2)}Q${p(0, 0.06)} ${p(0.62, 0.18)}Q${p(0.5, -0.06)} ${p(0.36, -0.06)}H${(x - 0.36 * size).toFixed(1)}Q${p(-0.52, 0)} ${p(-0.56, 0.2)}Z`,
    canvas.tone('#54352a', 1),
  );
}
