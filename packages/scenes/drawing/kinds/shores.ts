import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath } from '../canvas.ts';
import { areaBelow, drawGlitter, drawHill, drawMist, drawPeak, drawSailboat, drawWater } from '../land.ts';
import { drawBushes, drawPalm } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawTropical(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawPeak(canvas, { x: w * random.between(0.3, 0.7), base: horizon + 3, width: u * 0.7, height: u * 0.19, colour: '#4f8a72', near: 0.32, snow: 0 });
  drawPeak(canvas, { x: w * random.between(0.1, 0.9), base: horizon + 3, width: u * 0.5, height: u * 0.1, colour: '#4f8a72', near: 0.22, snow: 0 });
  drawWater(canvas, horizon, h, ['#8fe3d4', '#1b86a8']);
  drawGlitter(canvas, horizon, h, 80);
  drawSailboat(canvas, w * random.between(0.4, 0.6), horizon + u * 0.06, u * 0.04);
  const sand = canvas.tone('#f6dfb0', 1);
  const shore = (base: number) =>
    Array.from(
      { length: 61 },
      (_, i): CanvasPoint => [(w * i) / 60, base + u * 0.05 * Math.sin((i / 60) * 3.4 + 0.4) - u * 0.02 * Math.sin((i / 60) * 9)],
    );
  canvas.path(areaBelow(canvas, shore(h * 0.79)), mixColours(light.water[0], '#d8fff2', 0.5), 0.45);
  canvas.path(areaBelow(canvas, shore(h * 0.815)), '#ffffff', 0.75);
  canvas.path(
    areaBelow(canvas, shore(h * 0.825)),
    canvas.vertical([0, mixColours(sand, light.shade, 0.16)], [0.15, sand], [1, mixColours(sand, light.shade, 0.22)]),
  );
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
  const shore = (base: number): CanvasPoint[] =>
    Array.from({ length: 61 }, (_, i): CanvasPoint => [(w * i) / 60, base + lean * u * 0.08 * (i / 60 - 0.5) - u * 0.012 * Math.sin(i * 0.42)]);
  for (const [at, opacity] of [
    [0.69, 0.35],
    [0.715, 0.6],
  ] as const)
    canvas.line(polylinePath(...shore(h * at)), '#ffffff', u * 0.008, opacity);
  canvas.path(areaBelow(canvas, shore(h * 0.735)), '#ffffff', 0.85);
  canvas.path(areaBelow(canvas, shore(h * 0.75)), mixColours(sand, light.water[1], 0.2));
  canvas.path(
    areaBelow(canvas, shore(h * 0.775)),
    canvas.vertical([0, mixColours(sand, light.shade, 0.06)], [0.2, sand], [1, mixColours(sand, light.shade, 0.16)]),
  );
  const colours = ['#e2574c', '#2f7f8c', '#e0a03c', '#b5527a'] as const;
  const parasols = Math.round(w / (u * 0.26));
  for (let index = 0; index < parasols; index++) {
    const isFront = index % 2 === 1;
    drawParasol(
      canvas,
      (w * (index + random.between(0.3, 0.7))) / parasols,
      h * (isFront ? 0.955 : 0.86),
      u * (isFront ? 0.27 : 0.17),
      random.pick(...colours),
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
    pathData`M${x + size * 0.06} ${y + size * 0.1}L${x + size * 0.16} ${y}H${x + size * 0.56}L${x + size * 0.52} ${y + size * 0.1}Z`,
    mixColours(cloth, white, 0.35),
  );
  canvas.line(pathData`M${x} ${y + size * 0.04}L${x - size * 0.05} ${y - size * 0.9}`, canvas.tone('#e9dcc3', 1), size * 0.03);
  const [top, foot] = [y - size * 0.98, y - size * 0.6];
  const edges = [-0.58, -0.38, -0.14, 0.12, 0.34, 0.5];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1] ?? from;
    const dip = (at: number): number => foot + size * 0.06 * Math.abs(at);
    canvas.path(
      pathData`M${x - size * 0.05} ${top}Q${x + (from - 0.02) * size} ${top + size * 0.08} ${x + from * size} ${dip(from)}Q${x + ((from + to) / 2) * size} ${foot - size * 0.03} ${x + to * size} ${dip(to)}Q${x + (to - 0.02) * size} ${top + size * 0.08} ${x - size * 0.05} ${top}Z`,
      index % 2 ? white : cloth,
    );
  }
}

