import { drawHouse } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath } from '../canvas.ts';
import { drawFlowers, drawGlitter, drawGrass, drawHill, drawMist, drawRange, drawSailboat, lineYAt } from '../land.ts';
import { drawPine } from '../plants.ts';
import { drawBirds } from '../sky.ts';

/** Draws conifers along a line, the smallest first. `keep` returns whether a tree at `x` is drawn. */
function plantPines(
  canvas: Canvas,
  line: readonly CanvasPoint[],
  count: number,
  size: number,
  colour: string,
  frost = 0,
  keep: (x: number) => boolean = () => true,
): void {
  const { w, u, random } = canvas;
  const trees = Array.from({ length: count }, () => ({ x: random.between(-0.02, 1.02) * w, s: size * random.between(0.6, 1.1) }));
  for (const { x, s } of trees.toSorted((a, b) => a.s - b.s))
    if (keep(x))
      drawPine(canvas, x, lineYAt(canvas, line, x) + u * 0.012 + s * 0.04, s, mixColours(colour, canvas.light.shade, random.between(0, 0.2)), frost);
}

export function drawMountains(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawRange(canvas, 5, { base: horizon + u * 0.03, height: u * 0.3, colour: '#7f93a8', near: 0.14, snow: 0.4 });
  drawRange(canvas, 3, { base: horizon + u * 0.08, height: u * 0.47, colour: '#6b7b90', near: 0.42, snow: 0.42 });
  drawMist(canvas, horizon + u * 0.08, 0.75, 0.08);
  const far = drawHill(canvas, horizon + u * 0.12, u * 0.04, 5, '#4f7d62', 0.5);
  plantPines(canvas, far, 70, u * 0.07, canvas.tone('#3a6b58', 0.55));
  drawMist(canvas, horizon + u * 0.16, 0.4, 0.05);
  const meadow = drawHill(canvas, h * 0.86, u * 0.04, 4, '#7fae58', 0.95);
  drawFlowers(canvas, h * 0.88, h, ['#ffffff', '#f6d55c', '#d98ac0', '#e8734f'], 110);
  const gap = random.between(0.35, 0.65) * w;
  plantPines(canvas, meadow, 26, u * 0.24, canvas.tone('#2c5d4c', 0.95), 0, (x) => Math.abs(x - gap) > w * 0.26);
  drawGrass(canvas, canvas.tone('#4c7d3f', 1), 120);
  drawBirds(canvas);
}

export function drawLake(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const shore = horizon + u * 0.06;
  canvas.mirrored(shore, 0.5, () => {
    drawRange(canvas, 4, { base: shore, height: u * 0.3, colour: '#8095a6', near: 0.2, snow: 0.4 });
    drawRange(canvas, 3, { base: shore, height: u * 0.4, colour: '#637a86', near: 0.45, snow: 0.36, spread: 1.1 });
    drawMist(canvas, shore - u * 0.03, 0.5, 0.05);
    for (let tree = 0; tree < 80; tree++)
      drawPine(canvas, random.next() * w, shore + 1, u * random.between(0.03, 0.075), canvas.tone('#38695a', 0.62));
  });
  canvas.rect(0, shore, w, h - shore, canvas.vertical([0, light.water[0], 0.35], [0.5, light.water[1], 0.62], [1, light.water[1], 0.9]));
  drawGlitter(canvas, shore, h, 55);
  drawSailboat(canvas, w * random.between(0.35, 0.65), shore + u * 0.12, u * 0.035);
  const bank = Array.from(
    { length: 97 },
    (_, i): CanvasPoint => [(w * i) / 96, h * 1.01 - u * 0.12 * Math.max(0, Math.abs(i / 48 - 1) - 0.45) ** 0.8],
  );
  canvas.path(polygonPath(...bank, [w, h], [0, h]), canvas.tone('#3f5f48', 1));
  plantPines(canvas, bank, 40, u * 0.42, canvas.tone('#21493f', 1), 0, (x) => Math.abs(x - w / 2) > w * 0.36);
  drawBirds(canvas);
}

