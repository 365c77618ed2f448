import { drawHouse } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath } from '../canvas.ts';
import { drawFlowers, drawGlitter, drawGrass, drawHill, drawMist, drawWater, lineYAt } from '../land.ts';
import { drawBroadTree, drawBushes, drawCypress } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawVineyard(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawHill(canvas, horizon - u * 0.03, u * 0.07, 4, '#8aa58c', 0.15);
  drawMist(canvas, horizon + u * 0.02, 0.45, 0.05);
  drawHill(canvas, horizon + u * 0.04, u * 0.07, 5, '#9db06a', 0.4);
  drawMist(canvas, horizon + u * 0.08, 0.3, 0.04);
  const farm = drawHill(canvas, horizon + u * 0.13, u * 0.05, 4, '#b8b768', 0.62);
  const x = w * random.between(0.3, 0.7);
  const y = lineYAt(canvas, farm, x) + u * 0.015;
  for (const at of [-0.17, -0.135, -0.1, 0.13, 0.165])
    drawCypress(canvas, x + at * u, lineYAt(canvas, farm, x + at * u) + u * 0.015, u * random.between(0.1, 0.15), canvas.tone('#3f6a4a', 0.75));
  drawHouse(canvas, x - u * 0.07, y, u * 0.075, u * 0.06, '#eccb9a', '#b9573d');
  drawHouse(canvas, x, y, u * 0.1, u * 0.045, '#f3ddb3', '#a54a38');
  drawBroadTree(canvas, x + u * 0.14, y, u * 0.1, canvas.tone('#6f9550', 0.75));
  drawRows(canvas, horizon + u * 0.17, horizon + u * 0.25, w * random.between(0.1, 0.3), 0.72);
  drawRows(canvas, horizon + u * 0.2, h, w * random.between(0.5, 0.75), 1);
  drawGrass(canvas, canvas.tone('#4f7a3a', 1), 110);
  drawBirds(canvas, 4);
}

/** Draws rows of vines that converge towards a point on the crest of the hill. */
function drawRows(canvas: Canvas, top: number, bottom: number, towards: number, near: number): void {
  const { w, h, u, light } = canvas;
  const hill = drawHill(canvas, top + u * 0.03, u * 0.03, 3.2, '#c9a96a', near);
  const vine = canvas.tone('#6a9a3f', near);
  const outline = polygonPath(...hill, [w, bottom + (bottom < h ? u * 0.1 : 0)], [0, bottom + (bottom < h ? u * 0.1 : 0)]);
  canvas.within(outline, () => {
    for (let row = -22; row <= 22; row++) {
      const foot = towards + row * w * 0.085;
      const crest = towards + row * w * 0.019;
      const crown = lineYAt(canvas, hill, crest) - u * 0.01;
      const bend = u * 0.02 * Math.sin(row);
      const side = (push: number): string =>
        pathData`${(crest + foot) / 2 + bend + push * w * 0.009} ${(crown + h) / 2} ${foot + push * w * 0.024} ${h * 1.02}`;
      const d = pathData`M${crest - w * 0.003} ${crown}Q${side(-1)}L${foot + w * 0.024} ${h * 1.02}Q${(crest + foot) / 2 + bend + w * 0.009} ${(crown + h) / 2} ${crest + w * 0.003} ${crown}Z`;
      canvas.path(d, canvas.vertical([0, mixColours(vine, light.haze, 0.25)], [0.5, vine], [1, mixColours(vine, light.shade, 0.3)]));
      const ridge = pathData`M${crest} ${crown}Q${side(-0.5)}`;
      canvas.line(ridge, mixColours(vine, light.sun, 0.35), u * 0.003 * (0.5 + near), 0.7);
    }
  });
}

