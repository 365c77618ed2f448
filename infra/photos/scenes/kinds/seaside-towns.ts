import { drawHouse, drawTownHouse, plasters, roofs } from '../buildings.ts';
import { type Canvas, type Point, polygon } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawDome } from '../landmarks.ts';
import { drawRange } from '../peaks.ts';
import { drawBirds } from '../sky.ts';
import { drawMist } from '../terrain.ts';
import { drawBroadTree, drawCypress } from '../trees.ts';
import { drawFishingBoat, drawGlitter, drawSailboat, drawWater } from '../water.ts';

export function drawVillage(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawRange(canvas, 3, { base: horizon + 2, height: u * 0.3, colour: '#6d8a78', near: 0.25, snow: 0 });
  drawMist(canvas, horizon, 0.45, 0.06);
  drawWater(canvas, horizon, h, ['#9fd9dd', '#2374a0']);
  drawGlitter(canvas, horizon);
  const side = canvas.sun.x < w / 2 ? 1 : -1;
  const across = (along: number): number => (side > 0 ? w - along : along);
  const slope = Array.from(
    { length: 61 },
    (_, i): Point => [across((w * 0.86 * i) / 60), horizon - u * 0.27 + u * 0.86 * (i / 60) ** 1.3 + Math.sin(i * 0.5) * u * 0.008],
  );
  canvas.path(
    polygon([...slope, [across(w * 0.86), h], [across(0), h]]),
    canvas.vertical([0, canvas.tone('#7f9b62', 0.8)], [1, canvas.tone('#55724a', 1)]),
  );
  for (let tree = 0; tree < 12; tree++)
    drawCypress(
      canvas,
      across(w * random.between(0, 0.2)),
      horizon - u * random.between(0.06, 0.17),
      u * random.between(0.06, 0.1),
      canvas.tone('#3c6148', 0.8),
    );
  for (let row = 0; row < 8; row++) {
    const size = u * (0.046 + row * 0.0085);
    const reach = w * (0.24 + 0.085 * row);
    for (let along = -size; along < reach; along += size * random.between(1, 1.35)) {
      const y = horizon - u * 0.15 + row * u * 0.062 + (Math.max(0, along) / w) ** 1.4 * u * 0.34;
      if (y > h * 1.02) continue;
      if (random.chance(0.13)) drawBroadTree(canvas, across(along), y, size * 1.3, canvas.tone('#4f7d4b', 0.9));
      else drawHouse(canvas, across(along) - size / 2, y, size, size * random.between(0.75, 1.2), random.pick(plasters), random.pick(roofs));
    }
    if (row === 2) drawBellTower(canvas, across(w * 0.16), horizon + u * 0.06, u * 0.24);
  }
  drawSailboat(canvas, across(w * 0.86), horizon + u * 0.12, u * 0.05);
  drawFishingBoat(canvas, across(w * 0.9), h * 0.9, u * 0.06, '#2f6f96');
  drawBirds(canvas);
}

/** A church tower with a small dome. */
function drawBellTower(canvas: Canvas, x: number, y: number, size: number): void {
  const { light, sun } = canvas;
  const wall = canvas.tone('#f5e6cb', 0.95);
  const half = size * 0.12;
  drawDome(canvas, x, y - size * 0.84, half * 1.05, canvas.tone('#6f9aa6', 0.95), sun.x < x ? 1 : -1);
  canvas.rect(x - half, y - size * 0.85, half * 2, size * 0.85, wall);
  canvas.rect(sun.x < x ? x + half * 0.4 : x - half, y - size * 0.85, half * 0.6, size * 0.85, light.shade, 0.16);
  canvas.rect(x - half * 0.35, y - size * 0.76, half * 0.7, size * 0.16, mix(wall, light.shade, 0.6), 1, half * 0.35);
  for (const at of [0.85, 0.54]) canvas.rect(x - half * 1.12, y - size * at, half * 2.24, size * 0.025, mix(wall, light.sun, 0.3));
}

export function drawHarbour(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const quay = h * 0.69;
  const colours = ['#d9694f', '#e6a93f', '#f3ddb3', '#5f93a8', '#8fae7a', '#c9546a', '#e9c2a0', '#3f6f8f'] as const;
  canvas.mirrored(quay + u * 0.02, 0.5, () => {
    for (let x = -u * 0.03; x < w; ) {
      const width = u * random.between(0.095, 0.14);
      drawTownHouse(canvas, x, quay, width, u * random.between(0.27, 0.4), random.pick(colours), random.pick(roofs));
      x += width;
    }
    canvas.rect(0, quay - u * 0.004, w, u * 0.026, canvas.tone('#b9a894', 1));
    for (let x = u * 0.06; x < w; x += u * 0.22) drawBroadTree(canvas, x, quay, u * 0.15, canvas.tone('#5c8f52', 1));
  });
  canvas.rect(0, quay + u * 0.021, w, h - quay, canvas.vertical([0, light.water[0], 0.42], [0.5, light.water[1], 0.72], [1, light.water[1], 0.9]));
  drawGlitter(canvas, quay + u * 0.025, h, 90);
  for (let boat = 0; boat < 4; boat++)
    drawFishingBoat(
      canvas,
      w * ((boat + random.between(0.3, 0.7)) / 4),
      quay + u * random.between(0.07, 0.13),
      u * random.between(0.065, 0.08),
      random.pick(['#24506e', '#a63d33', '#2f6b57', '#e8e0d0']),
    );
  drawFishingBoat(canvas, w * random.between(0.25, 0.75), h * 0.93, u * 0.14, random.pick(['#a63d33', '#24506e', '#d08a35']));
  drawBirds(canvas, 6);
}
