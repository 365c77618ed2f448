import { drawResidence } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, polygonPath, polylinePath } from '../canvas.ts';
import { drawFlowers, drawGlitter, drawHill, drawMist, drawRange } from '../land.ts';
import { drawDomedHall, drawPagoda } from '../landmarks.ts';
import { drawBroadTree, drawCypress, drawFountain, drawLantern, drawPalm, drawPath, drawSquare } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawTemple(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const leaves = random.pick('#ef9fb6', '#d8583f', '#e8a13c', '#6f9f5c');
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
      canvas.tone(mixColours(leaves, '#7fa266', random.between(0, 0.5)), 0.68),
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

export function drawPalace(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const ground = h * 0.73;
  drawBirds(canvas, 6);
  const stone = random.pick('#f0e0bd', '#e8cfa6', '#e6ded2', '#efd9cf');
  drawHill(canvas, horizon + u * 0.04, u * 0.05, 3, '#7d9a7c', 0.3);
  for (let tree = 0; tree < 20; tree++)
    drawBroadTree(
      canvas,
      w * ((tree + random.between(0, 0.9)) / 20),
      ground - u * 0.01,
      u * random.between(0.16, 0.24),
      canvas.tone('#6f9560', 0.55),
    );
  drawMist(canvas, ground - u * 0.08, 0.35, 0.08);
  drawResidence(canvas, w / 2, ground + u * 0.005, Math.min(u * 0.72, w * 0.56), stone);
  drawParterre(canvas, ground);
  drawFountain(canvas, w / 2, ground + u * 0.13, u * 0.16);
}

/** Lawns, hedges and clipped trees on both sides of a path of gravel. */
function drawParterre(canvas: Canvas, ground: number): void {
  const { w, h, u, light } = canvas;
  drawSquare(canvas, ground, '#e6d6b8');
  const lawn = canvas.tone('#86ad5c', 1);
  const hedge = canvas.tone('#3f6f45', 1);
  for (const side of [-1, 1]) {
    const at = (across: number, down: number): CanvasPoint => [w / 2 + side * across, ground + (h - ground) * down];
    const bed = polygonPath(at(u * 0.2, 0.16), at(w * 0.6, 0.16), at(w * 0.6, 1), at(u * 0.42, 1));
    canvas.path(bed, canvas.vertical([0, mixColours(lawn, light.sun, 0.15)], [1, mixColours(lawn, light.shade, 0.2)]));
    canvas.line(polylinePath(at(w * 0.6, 0.16), at(u * 0.2, 0.16), at(u * 0.42, 1)), hedge, u * 0.018);
    for (const [across, down, size] of [
      [0.26, 0.24, 0.13],
      [0.36, 0.42, 0.17],
      [0.5, 0.72, 0.24],
    ] as const)
      drawCypress(canvas, ...at(u * across, down), u * size, canvas.tone('#3f6a4a', 0.97));
  }
  drawFlowers(canvas, ground + u * 0.06, ground + u * 0.1, ['#d9567a', '#f6d55c'], 40);
}

export function drawDomes(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const [stone, dome] = random.pick(['#f3e6cc', '#3f8f96'], ['#f7f1e6', '#f0e6d6'], ['#d99a76', '#e9d2b0'], ['#ecd9b8', '#5f83a6']);
  const quay = h * 0.76;
  drawBirds(canvas, 6);
  const hills: CanvasPoint[] = drawHill(canvas, horizon + u * 0.03, u * 0.04, 3, '#9aa394', 0.22);
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