export function drawGarden(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawHill(canvas, horizon - u * 0.07, u * 0.02, 5, '#7fa266', 0.3);
  for (let layer = 0; layer < 3; layer++) {
    const near = 0.25 + layer * 0.22;
    const y = horizon + u * (0.02 + 0.045 * layer);
    for (let tree = 0; tree < 15 - layer * 3; tree++)
      drawBroadTree(
        canvas,
        w * ((tree + random.between(0, 0.9)) / (15 - layer * 3)),
        y + u * 0.01,
        u * (0.2 + 0.06 * layer) * random.between(0.75, 1.1),
        canvas.tone(random.pick('#7fa65a', '#6b9656', '#94b060', '#e2a0b4', '#c9b458'), near),
      );
    drawBushes(canvas, -u * 0.05, w * 1.05, y + u * 0.005, u * 0.055, canvas.tone('#6b9656', near));
    drawMist(canvas, y - u * 0.01, 0.25, 0.04);
  }
  const lawn = drawHill(canvas, horizon + u * 0.13, u * 0.01, 3, '#93bb64', 0.8);
  const x = w * random.between(0.3, 0.7);
  drawPavilion(canvas, x, lineYAt(canvas, lawn, x) + u * 0.015, u * 0.2);
  drawPond(canvas);
  for (const side of [-1, 1])
    drawBushes(canvas, side < 0 ? -u * 0.05 : w * 0.87, side < 0 ? w * 0.12 : w * 1.05, h * 0.83, u * 0.06, canvas.tone('#5c8f52', 1));
  drawBeds(canvas, h * 0.925);
  drawGrass(canvas, canvas.tone('#4c7d3f', 1), 70);
}

function drawPond(canvas: Canvas): void {
  const { w, h, u, random } = canvas;
  const pond: CanvasPoint[] = Array.from({ length: 41 }, (_, i): CanvasPoint => {
    const a = (i / 40) * Math.PI * 2;
    return [w * 0.5 + Math.cos(a) * w * (0.37 + 0.03 * Math.sin(a * 3)), h * 0.82 + Math.sin(a) * u * 0.088];
  });
  canvas.line(polylinePath(...pond), canvas.tone('#d3c6ac', 1), u * 0.018);
  canvas.within(polygonPath(...pond), () => {
    drawWater(canvas, h * 0.7, h * 0.93, ['#a8d3c4', '#2f7a7c']);
    drawGlitter(canvas, h * 0.72, h * 0.93, 50);
    for (let pad = 0; pad < 26; pad++)
      drawLily(canvas, w * random.between(0.12, 0.88), h * random.between(0.76, 0.91), u * random.between(0.014, 0.026));
  });
}

/** Rows of flowers along the lower edge. */
function drawBeds(canvas: Canvas, beds: number): void {
  const { w, h, u, light } = canvas;
  canvas.rect(
    0,
    beds + u * 0.005,
    w,
    h - beds,
    canvas.vertical([0, canvas.tone('#7fae58', 1)], [1, mixColours(canvas.tone('#5c8f42', 1), light.shade, 0.2)]),
  );
  const rows: readonly [string, ...string[]][] = [
    ['#e2574c', '#f07f6a'],
    ['#f6d55c', '#f2b84b'],
    ['#d9567a', '#f0a0b8'],
    ['#8a5ab5', '#b48ad0'],
  ];
  for (const [row, colours] of rows.entries()) drawFlowers(canvas, beds + u * (0.012 + row * 0.016), beds + u * (0.024 + row * 0.016), colours, 110);
}

function drawLily(canvas: Canvas, x: number, y: number, size: number): void {
  const { random } = canvas;
  canvas.ellipse(x, y, size, size * 0.36, canvas.tone(random.pick('#6fa35c', '#5a9152', '#86b368'), 1));
  if (!random.chance(0.4)) return;
  for (const petal of [-0.3, 0, 0.3])
    canvas.ellipse(x + petal * size, y - size * 0.22, size * 0.16, size * 0.3, canvas.tone(random.pick('#fbe3ea', '#f3a8c0', '#ffffff'), 1));
}

/** A round pavilion under a low dome. */
function drawPavilion(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#f3ead8', 0.9);
  const roof = canvas.tone('#7d9aa0', 0.9);
  canvas.rect(x - size * 0.5, y - size * 0.08, size, size * 0.08, mixColours(stone, light.shade, 0.12));
  canvas.rect(x - size * 0.4, y - size * 0.58, size * 0.8, size * 0.5, mixColours(stone, light.shade, 0.45), 0.55);
  for (let column = 0; column < 6; column++) canvas.rect(x + size * (-0.42 + column * 0.16), y - size * 0.58, size * 0.045, size * 0.5, stone);
  canvas.rect(x - size * 0.48, y - size * 0.66, size * 0.96, size * 0.09, stone);
  canvas.path(
    pathData`M${x - size * 0.44} ${y - size * 0.66}Q${x - size * 0.36} ${y - size * 1.04} ${x} ${y - size * 1.08}Q${x + size * 0.36} ${y - size * 1.04} ${x + size * 0.44} ${y - size * 0.66}Z`,
    roof,
  );
  canvas.rect(x - size * 0.012, y - size * 1.2, size * 0.024, size * 0.14, roof);
}
