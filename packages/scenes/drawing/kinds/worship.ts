import { drawWindow } from '../buildings.ts';
import { type Canvas, mixColours, pathData, polygonPath } from '../canvas.ts';
import { drawFlowers, drawGrass, drawHill, drawMist, drawRange } from '../land.ts';
import { drawBroadTree, drawBushes, drawLantern, drawPath, drawPine } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawShrine(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawRange(canvas, 3, { base: horizon + u * 0.04, height: u * 0.3, colour: '#6f8b8a', near: 0.18, snow: 0 });
  drawMist(canvas, horizon + u * 0.02, 0.6, 0.08);
  const x = w * random.between(0.45, 0.55);
  for (let layer = 0; layer < 3; layer++) {
    const near = 0.4 + layer * 0.2;
    const foot = horizon + u * (0.08 + 0.07 * layer);
    drawHill(canvas, foot, u * 0.015, 4, '#557f58', near);
    for (let tree = 0; tree < 22 - layer * 4; tree++) {
      const at = w * random.between(-0.02, 1.02);
      if (Math.abs(at - x) > u * (0.05 + layer * 0.09))
        drawPine(canvas, at, foot + u * 0.02, u * (0.26 + 0.1 * layer) * random.between(0.8, 1.1), canvas.tone('#2f6248', near));
    }
    drawMist(canvas, foot - u * 0.02, 0.3, 0.05);
  }
  const leaves = random.pick('#d8583f', '#e8a13c', '#ef9fb6', '#7fa35a');
  for (const side of [-1, 1])
    drawBroadTree(canvas, x + side * u * random.between(0.34, 0.42), h * 0.8, u * random.between(0.26, 0.34), canvas.tone(leaves, 0.85));
  drawHill(canvas, h * 0.79, u * 0.008, 3, '#7f9f62', 0.95);
  drawPath(canvas, x, h * 0.79);
  drawTorii(canvas, x, h * 0.795, u * 0.16);
  drawTorii(canvas, x, h * 0.835, u * 0.27);
  for (const side of [-1, 1]) drawLantern(canvas, x + side * u * 0.2, h * 0.88, u * 0.17);
  drawTorii(canvas, x, h * 0.93, u * 0.6);
  for (const side of [-1, 1]) drawLantern(canvas, x + side * u * 0.44, h * 0.975, u * 0.24);
  drawGrass(canvas, canvas.tone('#4c7d3f', 1), 60);
}

/** A gate of two posts and two beams, the upper one bent up at its ends; `y` is its foot and `size` its height. */
function drawTorii(canvas: Canvas, x: number, y: number, size: number): void {
  const { light, sun } = canvas;
  const red = canvas.tone('#d2452f', 1);
  const dark = canvas.tone('#3a3230', 1);
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
  for (const side of [-1, 1]) {
    canvas.path(
      pathData`M${p(side * 0.42, 0)}L${p(side * 0.36, 0.9)}H${x + side * 0.29 * size}L${p(side * 0.34, 0)}Z`,
      canvas.vertical([0, mixColours(red, light.sun, 0.1)], [1, mixColours(red, light.shade, 0.2)]),
    );
    if (side > 0 === sun.x < x)
      canvas.path(`M${p(side * 0.42, 0)}L${p(side * 0.36, 0.9)}L${p(side * 0.335, 0.9)}L${p(side * 0.385, 0)}Z`, light.shade, 0.22);
    canvas.path(pathData`M${p(side * 0.43, 0)}L${p(side * 0.424, 0.09)}H${x + side * 0.328 * size}L${p(side * 0.334, 0)}Z`, dark);
  }
  canvas.rect(x - size * 0.47, y - size * 0.72, size * 0.94, size * 0.065, mixColours(red, light.shade, 0.06));
  canvas.rect(x - size * 0.035, y - size * 0.86, size * 0.07, size * 0.2, mixColours(red, light.shade, 0.2));
  canvas.path(
    `M${p(-0.58, 0.97)}Q${p(0, 0.87)} ${p(0.58, 0.97)}L${p(0.55, 0.89)}Q${p(0, 0.81)} ${p(-0.55, 0.89)}Z`,
    mixColours(red, light.sun, 0.08),
  );
  canvas.path(`M${p(-0.61, 1.03)}Q${p(0, 0.91)} ${p(0.61, 1.03)}L${p(0.585, 0.965)}Q${p(0, 0.865)} ${p(-0.585, 0.965)}Z`, dark);
}

