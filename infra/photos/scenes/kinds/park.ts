import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { drawFlowers, drawGrass, drawHill, drawMist } from '../terrain.ts';
import { drawBroadTree } from '../trees.ts';

export function drawPark(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const leaves = random.pick([
    ['#7fa65a', '#6b9656', '#94b060'],
    ['#d9a04a', '#c97a3f', '#b9b05a'],
    ['#a8c46a', '#e8b4c4', '#8fb562'],
  ] as [readonly [string, string, string], ...(readonly [string, string, string])[]]);
  drawHill(canvas, horizon - u * 0.02, u * 0.02, 4, '#8aa884', 0.22);
  for (let layer = 0; layer < 3; layer++) {
    const near = 0.3 + layer * 0.22;
    const count = 13 - layer * 3;
    for (let tree = 0; tree < count; tree++)
      drawBroadTree(
        canvas,
        w * ((tree + random.between(0, 0.9)) / count),
        horizon + u * (0.06 + 0.035 * layer),
        u * (0.2 + 0.07 * layer) * random.between(0.8, 1.1),
        canvas.tone(random.pick(leaves), near),
      );
    drawMist(canvas, horizon + u * (0.04 + 0.035 * layer), 0.25, 0.04);
  }
  drawHill(canvas, horizon + u * 0.14, u * 0.012, 3, '#9cc06a', 0.85);
  drawWalk(canvas, horizon + u * 0.15);
  const side = canvas.sun.x < w / 2 ? 1 : -1;
  drawBroadTree(canvas, w / 2 + side * w * 0.3, h * 0.9, u * 0.62, canvas.tone(leaves[0], 1));
  drawBench(canvas, w / 2 + side * w * 0.24, h * 0.93, u * 0.3);
  drawStreetLamp(canvas, w / 2 - side * w * 0.3, h * 0.92, u * 0.42);
  drawFlowers(canvas, h * 0.9, h, ['#ffffff', '#f6d55c', '#d98ac0'], 60);
  drawGrass(canvas, canvas.tone('#568a44', 1), 90);
  drawBirds(canvas, 6);
}

/** A path of gravel that winds towards us over the lawn. */
function drawWalk(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const gravel = canvas.tone('#ead8b8', 1);
  canvas.path(
    `M${round(w * 0.52)} ${round(top)}C${round(w * 0.7)} ${round(top + (h - top) * 0.3)} ${round(w * 0.3)} ${round(top + (h - top) * 0.5)} ${round(w * 0.3)} ${h}H${round(w * 0.3 + u * 0.42)}C${round(w * 0.48)} ${round(top + (h - top) * 0.55)} ${round(w * 0.78)} ${round(top + (h - top) * 0.3)} ${round(w * 0.535)} ${round(top)}Z`,
    canvas.vertical([0, mix(gravel, light.haze, 0.3)], [1, mix(gravel, light.shade, 0.12)]),
  );
}

function drawBench(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const wood = canvas.tone('#9a6a42', 1);
  const iron = canvas.tone('#2f3a36', 1);
  canvas.ellipse(x, y, size * 0.6, size * 0.06, light.shade, 0.25);
  for (const side of [-1, 1]) {
    canvas.line(`M${round(x + side * size * 0.42)} ${round(y)}V${round(y - size * 0.55)}`, iron, size * 0.04);
    canvas.line(`M${round(x + side * size * 0.46)} ${round(y)}V${round(y - size * 0.3)}h${round(-side * size * 0.06)}`, iron, size * 0.035);
  }
  for (const at of [0.56, 0.46, 0.36]) canvas.rect(x - size * 0.5, y - size * at, size, size * 0.07, wood);
  canvas.rect(x - size * 0.52, y - size * 0.25, size * 1.04, size * 0.08, mix(wood, light.sun, 0.2));
}

function drawStreetLamp(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const iron = canvas.tone('#2f3a36', 1);
  const top = y - size;
  if (light.time !== 'day') canvas.ellipse(x, top, size * 0.5, size * 0.5, canvas.radial([0, light.window, 0.8], [1, light.window, 0]));
  canvas.line(`M${round(x)} ${round(y)}V${round(top)}`, iron, size * 0.026);
  canvas.path(`M${round(x - size * 0.05)} ${round(y)}Q${round(x)} ${round(y - size * 0.12)} ${round(x + size * 0.05)} ${round(y)}Z`, iron);
  canvas.path(
    `M${round(x - size * 0.035)} ${round(top)}L${round(x - size * 0.06)} ${round(top - size * 0.13)}H${round(x + size * 0.06)}L${round(x + size * 0.035)} ${round(top)}Z`,
    light.time === 'day' ? mix(iron, '#ffffff', 0.75) : '#fff1c9',
  );
  canvas.path(
    `M${round(x - size * 0.075)} ${round(top - size * 0.13)}Q${round(x)} ${round(top - size * 0.22)} ${round(x + size * 0.075)} ${round(top - size * 0.13)}Z`,
    iron,
  );
}
