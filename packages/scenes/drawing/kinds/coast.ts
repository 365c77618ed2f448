import { drawHouse, drawTownHouse, plasterColours, roofColours } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, polygonPath, polylinePath } from '../canvas.ts';
import { drawFishingBoat, drawFlowers, drawGlitter, drawGrass, drawHill, drawMist, drawRange, drawSailboat, drawWater, lineYAt } from '../land.ts';
import { drawDome, drawLighthouse } from '../landmarks.ts';
import { drawBroadTree, drawCypress } from '../plants.ts';
import { drawBirds } from '../sky.ts';

/** Draws a headland of pale rock with grass on top; returns its upper edge. With `side` -1 it extends from the left edge, with 1 from the right. */
function drawHeadland(canvas: Canvas, side: number, reach: number, height: number, foot: number, near: number): CanvasPoint[] {
  const { w, u, light, random } = canvas;
  const across = (along: number): number => (side < 0 ? along : w - along);
  const turn = random.between(0, 6);
  const top = Array.from({ length: 61 }, (_, index): CanvasPoint => {
    const t = index / 60;
    const fall = t < 0.7 ? 1 - 0.3 * t * t : 0.853 * (1 - ((t - 0.7) / 0.3) ** 1.6);
    const rough = t > 0.66 ? (index % 3) * u * 0.0035 : Math.sin(t * 9 + turn) * u * 0.008;
    return [across(t * reach - u * 0.02), foot - height * fall - rough];
  });
  const rock = canvas.tone('#d8bd97', near);
  const grass = canvas.tone('#7f9f55', near);
  const outline = polygonPath(...top, [across(reach + u * 0.01), foot], [across(-u * 0.02), foot]);
  canvas.path(outline, canvas.vertical([0, mixColours(rock, light.sun, 0.12)], [1, mixColours(rock, light.shade, 0.4)]));
  canvas.within(outline, () => {
    for (let seam = 0; seam < 9; seam++) {
      const y = foot - height * random.between(0.05, 0.7);
      canvas.line(
        polylinePath(...Array.from({ length: 9 }, (_, i): CanvasPoint => [across((reach * i) / 8), y + random.between(-1, 1) * u * 0.006])),
        mixColours(rock, light.shade, 0.35),
        u * 0.003,
        0.5,
      );
    }
    const turf = top.map(([x, y], index): CanvasPoint => [x, y + height * (0.2 + 0.1 * Math.sin(index * 0.7) + 0.06 * Math.sin(index * 1.9))]);
    canvas.path(
      polygonPath(...top, ...turf.toReversed()),
      canvas.vertical([0, mixColours(grass, light.sun, 0.18)], [1, mixColours(grass, light.shade, 0.22)]),
    );
  });
  canvas.line(polylinePath([across(0), foot], [across(reach * 0.6), foot + u * 0.003], [across(reach + u * 0.02), foot]), '#ffffff', u * 0.005, 0.55);
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
  drawFlowers(canvas, lineYAt(canvas, bank, w / 2) + u * 0.03, h, ['#f6d55c', '#ffffff', '#e07a9a'], 90);
  drawGrass(canvas, canvas.tone('#3f6b3d', 1));
  drawBirds(canvas);
}

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
    (_, i): CanvasPoint => [across((w * 0.86 * i) / 60), horizon - u * 0.27 + u * 0.86 * (i / 60) ** 1.3 + Math.sin(i * 0.5) * u * 0.008],
  );
  canvas.path(
    polygonPath(...slope, [across(w * 0.86), h], [across(0), h]),
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
      else
        drawHouse(
          canvas,
          across(along) - size / 2,
          y,
          size,
          size * random.between(0.75, 1.2),
          random.pick(...plasterColours),
          random.pick(...roofColours),
        );
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
  canvas.rect(x - half * 0.35, y - size * 0.76, half * 0.7, size * 0.16, mixColours(wall, light.shade, 0.6), 1, half * 0.35);
  for (const at of [0.85, 0.54]) canvas.rect(x - half * 1.12, y - size * at, half * 2.24, size * 0.025, mixColours(wall, light.sun, 0.3));
}

export function drawHarbour(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const quay = h * 0.69;
  const colours = ['#d9694f', '#e6a93f', '#f3ddb3', '#5f93a8', '#8fae7a', '#c9546a', '#e9c2a0', '#3f6f8f'] as const;
  canvas.mirrored(quay + u * 0.02, 0.5, () => {
    for (let x = -u * 0.03; x < w; ) {
      const width = u * random.between(0.095, 0.14);
      drawTownHouse(canvas, x, quay, width, u * random.between(0.27, 0.4), random.pick(...colours), random.pick(...roofColours));
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
      random.pick('#24506e', '#a63d33', '#2f6b57', '#e8e0d0'),
    );
  drawFishingBoat(canvas, w * random.between(0.25, 0.75), h * 0.93, u * 0.14, random.pick('#a63d33', '#24506e', '#d08a35'));
  drawBirds(canvas, 6);
}