export function drawForest(canvas: Canvas): void {
  const { w, h, u, horizon, light, sun } = canvas;
  drawRange(canvas, 4, { base: horizon + u * 0.02, height: u * 0.26, colour: '#6d8b8a', near: 0.15, snow: 0 });
  for (let layer = 0; layer < 5; layer++) {
    const near = 0.25 + layer * 0.18;
    const line = drawHill(canvas, horizon + u * (0.01 + 0.095 * layer), u * 0.03, 4 + layer * 0.4, '#4c8260', near);
    plantPines(
      canvas,
      line,
      64 - layer * 10,
      u * (0.1 + 0.075 * layer),
      canvas.tone('#2f6a50', near),
      0,
      layer > 2 ? (x) => Math.abs(x - w * 0.5) > w * (0.1 + 0.09 * (layer - 3)) : undefined,
    );
    if (layer < 4) drawMist(canvas, horizon + u * (0.05 + 0.095 * layer), 0.42, 0.055);
  }
  for (let ray = 0; ray < (light.time === 'night' ? 0 : 5); ray++) {
    const [x, wide] = [sun.x + (ray - 2) * w * 0.09, w * 0.035];
    const d = pathData`M${sun.x} ${sun.y}L${x - wide + (x - sun.x) * 1.6} ${h}H${x + wide + (x - sun.x) * 1.6}Z`;
    canvas.path(d, canvas.vertical([0, light.sun, 0.2], [1, light.sun, 0]), 0.7);
  }
  drawFlowers(canvas, h * 0.93, h, ['#f3e9d2', '#f6d55c', '#c9a0dc'], 60);
  drawGrass(canvas, canvas.tone('#2b5a40', 1), 160);
  drawBirds(canvas, 4);
}

export function drawSnow(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  if (light.time === 'night') drawAurora(canvas);
  drawRange(canvas, 4, { base: horizon + u * 0.04, height: u * 0.34, colour: '#8ea2b8', near: 0.25, snow: 0.75 });
  drawMist(canvas, horizon + u * 0.04, 0.6, 0.06);
  const cabin = w * random.between(0.36, 0.62);
  for (let layer = 0; layer < 3; layer++) {
    const near = 0.6 + layer * 0.2;
    const line = drawHill(canvas, horizon + u * (0.09 + 0.11 * layer), u * 0.035, 3.4 + layer, '#f3f8fd', near);
    if (layer === 2) drawCabin(canvas, cabin, lineYAt(canvas, line, cabin) + u * 0.03, u * 0.15);
    plantPines(
      canvas,
      line,
      26 - layer * 4,
      u * (0.11 + 0.06 * layer),
      canvas.tone('#33604f', near),
      0.85,
      (x) => Math.abs(x - cabin) > u * (layer === 2 ? 0.24 : 0),
    );
  }
  for (let flake = 0; flake < 90; flake++)
    canvas.ellipse(random.next() * w, random.next() * h, u * 0.0022, u * 0.0022, '#ffffff', random.between(0.25, 0.8));
}

/** Curtains of light, each of many thin rays. */
function drawAurora(canvas: Canvas): void {
  const { w, horizon, random } = canvas;
  const rays = 110;
  for (const [colour, opacity, lift] of [
    ['#8f7bff', 0.34, 0.1],
    ['#5fd8ff', 0.3, 0.02],
    ['#4ff0a8', 0.62, 0],
  ] as const) {
    const fill = canvas.vertical([0, colour, 0], [0.72, colour, opacity], [0.93, colour, opacity * 1.2], [1, colour, 0]);
    const [shift, reach] = [random.between(0, 6), random.between(0.2, 0.34)];
    for (let ray = 0; ray <= rays; ray++) {
      const t = ray / rays;
      const foot = horizon * (0.66 - lift + 0.14 * Math.sin(t * 5 + shift) + 0.025 * Math.sin(t * 17 + shift));
      const tall = horizon * reach * (1 + 0.35 * Math.sin(t * 23 + shift) + 0.3 * Math.sin(t * 41)) * Math.sin(Math.PI * t) ** 0.5;
      canvas.rect((w * ray) / rays, foot - tall, w / rays + 0.8, tall, fill, 0.5 + 0.5 * Math.sin(t * 11 + shift) ** 2);
    }
  }
}

function drawCabin(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const glow = canvas.radial([0, light.window, 0.55], [1, light.window, 0]);
  if (light.time !== 'day') canvas.ellipse(x, y - size * 0.2, size * 1.1, size * 0.7, glow);
  canvas.rect(x + size * 0.16, y - size * 0.98, size * 0.12, size * 0.3, canvas.tone('#7a5a4a', 1));
  canvas.line(
    polylinePath(
      [x + size * 0.22, y - size * 1.02],
      [x + size * 0.27, y - size * 1.15],
      [x + size * 0.2, y - size * 1.3],
      [x + size * 0.3, y - size * 1.5],
    ),
    '#ffffff',
    size * 0.06,
    0.35,
  );
  drawHouse(canvas, x - size * 0.42, y, size * 0.84, size * 0.44, '#8a5638', '#f6faff');
  canvas.rect(x - size * 0.07, y - size * 0.3, size * 0.14, size * 0.3, canvas.tone('#5a3524', 1));
}