export function drawIsland(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawMist(canvas, horizon, 0.6, 0.08);
  drawWater(canvas, horizon, h, ['#9ed8cf', '#21788c']);
  drawGlitter(canvas, horizon);
  const rows = [
    [0.02, 0.2, 0.16, 7],
    [0.06, 0.32, 0.4, 4],
    [0.16, 0.46, 0.75, 3],
  ] as const;
  for (const [down, tall, near, count] of rows) {
    const foot = horizon + u * down;
    for (let stack = 0; stack < count; stack++) {
      const x = w * ((stack + random.between(0.1, 0.9)) / count);
      if (near > 0.7 && Math.abs(x - canvas.sun.x) < w * 0.18) continue;
      drawStack(canvas, x, foot, u * tall * random.between(0.55, 1), near);
    }
    drawMist(canvas, foot, 0.3 * (1 - near) + 0.08, 0.03);
  }
  drawJunk(canvas, canvas.sun.x + w * random.between(-0.05, 0.05), horizon + u * 0.24, u * 0.12);
  drawSailboat(canvas, w * random.between(0.3, 0.7), horizon + u * 0.07, u * 0.025);
  canvas.rect(0, h * 0.9, w, h * 0.1, canvas.vertical([0, light.shade, 0], [1, light.shade, 0.25]));
  drawBirds(canvas, 6);
}

/** A limestone stack, bare at the flanks and overgrown on top. */
function drawStack(canvas: Canvas, x: number, foot: number, height: number, near: number): void {
  const { u, light, random } = canvas;
  const half = height * random.between(0.26, 0.42);
  const lean = random.between(-0.12, 0.12) * half;
  const edge = (side: number): CanvasPoint[] =>
    [0, 0.18, 0.4, 0.6, 0.78, 0.91, 0.98].map(
      (t): CanvasPoint => [x + lean * t + side * half * (1 - t ** 2.6 * 0.9) * random.between(0.9, 1.06) * (t === 0 ? 0.94 : 1), foot - height * t],
    );
  const [left, right] = [edge(-1), edge(1)];
  const outline = polygonPath(...left, [x + lean, foot - height], ...right.toReversed());
  const rock = canvas.tone('#a9a392', near);
  const green = canvas.tone('#4f8a5b', near);
  canvas.ellipse(x, foot, half * 1.04, height * 0.07, mixColours(light.water[1], green, 0.4), 0.4);
  canvas.path(outline, canvas.vertical([0, mixColours(rock, light.sun, 0.1)], [1, mixColours(rock, light.haze, 0.3 * (1 - near))]));
  canvas.within(outline, () => drawGrowth(canvas, x, foot, height, half, green));
  canvas.line(`M${(x - half * 1.02).toFixed(1)} ${foot}h${(half * 2.04).toFixed(1)}`, '#ffffff', u * 0.003, 0.4);
}

/** Draws the vegetation of a stack, and the shadow on its far side. */
function drawGrowth(canvas: Canvas, x: number, foot: number, height: number, half: number, green: string): void {
  const { light, sun, random } = canvas;
  for (let blob = 0; blob < 26; blob++) {
    const t = random.next() ** 0.55;
    const r = height * random.between(0.06, 0.13);
    canvas.ellipse(
      x + random.between(-1, 1) * half * 0.95,
      foot - height * (0.12 + t * 0.9),
      r * 1.1,
      r * 0.8,
      mixColours(green, blob % 3 ? light.shade : light.sun, blob % 3 ? 0.14 : 0.16),
    );
  }
  const dark = sun.x < x ? 1 : -1;
  canvas.path(
    polygonPath(
      [x + dark * half * 0.15, foot - height * 1.05],
      [x + dark * half * 0.4, foot - height * 0.5],
      [x + dark * half * 0.2, foot],
      [x + dark * half * 1.5, foot],
      [x + dark * half * 1.5, foot - height * 1.05],
    ),
    light.shade,
    0.2,
  );
}

/** Draws a junk (sailing ship) with ribbed sails. */
function drawJunk(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const p = (dx: number, dy: number): string => `${(x + dx * size).toFixed(1)} ${(y - dy * size).toFixed(1)}`;
  const sail = canvas.tone('#d0693f', 1);
  const rib = mixColours(sail, light.shade, 0.35);
  for (const [at, tall] of [
    [-0.28, 0.82],
    [0.14, 1.1],
  ] as const) {
    canvas.path(
      `M${p(at, 0.16)}L${p(at - 0.03, tall)}Q${p(at + 0.3, tall * 0.86)} ${p(at + 0.36, tall * 0.5)}Q${p(at + 0.36, 0.3)} ${p(at + 0.28, 0.18)}Z`,
      sail,
    );
    for (let bar = 1; bar < 5; bar++)
      canvas.line(`M${p(at, 0.16 + (tall - 0.2) * bar * 0.2)}L${p(at + 0.35 - bar * 0.012, 0.16 + (tall - 0.3) * bar * 0.2)}`, rib, size * 0.012);
  }
  canvas.path(
    `M${p(-0.56, 0.2)}Q${p(0, 0.06)} ${p(0.62, 0.18)}Q${p(0.5, -0.06)} ${p(0.36, -0.06)}H${(x - 0.36 * size).toFixed(1)}Q${p(-0.52, 0)} ${p(-0.56, 0.2)}Z`,
    canvas.tone('#54352a', 1),
  );
}
