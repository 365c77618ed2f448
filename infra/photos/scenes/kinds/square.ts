import { drawTownHouse, plasters, roofs } from '../buildings.ts';
import type { Canvas } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawFountain, drawSquare } from '../grounds.ts';
import { drawBirds } from '../sky.ts';
import { drawBroadTree } from '../trees.ts';

export function drawTownSquare(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const ground = h * 0.68;
  for (let x = -u * 0.05; x < w; ) {
    const width = u * random.between(0.1, 0.14);
    drawTownHouse(canvas, x, ground, width, u * random.between(0.24, 0.33), random.pick(plasters), random.pick(roofs));
    x += width;
  }
  canvas.rect(0, ground - u * 0.2, w, u * 0.2, canvas.vertical([0, light.haze, 0], [1, light.haze, 0.22]));
  drawSquare(canvas, ground, '#d9cbb2');
  for (const at of [0.06, 0.22, 0.78, 0.94])
    drawBroadTree(canvas, w * at, ground + u * 0.05, u * random.between(0.2, 0.25), canvas.tone('#6b9656', 0.95));
  drawFountain(canvas, w / 2, ground + u * 0.17, u * 0.26);
  const pigeon = mix(canvas.tone('#6f7a86', 1), light.shade, 0.15);
  for (let bird = 0; bird < 16; bird++) {
    const [x, y] = [w * random.between(0.06, 0.94), h * random.between(0.86, 0.97)];
    if (Math.abs(x - w / 2) < u * 0.28 && y < h * 0.9) continue;
    const side = random.chance(0.5) ? 1 : -1;
    canvas.ellipse(x, y, u * 0.011, u * 0.007, pigeon);
    canvas.ellipse(x + side * u * 0.01, y - u * 0.008, u * 0.005, u * 0.005, pigeon);
  }
  drawBirds(canvas, 5);
}
