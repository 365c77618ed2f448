import { drawSkyline } from '../buildings.ts';
import { type Canvas, polygon, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { drawHill, drawMist } from '../terrain.ts';
import { drawBroadTree } from '../trees.ts';

export function drawObservationTower(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const ground = h * 0.82;
  drawSkyline(canvas, ground, u * 0.3, 0.2);
  drawMist(canvas, horizon + u * 0.08, 0.5, 0.1);
  drawNeedle(canvas, w * random.between(0.42, 0.58), ground, u * 0.74, random.pick(['#c9d2d6', '#d9cdbd', '#c8503a']));
  drawSkyline(canvas, ground + u * 0.02, u * 0.17, 0.7);
  drawHill(canvas, ground + u * 0.015, u * 0.006, 3, '#93b56a', 0.85);
  for (let tree = 0; tree < 22; tree++)
    drawBroadTree(canvas, w * ((tree + random.between(0, 0.9)) / 22), ground + u * 0.05, u * random.between(0.1, 0.16), canvas.tone('#6b9550', 0.9));
  drawHill(canvas, h * 0.9, u * 0.012, 4, '#86ad5c', 0.97);
  for (const at of [0.02, 0.14, 0.88, 1]) drawBroadTree(canvas, w * at, h * 1.02, u * random.between(0.22, 0.3), canvas.tone('#55843f', 1));
  drawBirds(canvas, 5);
}

/** A slender tower with a round platform near its top and a mast above; `size` is its height. */
function drawNeedle(canvas: Canvas, x: number, y: number, size: number, paint: string): void {
  const { light, sun } = canvas;
  const wall = canvas.tone(paint, 0.9);
  const side = sun.x < x ? 1 : -1;
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y - dy * size)}`;
  canvas.line(`M${p(0, 0.8)}V${round(y - size)}`, canvas.tone('#d9d9d6', 0.9), size * 0.008);
  for (const at of [0.86, 0.92]) canvas.rect(x - size * 0.007, y - size * at, size * 0.014, size * 0.024, canvas.tone('#c8503a', 0.9));
  if (light.time !== 'day') canvas.ellipse(x, y - size, size * 0.03, size * 0.03, canvas.radial([0, '#ff8a7a', 0.9], [1, '#ff8a7a', 0]));
  canvas.path(
    `M${p(-0.05, 0)}Q${p(-0.022, 0.2)} ${p(-0.016, 0.7)}H${round(x + size * 0.016)}Q${p(0.022, 0.2)} ${p(0.05, 0)}Z`,
    canvas.vertical([0, mix(wall, light.sun, 0.18)], [1, mix(wall, light.shade, 0.2)]),
  );
  canvas.path(
    `M${p(0, 0)}V${round(y - size * 0.7)}H${round(x + side * size * 0.016)}Q${p(side * 0.022, 0.2)} ${p(side * 0.05, 0)}Z`,
    light.shade,
    0.18,
  );
  const glass = mix(canvas.tone('#2f4a5c', 0.9), light.window, light.time === 'day' ? 0.3 : 0.85);
  canvas.path(polygonAround(x, y, size, [0.02, 0.64, 0.085, 0.7]), mix(wall, light.shade, 0.2));
  canvas.rect(x - size * 0.085, y - size * 0.735, size * 0.17, size * 0.037, glass);
  canvas.rect(x - size * 0.092, y - size * 0.745, size * 0.184, size * 0.012, wall);
  canvas.rect(x - size * 0.066, y - size * 0.775, size * 0.132, size * 0.032, glass);
  canvas.path(`M${p(-0.074, 0.773)}Q${p(-0.05, 0.81)} ${p(0, 0.82)}Q${p(0.05, 0.81)} ${p(0.074, 0.773)}Z`, mix(wall, light.sun, 0.16));
}

const polygonAround = (x: number, y: number, size: number, [low, from, wide, to]: readonly [number, number, number, number]): string =>
  polygon([
    [x - low * size, y - from * size],
    [x - wide * size, y - to * size],
    [x + wide * size, y - to * size],
    [x + low * size, y - from * size],
  ]);
