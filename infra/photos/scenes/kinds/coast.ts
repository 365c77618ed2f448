import { drawHouse } from '../buildings.ts';
import { type Canvas, type Point, polygon, polyline } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawLighthouse } from '../landmarks.ts';
import { drawRange } from '../peaks.ts';
import { drawBirds } from '../sky.ts';
import { drawFlowers, drawGrass, drawHill, drawMist, heightAt } from '../terrain.ts';
import { drawGlitter, drawSailboat, drawWater } from '../water.ts';

/** A headland of pale rock under grass that falls into the sea; `side` -1 comes from the left. Answers its upper edge. */
function drawHeadland(canvas: Canvas, side: number, reach: number, height: number, foot: number, near: number): Point[] {
  const { w, u, light, random } = canvas;
  const across = (along: number): number => (side < 0 ? along : w - along);
  const turn = random.between(0, 6);
  const top = Array.from({ length: 61 }, (_, index): Point => {
    const t = index / 60;
    const fall = t < 0.7 ? 1 - 0.3 * t * t : 0.853 * (1 - ((t - 0.7) / 0.3) ** 1.6);
    const rough = t > 0.66 ? (index % 3) * u * 0.0035 : Math.sin(t * 9 + turn) * u * 0.008;
    return [across(t * reach - u * 0.02), foot - height * fall - rough];
  });
  const rock = canvas.tone('#d8bd97', near);
  const grass = canvas.tone('#7f9f55', near);
  const outline = polygon([...top, [across(reach + u * 0.01), foot], [across(-u * 0.02), foot]]);
  canvas.path(outline, canvas.vertical([0, mix(rock, light.sun, 0.12)], [1, mix(rock, light.shade, 0.4)]));
  canvas.within(outline, () => {
    for (let seam = 0; seam < 9; seam++) {
      const y = foot - height * random.between(0.05, 0.7);
      canvas.line(
        polyline(Array.from({ length: 9 }, (_, i): Point => [across((reach * i) / 8), y + random.between(-1, 1) * u * 0.006])),
        mix(rock, light.shade, 0.35),
        u * 0.003,
        0.5,
      );
    }
    const turf = top.map(([x, y], index): Point => [x, y + height * (0.2 + 0.1 * Math.sin(index * 0.7) + 0.06 * Math.sin(index * 1.9))]);
    canvas.path(polygon([...top, ...turf.toReversed()]), canvas.vertical([0, mix(grass, light.sun, 0.18)], [1, mix(grass, light.shade, 0.22)]));
  });
  canvas.line(
    polyline([
      [across(0), foot],
      [across(reach * 0.6), foot + u * 0.003],
      [across(reach + u * 0.02), foot],
    ]),
    '#ffffff',
    u * 0.005,
    0.55,
  );
  return top;
}

export function drawCoast(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawRange(canvas, 5, { base: horizon + 2, height: u * 0.13, colour: '#6f8f95', near: 0.12, snow: 0 });
  drawMist(canvas, horizon, 0.5, 0.05);
  drawWater(canvas, horizon);
  drawGlitter(canvas, horizon);
  const side = canvas.sun.x < w / 2 ? 1 : -1;
  drawHeadland(canvas, -side, w * 0.3, u * 0.1, horizon + u * 0.02, 0.3);
  drawHeadland(canvas, side, w * 0.4, u * 0.16, horizon + u * 0.05, 0.5);
  const top = drawHeadland(canvas, side, w * 0.58, u * 0.27, horizon + u * 0.16, 0.85);
  const [x, y] = top[34] ?? [w / 2, horizon];
  drawLighthouse(canvas, x, y + u * 0.012, u * 0.25);
  drawHouse(canvas, x + side * u * 0.09, y + u * 0.012, u * 0.06, u * 0.04, '#fbf3e4', '#a54a38');
  drawSailboat(canvas, w / 2 - side * w * random.between(0.18, 0.3), horizon + u * random.between(0.1, 0.15), u * 0.055);
  drawSailboat(canvas, w / 2 - side * w * 0.06, horizon + u * 0.035, u * 0.02);
  const bank = drawHill(canvas, h * 0.93, u * 0.035, 4, '#5f8a4c', 0.95);
  drawFlowers(canvas, heightAt(canvas, bank, w / 2) + u * 0.03, h, ['#f6d55c', '#ffffff', '#e07a9a'], 90);
  drawGrass(canvas, canvas.tone('#3f6b3d', 1));
  drawBirds(canvas);
}
