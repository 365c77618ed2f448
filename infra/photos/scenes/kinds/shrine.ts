import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawLantern, drawPath } from '../grounds.ts';
import { drawRange } from '../peaks.ts';
import { drawGrass, drawHill, drawMist } from '../terrain.ts';
import { drawBroadTree, drawPine } from '../trees.ts';

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
  const leaves = random.pick(['#d8583f', '#e8a13c', '#ef9fb6', '#7fa35a']);
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
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y - dy * size)}`;
  for (const side of [-1, 1]) {
    canvas.path(
      `M${p(side * 0.42, 0)}L${p(side * 0.36, 0.9)}H${round(x + side * 0.29 * size)}L${p(side * 0.34, 0)}Z`,
      canvas.vertical([0, mix(red, light.sun, 0.1)], [1, mix(red, light.shade, 0.2)]),
    );
    if (side > 0 === sun.x < x)
      canvas.path(`M${p(side * 0.42, 0)}L${p(side * 0.36, 0.9)}L${p(side * 0.335, 0.9)}L${p(side * 0.385, 0)}Z`, light.shade, 0.22);
    canvas.path(`M${p(side * 0.43, 0)}L${p(side * 0.424, 0.09)}H${round(x + side * 0.328 * size)}L${p(side * 0.334, 0)}Z`, dark);
  }
  canvas.rect(x - size * 0.47, y - size * 0.72, size * 0.94, size * 0.065, mix(red, light.shade, 0.06));
  canvas.rect(x - size * 0.035, y - size * 0.86, size * 0.07, size * 0.2, mix(red, light.shade, 0.2));
  canvas.path(`M${p(-0.58, 0.97)}Q${p(0, 0.87)} ${p(0.58, 0.97)}L${p(0.55, 0.89)}Q${p(0, 0.81)} ${p(-0.55, 0.89)}Z`, mix(red, light.sun, 0.08));
  canvas.path(`M${p(-0.61, 1.03)}Q${p(0, 0.91)} ${p(0.61, 1.03)}L${p(0.585, 0.965)}Q${p(0, 0.865)} ${p(-0.585, 0.965)}Z`, dark);
}
