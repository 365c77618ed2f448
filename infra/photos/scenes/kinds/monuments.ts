import { type Canvas, type Point, polygon, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawColonnade, drawDomedHall, drawPagoda } from '../landmarks.ts';
import { drawRange } from '../peaks.ts';
import { drawBirds } from '../sky.ts';
import { drawFlowers, drawHill, drawMist } from '../terrain.ts';
import { drawBroadTree, drawBushes, drawCypress, drawPalm } from '../trees.ts';
import { drawGlitter } from '../water.ts';

export function drawTemple(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const leaves = random.pick(['#ef9fb6', '#d8583f', '#e8a13c', '#6f9f5c']);
  drawRange(canvas, 4, { base: horizon + u * 0.03, height: u * 0.3, colour: '#7d93a5', near: 0.18, snow: 0.22 });
  drawMist(canvas, horizon + u * 0.03, 0.65, 0.08);
  drawHill(canvas, horizon + u * 0.1, u * 0.03, 4, '#6d9468', 0.5);
  const x = w * random.between(0.4, 0.6);
  const ground = h * 0.8;
  for (let tree = 0; tree < 16; tree++)
    drawBroadTree(
      canvas,
      w * ((tree + random.between(0, 0.9)) / 16),
      ground - u * random.between(0, 0.03),
      u * random.between(0.16, 0.24),
      canvas.tone(mix(leaves, '#7fa266', random.between(0, 0.5)), 0.68),
    );
  drawMist(canvas, ground - u * 0.05, 0.3, 0.05);
  drawPagoda(canvas, x, ground, u * 0.54, '#8f4634');
  const lawn = drawHill(canvas, ground + u * 0.02, u * 0.012, 3, '#86aa62', 0.95);
  drawPath(canvas, x, (lawn[48]?.[1] ?? ground) + u * 0.005);
  for (const [at, size] of [
    [-0.16, 0.12],
    [0.16, 0.12],
    [-0.27, 0.16],
    [0.27, 0.16],
  ] as const)
    drawLantern(canvas, x + at * u, ground + u * (size - 0.04), u * size);
  for (const at of [-0.02, 0.1, 0.9, 1.02]) drawBroadTree(canvas, w * at, h * 1.02, u * random.between(0.42, 0.54), canvas.tone(leaves, 1));
  drawFlowers(canvas, h * 0.9, h, [leaves, '#fff3ea'], 70);
}

/** A paved path from the principal to a door at `x`. */
function drawPath(canvas: Canvas, x: number, top: number): void {
  const { h, u, light } = canvas;
  const path = canvas.tone('#e3d3b8', 1);
  canvas.path(
    polygon([
      [x - u * 0.04, top],
      [x + u * 0.04, top],
      [x + u * 0.2, h],
      [x - u * 0.2, h],
    ]),
    mix(path, light.shade, 0.06),
  );
  for (let slab = 0; slab < 6; slab++)
    canvas.line(
      `M${round(x - u * (0.045 + slab * 0.026))} ${round(top + u * 0.02 + u * 0.024 * slab ** 1.2)}H${round(x + u * (0.045 + slab * 0.026))}`,
      mix(path, light.shade, 0.3),
      u * 0.003,
      0.6,
    );
}

/** A stone lantern beside the path. */
function drawLantern(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#9f9a90', 1);
  canvas.rect(x - size * 0.05, y - size * 0.55, size * 0.1, size * 0.55, stone);
  canvas.rect(x - size * 0.14, y - size * 0.07, size * 0.28, size * 0.07, mix(stone, light.shade, 0.15));
  canvas.rect(x - size * 0.12, y - size * 0.74, size * 0.24, size * 0.2, stone);
  canvas.rect(x - size * 0.06, y - size * 0.71, size * 0.12, size * 0.14, light.time === 'day' ? mix(stone, light.shade, 0.5) : light.window);
  canvas.path(
    polygon([
      [x - size * 0.2, y - size * 0.73],
      [x - size * 0.05, y - size * 0.88],
      [x + size * 0.05, y - size * 0.88],
      [x + size * 0.2, y - size * 0.73],
    ]),
    mix(stone, light.shade, 0.2),
  );
}

/** Open ground of pale stone in front of a building, its joints running to the middle of the horizon. */
function drawSquare(canvas: Canvas, top: number, stone: string): void {
  const { w, h, u, light } = canvas;
  const tone = canvas.tone(stone, 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mix(tone, light.sun, 0.16)], [1, mix(tone, light.shade, 0.26)]));
  for (let joint = -12; joint <= 12; joint++)
    canvas.line(
      `M${round(w / 2 + joint * w * 0.045)} ${round(top)}L${round(w / 2 + joint * w * 0.13)} ${h}`,
      mix(tone, light.shade, 0.26),
      u * 0.0018,
      0.45,
    );
  for (let row = 1; row < 7; row++)
    canvas.line(`M0 ${round(top + (h - top) * (row / 7) ** 1.7)}H${w}`, mix(tone, light.shade, 0.26), u * 0.0018, 0.45);
}

