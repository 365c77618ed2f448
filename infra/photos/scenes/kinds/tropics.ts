import type { Canvas, Point } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawPeak } from '../peaks.ts';
import { drawBirds } from '../sky.ts';
import { below } from '../terrain.ts';
import { drawBushes, drawPalm } from '../trees.ts';
import { drawGlitter, drawSailboat, drawWater } from '../water.ts';

export function drawTropical(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawPeak(canvas, { x: w * random.between(0.3, 0.7), base: horizon + 3, width: u * 0.7, height: u * 0.19, colour: '#4f8a72', near: 0.32, snow: 0 });
  drawPeak(canvas, { x: w * random.between(0.1, 0.9), base: horizon + 3, width: u * 0.5, height: u * 0.1, colour: '#4f8a72', near: 0.22, snow: 0 });
  drawWater(canvas, horizon, h, ['#8fe3d4', '#1b86a8']);
  drawGlitter(canvas, horizon, h, 80);
  drawSailboat(canvas, w * random.between(0.4, 0.6), horizon + u * 0.06, u * 0.04);
  const sand = canvas.tone('#f6dfb0', 1);
  const shore = (base: number) =>
    Array.from({ length: 61 }, (_, i): Point => [(w * i) / 60, base + u * 0.05 * Math.sin((i / 60) * 3.4 + 0.4) - u * 0.02 * Math.sin((i / 60) * 9)]);
  canvas.path(below(canvas, shore(h * 0.79)), mix(light.water[0], '#d8fff2', 0.5), 0.45);
  canvas.path(below(canvas, shore(h * 0.815)), '#ffffff', 0.75);
  canvas.path(below(canvas, shore(h * 0.825)), canvas.vertical([0, mix(sand, light.shade, 0.16)], [0.15, sand], [1, mix(sand, light.shade, 0.22)]));
  const leaf = canvas.tone('#2f7d4f', 1);
  const palms = [
    [0.03, 0.93, 0.5, 0.2],
    [0.13, 0.98, 0.62, 0.16],
    [-0.02, 1.03, 0.44, 0.3],
    [0.97, 0.97, 0.55, -0.16],
    [1.03, 1.02, 0.42, -0.26],
  ] as const;
  for (const [x, y, size, lean] of palms)
    drawPalm(canvas, w * x, h * y, u * size * random.between(0.92, 1.1), leaf, lean + random.between(-0.05, 0.05));
  drawBushes(canvas, -u * 0.05, w * 0.2, h * 1.005, u * 0.09, leaf);
  drawBushes(canvas, w * 0.86, w * 1.05, h * 1.005, u * 0.08, leaf);
  drawBirds(canvas, 4);
}
