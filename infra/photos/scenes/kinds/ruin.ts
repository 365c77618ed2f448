import { type Canvas, type Point, polygon, polyline } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { drawFlowers, drawGrass, drawHill, drawMist, heightAt } from '../terrain.ts';
import { drawBushes, drawCypress } from '../trees.ts';

export function drawRuin(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const stone = random.pick(['#ead9b4', '#dfc69c', '#e6ded0']);
  drawHill(canvas, horizon - u * 0.05, u * 0.07, 5, '#8597a2', 0.14);
  drawHill(canvas, horizon + u * 0.02, u * 0.05, 6, '#8f9c84', 0.24);
  drawMist(canvas, horizon + u * 0.03, 0.55, 0.07);
  const slope = drawHill(canvas, horizon + u * 0.12, u * 0.03, 4, '#a8a86a', 0.5);
  for (let tree = 0; tree < 12; tree++) {
    const x = w * random.between(0, 1);
    drawCypress(canvas, x, heightAt(canvas, slope, x) + u * 0.02, u * random.between(0.1, 0.17), canvas.tone('#4a6e4a', 0.6));
  }
  drawMist(canvas, horizon + u * 0.12, 0.3, 0.04);
  const ground = h * 0.83;
  drawHill(canvas, ground - u * 0.04, u * 0.008, 3, '#b9ae70', 0.85);
  drawColumns(canvas, ground, stone);
  drawHill(canvas, ground + u * 0.055, u * 0.01, 4, '#a5a25c', 0.97);
  for (let block = 0; block < 7; block++)
    drawBlock(canvas, w * random.between(0.06, 0.94), h * random.between(0.88, 0.96), u * random.between(0.04, 0.07), stone);
  drawBushes(canvas, -u * 0.05, w * 0.1, h * 0.97, u * 0.06, canvas.tone('#7a8a4c', 1));
  drawBushes(canvas, w * 0.9, w * 1.05, h * 0.97, u * 0.06, canvas.tone('#7a8a4c', 1));
  drawFlowers(canvas, h * 0.9, h, ['#e2574c', '#f6d55c'], 70);
  drawGrass(canvas, canvas.tone('#8a8a45', 1), 130);
  drawBirds(canvas, 5);
}

/** A row of columns on steps; some carry a beam, the others are broken off. */
function drawColumns(canvas: Canvas, y: number, stone: string): void {
  const { w, u, light, random } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const count = 8;
  const [left, gap] = [w / 2 - u * 0.49, (u * 0.98) / (count - 1)];
  for (let step = 0; step < 3; step++)
    canvas.rect(
      left - u * (0.09 - step * 0.02),
      y - u * 0.018 * (step + 1) + u * 0.04,
      u * (1.16 - step * 0.04),
      u * 0.02,
      mix(wall, light.shade, 0.16 - step * 0.04),
    );
  const first = Math.floor(random.between(0, 4));
  const foot = y - u * 0.014;
  const tall = u * 0.4;
  for (let column = 0; column < count; column++) {
    const isWhole = column >= first && column < first + 4;
    drawColumn(canvas, left + column * gap, foot, u * 0.032, isWhole ? tall : tall * random.between(0.2, 0.72), isWhole, wall);
  }
  const [from, to] = [left + first * gap - u * 0.05, left + (first + 3) * gap + u * 0.05];
  canvas.rect(from, foot - tall - u * 0.05, to - from, u * 0.05, canvas.vertical([0, mix(wall, light.sun, 0.2)], [1, mix(wall, light.shade, 0.12)]));
  const rough: Point[] = [
    [from, foot - tall - u * 0.049],
    [from + u * 0.02, foot - tall - u * 0.085],
    [from + (to - from) * 0.55, foot - tall - u * 0.09],
    [from + (to - from) * 0.62, foot - tall - u * 0.07],
    [to - u * 0.04, foot - tall - u * 0.066],
    [to, foot - tall - u * 0.049],
  ];
  canvas.path(polygon(rough), wall);
}

/** A fluted column; one that is broken ends in a slant. */
function drawColumn(canvas: Canvas, x: number, y: number, half: number, height: number, isWhole: boolean, wall: string): void {
  const { light, sun } = canvas;
  const narrow = half * 0.84;
  const top = y - height;
  const slant = isWhole ? 0 : half * 0.7;
  canvas.path(
    polygon([
      [x - half, y],
      [x - narrow, top + slant],
      [x + narrow, top - slant],
      [x + half, y],
    ]),
    canvas.vertical([0, mix(wall, light.sun, 0.18)], [1, mix(wall, light.shade, 0.12)]),
  );
  const side = sun.x < x ? 1 : -1;
  canvas.path(
    polygon([
      [x + side * half * 0.3, y],
      [x + side * narrow * 0.3, top],
      [x + side * narrow, top - side * slant],
      [x + side * half, y],
    ]),
    light.shade,
    0.18,
  );
  for (const at of [-0.55, -0.18, 0.2, 0.58])
    canvas.line(
      polyline([
        [x + at * half, y],
        [x + at * narrow, top + half * 0.8],
      ]),
      mix(wall, light.shade, 0.3),
      half * 0.07,
      0.5,
    );
  if (isWhole) canvas.rect(x - half * 1.3, top - half * 0.2, half * 2.6, half * 0.5, mix(wall, light.sun, 0.2));
}

/** A stone that has fallen down. */
function drawBlock(canvas: Canvas, x: number, y: number, size: number, stone: string): void {
  const { light } = canvas;
  const wall = canvas.tone(stone, 1);
  canvas.ellipse(x, y, size * 0.8, size * 0.12, light.shade, 0.3);
  canvas.rect(
    x - size * 0.7,
    y - size * 0.5,
    size * 1.4,
    size * 0.5,
    canvas.vertical([0, mix(wall, light.sun, 0.1)], [1, mix(wall, light.shade, 0.3)]),
    1,
    size * 0.08,
  );
  canvas.path(
    polygon([
      [x - size * 0.66, y - size * 0.48],
      [x - size * 0.4, y - size * 0.68],
      [x + size * 0.8, y - size * 0.68],
      [x + size * 0.68, y - size * 0.48],
    ]),
    mix(wall, light.sun, 0.24),
  );
}