export function drawPalace(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const ground = h * 0.77;
  drawBirds(canvas, 6);
  const stone = random.pick(['#efe3cb', '#e8d3b0', '#dcd6ce', '#ecd9c6']);
  drawHill(canvas, horizon + u * 0.04, u * 0.05, 3, '#7d9a7c', 0.3);
  for (let tree = 0; tree < 20; tree++)
    drawBroadTree(
      canvas,
      w * ((tree + random.between(0, 0.9)) / 20),
      ground - u * 0.01,
      u * random.between(0.17, 0.26),
      canvas.tone('#6f9560', 0.55),
    );
  drawMist(canvas, ground - u * 0.08, 0.35, 0.08);
  const colonnade = (size: number) => drawColonnade(canvas, w / 2, ground + u * 0.005, size, stone);
  colonnade(Math.min(u * 0.82, w * 0.62));
  drawSquare(canvas, ground, '#dccbb0');
  const half = Math.min(u * 0.82, w * 0.62) * 0.62;
  for (const side of [-1, 1]) {
    for (const [at, size] of [
      [1.16, 0.3],
      [1.4, 0.36],
      [1.7, 0.44],
    ] as const)
      drawCypress(canvas, w / 2 + side * half * at, ground + u * (size - 0.27), u * size, canvas.tone('#3f6a4a', 0.97));
    drawBushes(canvas, side < 0 ? -u * 0.05 : w - u * 0.24, side < 0 ? u * 0.24 : w + u * 0.05, h * 0.985, u * 0.07, canvas.tone('#4f7d4b', 1));
  }
  drawFountain(canvas, w / 2, ground + u * 0.12, u * 0.2);
}

function drawFountain(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#cdbfa8', 1);
  canvas.ellipse(x, y + size * 0.05, size, size * 0.24, mix(stone, light.shade, 0.3));
  canvas.ellipse(x, y, size, size * 0.22, stone);
  canvas.ellipse(x, y, size * 0.9, size * 0.18, canvas.vertical([0, light.water[0]], [1, light.water[1]]));
  canvas.rect(x - size * 0.05, y - size * 0.36, size * 0.1, size * 0.36, stone);
  canvas.path(
    `M${round(x - size * 0.36)} ${round(y - size * 0.4)}Q${round(x)} ${round(y - size * 0.14)} ${round(x + size * 0.36)} ${round(y - size * 0.4)}Z`,
    stone,
  );
  for (const reach of [-0.62, -0.36, 0.36, 0.62])
    canvas.line(
      `M${round(x)} ${round(y - size * 0.4)}Q${round(x + reach * size * 0.5)} ${round(y - size * 0.95)} ${round(x + reach * size)} ${round(y - size * 0.02)}`,
      mix(light.water[0], '#ffffff', 0.65),
      size * 0.022,
      0.75,
    );
  canvas.line(`M${round(x)} ${round(y - size * 0.4)}v${round(-size * 0.42)}`, mix(light.water[0], '#ffffff', 0.7), size * 0.03, 0.8);
}

export function drawDomes(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const [stone, dome] = random.pick([
    ['#f3e6cc', '#3f8f96'],
    ['#f7f1e6', '#f0e6d6'],
    ['#d99a76', '#e9d2b0'],
    ['#ecd9b8', '#5f83a6'],
  ] as [readonly [string, string], ...(readonly [string, string])[]]);
  const quay = h * 0.76;
  drawBirds(canvas, 6);
  const hills: Point[] = drawHill(canvas, horizon + u * 0.03, u * 0.04, 3, '#9aa394', 0.22);
  for (const [x] of hills.filter((_, index) => index % 2 === 0))
    canvas.rect(
      x,
      horizon + u * random.between(-0.01, 0.05),
      u * random.between(0.02, 0.04),
      u * 0.1,
      canvas.tone('#dcc3a2', random.between(0.2, 0.36)),
    );
  drawMist(canvas, horizon + u * 0.08, 0.55, 0.07);
  canvas.mirrored(quay, 0.42, () => {
    for (let tree = 0; tree < 14; tree++)
      drawBroadTree(canvas, w * ((tree + random.between(0, 0.9)) / 14), quay, u * random.between(0.12, 0.18), canvas.tone('#6f9560', 0.7));
    drawDomedHall(canvas, w / 2, quay, Math.min(u * 0.36, w * 0.3), stone, dome);
    for (const [x, size, lean] of [
      [0.07, 0.3, 0.06],
      [0.14, 0.24, -0.05],
      [0.86, 0.25, 0.05],
      [0.93, 0.31, -0.07],
    ] as const)
      drawPalm(canvas, w * x, quay, u * size, canvas.tone('#3f7d4f', 0.95), lean);
  });
  canvas.rect(0, quay, w, u * 0.014, canvas.tone('#e3d2b4', 1));
  canvas.rect(0, quay + u * 0.014, w, h - quay, canvas.vertical([0, light.water[0], 0.4], [0.6, light.water[1], 0.72], [1, light.water[1], 0.92]));
  drawGlitter(canvas, quay + u * 0.016, h, 60);
}
