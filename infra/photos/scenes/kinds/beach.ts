import { type Canvas, type Point, polyline, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { below, drawHill, drawMist } from '../terrain.ts';
import { drawGlitter, drawSailboat, drawWater } from '../water.ts';

export function drawBeach(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawHill(canvas, horizon + u * 0.01, u * 0.045, 5, '#7890a0', 0.16);
  drawMist(canvas, horizon, 0.5, 0.04);
  drawWater(canvas, horizon, h, ['#9fd3dc', '#2f86ac']);
  drawGlitter(canvas, horizon, h, 80);
  for (const [x, down, size] of [
    [random.between(0.2, 0.4), 0.03, 0.03],
    [random.between(0.55, 0.8), 0.06, 0.05],
  ] as const)
    drawSailboat(canvas, w * x, horizon + u * down, u * size);
  const sand = canvas.tone('#efd9ab', 1);
  const lean = canvas.sun.x < w / 2 ? 1 : -1;
  const shore = (base: number): Point[] =>
    Array.from({ length: 61 }, (_, i): Point => [(w * i) / 60, base + lean * u * 0.08 * (i / 60 - 0.5) - u * 0.012 * Math.sin(i * 0.42)]);
  for (const [at, opacity] of [
    [0.69, 0.35],
    [0.715, 0.6],
  ] as const)
    canvas.line(polyline(shore(h * at)), '#ffffff', u * 0.008, opacity);
  canvas.path(below(canvas, shore(h * 0.735)), '#ffffff', 0.85);
  canvas.path(below(canvas, shore(h * 0.75)), mix(sand, light.water[1], 0.2));
  canvas.path(below(canvas, shore(h * 0.775)), canvas.vertical([0, mix(sand, light.shade, 0.06)], [0.2, sand], [1, mix(sand, light.shade, 0.16)]));
  const colours = ['#e2574c', '#2f7f8c', '#e0a03c', '#b5527a'] as const;
  const parasols = Math.round(w / (u * 0.26));
  for (let index = 0; index < parasols; index++) {
    const isFront = index % 2 === 1;
    drawParasol(
      canvas,
      (w * (index + random.between(0.3, 0.7))) / parasols,
      h * (isFront ? 0.955 : 0.86),
      u * (isFront ? 0.27 : 0.17),
      random.pick(colours),
    );
  }
  drawBirds(canvas, 6);
}

/** A striped parasol with a towel in its shade; its foot is at `y`. */
function drawParasol(canvas: Canvas, x: number, y: number, size: number, colour: string): void {
  const { light } = canvas;
  const [cloth, white] = [canvas.tone(colour, 1), canvas.tone('#fdf6e8', 1)];
  canvas.ellipse(x + size * 0.1, y + size * 0.04, size * 0.55, size * 0.09, light.shade, 0.25);
  canvas.path(
    `M${round(x + size * 0.06)} ${round(y + size * 0.1)}L${round(x + size * 0.16)} ${round(y)}H${round(x + size * 0.56)}L${round(x + size * 0.52)} ${round(y + size * 0.1)}Z`,
    mix(cloth, white, 0.35),
  );
  canvas.line(`M${round(x)} ${round(y + size * 0.04)}L${round(x - size * 0.05)} ${round(y - size * 0.9)}`, canvas.tone('#e9dcc3', 1), size * 0.03);
  const [top, foot] = [y - size * 0.98, y - size * 0.6];
  const edges = [-0.58, -0.38, -0.14, 0.12, 0.34, 0.5];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1] ?? from;
    const dip = (at: number): number => foot + size * 0.06 * Math.abs(at);
    canvas.path(
      `M${round(x - size * 0.05)} ${round(top)}Q${round(x + (from - 0.02) * size)} ${round(top + size * 0.08)} ${round(x + from * size)} ${round(dip(from))}Q${round(x + ((from + to) / 2) * size)} ${round(foot - size * 0.03)} ${round(x + to * size)} ${round(dip(to))}Q${round(x + (to - 0.02) * size)} ${round(top + size * 0.08)} ${round(x - size * 0.05)} ${round(top)}Z`,
      index % 2 ? white : cloth,
    );
  }
}