export function drawChurch(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const [stone, roof] = random.pick(['#eee2c8', '#8a4a3c'], ['#d6cabb', '#566672'], ['#c79a80', '#4a5b62'], ['#f4efe4', '#5f7f78']);
  drawHill(canvas, horizon + u * 0.02, u * 0.06, 4, '#86a08c', 0.18);
  drawMist(canvas, horizon + u * 0.06, 0.5, 0.06);
  const ground = h * 0.8;
  for (let tree = 0; tree < 15; tree++)
    drawBroadTree(
      canvas,
      w * ((tree + random.between(0, 0.9)) / 15),
      ground,
      u * random.between(0.14, 0.22),
      canvas.tone(random.pick('#7fa35a', '#6b9656', '#9aa95a'), 0.6),
    );
  drawMist(canvas, ground - u * 0.04, 0.3, 0.04);
  const x = w * random.between(0.46, 0.54);
  drawNave(canvas, x, ground, u * 0.62, stone, roof);
  drawSteeple(canvas, x - u * 0.15, ground, u * 0.62, stone, roof);
  drawHill(canvas, ground + u * 0.015, u * 0.01, 3, '#8fb562', 0.95);
  drawPath(canvas, x - u * 0.15, ground + u * 0.005);
  drawBushes(canvas, -u * 0.05, w * 0.16, h * 0.9, u * 0.06, canvas.tone('#5c8f52', 1));
  drawBushes(canvas, w * 0.84, w * 1.05, h * 0.9, u * 0.06, canvas.tone('#5c8f52', 1));
  for (const at of [0.02, 0.98]) drawBroadTree(canvas, w * at, h * 1.01, u * random.between(0.4, 0.5), canvas.tone('#5c8a48', 1));
  drawFlowers(canvas, h * 0.9, h, ['#ffffff', '#f6d55c', '#e07a9a'], 80);
  drawBirds(canvas, 5);
}

/** Draws the long side of a nave, and the lower choir at its right end. */
function drawNave(canvas: Canvas, x: number, y: number, size: number, stone: string, roof: string): void {
  const { light } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const tiles = canvas.tone(roof, 0.95);
  const plaster = canvas.vertical([0, mixColours(wall, light.sun, 0.1)], [1, mixColours(wall, light.shade, 0.16)]);
  const part = (from: number, to: number, height: number, rise: number): void => {
    const [left, right] = [x + from * size, x + to * size];
    canvas.rect(left, y - height * size, right - left, height * size, plaster);
    canvas.path(
      polygonPath(
        [left, y - height * size],
        [left + size * 0.05, y - (height + rise) * size],
        [right - size * 0.07, y - (height + rise) * size],
        [right + size * 0.03, y - height * size],
      ),
      canvas.vertical([0, mixColours(tiles, light.sun, 0.12)], [1, mixColours(tiles, light.shade, 0.2)]),
    );
  };
  part(0.44, 0.62, 0.2, 0.13);
  part(-0.2, 0.46, 0.3, 0.22);
  for (let bay = 0; bay < 5; bay++) {
    const left = x + size * (-0.02 + bay * 0.094);
    canvas.rect(left - size * 0.034, y - size * 0.24, size * 0.018, size * 0.24, mixColours(wall, light.shade, 0.12));
    drawWindow(canvas, left, y - size * 0.24, size * 0.04, size * 0.16, true);
  }
  drawWindow(canvas, x + size * 0.51, y - size * 0.15, size * 0.035, size * 0.1, true);
}

/** Draws a church tower with belfry, clock, spire and cross. */
function drawSteeple(canvas: Canvas, x: number, y: number, size: number, stone: string, roof: string): void {
  const { light, sun } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const tiles = canvas.tone(roof, 0.95);
  const gold = canvas.tone('#d4a94a', 1);
  const half = size * 0.1;
  const side = sun.x < x ? 1 : -1;
  canvas.line(pathData`M${x} ${y - size * 1.22}V${y - size * 1.08}M${x - size * 0.03} ${y - size * 1.18}h${size * 0.06}`, gold, size * 0.01);
  const tip = y - size * 1.12;
  canvas.path(pathData`M${x - half * 1.12} ${y - size * 0.66}L${x} ${tip}L${x + half * 1.12} ${y - size * 0.66}Z`, mixColours(tiles, light.sun, 0.1));
  canvas.path(pathData`M${x} ${y - size * 0.66}L${x} ${tip}L${x + side * half * 1.12} ${y - size * 0.66}Z`, light.shade, 0.25);
  canvas.rect(
    x - half,
    y - size * 0.67,
    half * 2,
    size * 0.67,
    canvas.vertical([0, mixColours(wall, light.sun, 0.14)], [1, mixColours(wall, light.shade, 0.14)]),
  );
  canvas.rect(side > 0 ? x + half * 0.4 : x - half, y - size * 0.67, half * 0.6, size * 0.67, light.shade, 0.13);
  for (const at of [0.67, 0.47, 0.28]) canvas.rect(x - half * 1.1, y - size * at, half * 2.2, size * 0.016, mixColours(wall, light.sun, 0.3));
  for (const at of [-0.52, 0.12]) drawWindow(canvas, x + at * half, y - size * 0.62, half * 0.4, size * 0.12, true);
  canvas.ellipse(x, y - size * 0.39, half * 0.5, half * 0.5, canvas.tone('#fdf8ee', 1));
  canvas.line(pathData`M${x} ${y - size * 0.415}V${y - size * 0.39}H${x + half * 0.28}`, canvas.tone('#3d3a38', 1), size * 0.006);
  const door = mixColours(canvas.tone('#6e4a34', 1), light.shade, 0.3);
  canvas.path(
    pathData`M${x - half * 0.5} ${y}V${y - size * 0.12}Q${x - half * 0.4} ${y - size * 0.19} ${x} ${y - size * 0.2}Q${x + half * 0.4} ${y - size * 0.19} ${x + half * 0.5} ${y - size * 0.12}V${y}Z`,
    door,
  );
}
