import { drawTownHouse, plasterColours, roofColours } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath } from '../canvas.ts';
import { drawFlowers, drawGrass, drawHill, drawMist } from '../land.ts';
import { drawBroadTree, drawFountain, drawSquare } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawTownSquare(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const ground = h * 0.68;
  for (let x = -u * 0.05; x < w; ) {
    const width = u * random.between(0.1, 0.14);
    drawTownHouse(canvas, x, ground, width, u * random.between(0.24, 0.33), random.pick(...plasterColours), random.pick(...roofColours));
    x += width;
  }
  canvas.rect(0, ground - u * 0.2, w, u * 0.2, canvas.vertical([0, light.haze, 0], [1, light.haze, 0.22]));
  drawSquare(canvas, ground, '#d9cbb2');
  for (const at of [0.06, 0.22, 0.78, 0.94])
    drawBroadTree(canvas, w * at, ground + u * 0.05, u * random.between(0.2, 0.25), canvas.tone('#6b9656', 0.95));
  drawFountain(canvas, w / 2, ground + u * 0.17, u * 0.26);
  const pigeon = mixColours(canvas.tone('#6f7a86', 1), light.shade, 0.15);
  for (let bird = 0; bird < 16; bird++) {
    const [x, y] = [w * random.between(0.06, 0.94), h * random.between(0.86, 0.97)];
    if (Math.abs(x - w / 2) < u * 0.28 && y < h * 0.9) continue;
    const side = random.chance(0.5) ? 1 : -1;
    canvas.ellipse(x, y, u * 0.011, u * 0.007, pigeon);
    canvas.ellipse(x + side * u * 0.01, y - u * 0.008, u * 0.005, u * 0.005, pigeon);
  }
  drawBirds(canvas, 5);
}

export function drawMarket(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const street = h * 0.8;
  for (let x = -u * 0.05; x < w; ) {
    const width = u * random.between(0.15, 0.21);
    drawTownHouse(canvas, x, street, width, u * random.between(0.42, 0.58), random.pick(...plasterColours), random.pick(...roofColours));
    x += width;
  }
  canvas.rect(0, street - u * 0.42, w, u * 0.42, canvas.vertical([0, light.haze, 0], [1, light.haze, 0.3]));
  const stone = canvas.tone('#c9b59c', 1);
  canvas.rect(0, street, w, h - street, canvas.vertical([0, mixColours(stone, light.sun, 0.12)], [1, mixColours(stone, light.shade, 0.3)]));
  for (let row = 0; row < 5; row++)
    canvas.line(pathData`M0 ${street + u * 0.03 * (row + 1) ** 1.3}H${w}`, mixColours(stone, light.shade, 0.3), u * 0.002, 0.5);
  for (const x of [0.02, 0.98]) drawBroadTree(canvas, w * x, street + u * 0.02, u * 0.5, canvas.tone('#5c8f52', 1));
  const stalls = Math.round(w / (u * 0.3));
  for (let stall = 0; stall < stalls; stall++) drawStall(canvas, (w * (stall + 0.5)) / stalls, street + u * (stall % 2 ? 0.09 : 0.045), u * 0.25);
  drawLanterns(canvas, h * 0.22, 0.1);
  drawLanterns(canvas, h * 0.33, -0.08);
}

const fruits = ['#e2574c', '#f0a93f', '#8fb84f', '#c9546a', '#f2d15c', '#7a5aa6'] as const;

/** A stall under a striped awning. */
function drawStall(canvas: Canvas, x: number, y: number, size: number): void {
  const { light, random } = canvas;
  const cloth = canvas.tone(random.pick('#c9493d', '#2f7f8c', '#e0a03c', '#3f7a56', '#b5527a'), 1);
  const white = canvas.tone('#fdf6e8', 1);
  const [left, top] = [x - size * 0.5, y - size * 0.86];
  for (const at of [0.03, 0.95]) canvas.rect(left + size * at, top + size * 0.1, size * 0.025, size * 0.76, canvas.tone('#6e4f3a', 1));
  canvas.rect(left + size * 0.05, top + size * 0.2, size * 0.9, size * 0.4, light.shade, 0.45);
  const stripe = (size * 1.1) / 8;
  for (let strip = 0; strip < 8; strip++) {
    const fill = strip % 2 ? white : cloth;
    const [a, b] = [left - size * 0.05 + strip * stripe, left - size * 0.05 + (strip + 1) * stripe];
    const lean = (at: number): number => x + (at - x) * 0.82;
    canvas.path(polygonPath([lean(a), top], [lean(b), top], [b, top + size * 0.2], [a, top + size * 0.2]), fill);
    canvas.path(
      pathData`M${a} ${top + size * 0.199}A${stripe / 2} ${stripe / 2.4} 0 0 0 ${b} ${top + size * 0.199}Z`,
      mixColours(fill, light.shade, 0.12),
    );
  }
  drawCrates(canvas, left, y, size);
  canvas.rect(left + size * 0.04, y - size * 0.24, size * 0.92, size * 0.24, canvas.tone('#8f6543', 1));
  canvas.rect(left + size * 0.04, y - size * 0.12, size * 0.92, size * 0.12, light.shade, 0.2);
}

/** Fruit in crates on a counter. */
function drawCrates(canvas: Canvas, left: number, y: number, size: number): void {
  const { light, random } = canvas;
  for (let crate = 0; crate < 4; crate++) {
    const cx = left + size * (0.08 + crate * 0.215);
    const fruit = canvas.tone(random.pick(...fruits), 1);
    for (let piece = 0; piece < 9; piece++)
      canvas.ellipse(
        cx + size * (0.03 + (piece % 5) * 0.034),
        y - size * (0.34 + (piece > 4 ? 0.035 : 0)),
        size * 0.023,
        size * 0.023,
        mixColours(fruit, piece % 2 ? light.sun : light.shade, 0.14),
      );
    canvas.rect(cx, y - size * 0.33, size * 0.2, size * 0.1, canvas.tone('#b98a58', 1));
  }
}

/** Draws a string of paper lanterns across the whole width. `tilt` is the height difference of its ends, as a fraction of the width. */
function drawLanterns(canvas: Canvas, y: number, tilt: number): void {
  const { w, u, light, random } = canvas;
  const line = Array.from(
    { length: 25 },
    (_, i): CanvasPoint => [(w * i) / 24, y + w * tilt * (i / 24 - 0.5) + u * 0.09 * Math.sin((Math.PI * i) / 24)],
  );
  canvas.line(polylinePath(...line), mixColours(light.shade, light.haze, 0.15), u * 0.0025, 0.8);
  for (let index = 1; index < 24; index += 2) {
    const [x, top] = line[index] ?? [0, 0];
    const paper = canvas.tone(random.pick('#f2b84b', '#e2694c', '#f6e3b0', '#d9567a'), 1);
    const lit = light.time !== 'day';
    if (lit) canvas.ellipse(x, top + u * 0.024, u * 0.055, u * 0.055, canvas.radial([0, light.window, 0.6], [1, light.window, 0]));
    canvas.ellipse(x, top + u * 0.024, u * 0.016, u * 0.02, lit ? mixColours(paper, '#ffe9a8', 0.55) : paper);
    canvas.rect(x - u * 0.006, top + u * 0.002, u * 0.012, u * 0.004, canvas.tone('#5a4030', 1));
  }
}

export function drawPark(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const leaves = random.pick(['#7fa65a', '#6b9656', '#94b060'], ['#d9a04a', '#c97a3f', '#b9b05a'], ['#a8c46a', '#e8b4c4', '#8fb562']);
  drawHill(canvas, horizon - u * 0.02, u * 0.02, 4, '#8aa884', 0.22);
  for (let layer = 0; layer < 3; layer++) {
    const near = 0.3 + layer * 0.22;
    const count = 13 - layer * 3;
    for (let tree = 0; tree < count; tree++)
      drawBroadTree(
        canvas,
        w * ((tree + random.between(0, 0.9)) / count),
        horizon + u * (0.06 + 0.035 * layer),
        u * (0.2 + 0.07 * layer) * random.between(0.8, 1.1),
        canvas.tone(random.pick(...leaves), near),
      );
    drawMist(canvas, horizon + u * (0.04 + 0.035 * layer), 0.25, 0.04);
  }
  drawHill(canvas, horizon + u * 0.14, u * 0.012, 3, '#9cc06a', 0.85);
  drawWalk(canvas, horizon + u * 0.15);
  const side = canvas.sun.x < w / 2 ? 1 : -1;
  drawBroadTree(canvas, w / 2 + side * w * 0.3, h * 0.9, u * 0.62, canvas.tone(leaves[0], 1));
  drawBench(canvas, w / 2 + side * w * 0.24, h * 0.93, u * 0.3);
  drawStreetLamp(canvas, w / 2 - side * w * 0.3, h * 0.92, u * 0.42);
  drawFlowers(canvas, h * 0.9, h, ['#ffffff', '#f6d55c', '#d98ac0'], 60);
  drawGrass(canvas, canvas.tone('#568a44', 1), 90);
  drawBirds(canvas, 6);
}

/** Draws a winding gravel path from `top` to the lower edge. */
function drawWalk(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const gravel = canvas.tone('#ead8b8', 1);
  canvas.path(
    pathData`M${w * 0.52} ${top}C${w * 0.7} ${top + (h - top) * 0.3} ${w * 0.3} ${top + (h - top) * 0.5} ${w * 0.3} ${h}H${w * 0.3 + u * 0.42}C${w * 0.48} ${top + (h - top) * 0.55} ${w * 0.78} ${top + (h - top) * 0.3} ${w * 0.535} ${top}Z`,
    canvas.vertical([0, mixColours(gravel, light.haze, 0.3)], [1, mixColours(gravel, light.shade, 0.12)]),
  );
}

function drawBench(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const wood = canvas.tone('#9a6a42', 1);
  const iron = canvas.tone('#2f3a36', 1);
  canvas.ellipse(x, y, size * 0.6, size * 0.06, light.shade, 0.25);
  for (const side of [-1, 1]) {
    canvas.line(pathData`M${x + side * size * 0.42} ${y}V${y - size * 0.55}`, iron, size * 0.04);
    canvas.line(pathData`M${x + side * size * 0.46} ${y}V${y - size * 0.3}h${-side * size * 0.06}`, iron, size * 0.035);
  }
  for (const at of [0.56, 0.46, 0.36]) canvas.rect(x - size * 0.5, y - size * at, size, size * 0.07, wood);
  canvas.rect(x - size * 0.52, y - size * 0.25, size * 1.04, size * 0.08, mixColours(wood, light.sun, 0.2));
}

function drawStreetLamp(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const iron = canvas.tone('#2f3a36', 1);
  const top = y - size;
  if (light.time !== 'day') canvas.ellipse(x, top, size * 0.5, size * 0.5, canvas.radial([0, light.window, 0.8], [1, light.window, 0]));
  canvas.line(pathData`M${x} ${y}V${top}`, iron, size * 0.026);
  canvas.path(pathData`M${x - size * 0.05} ${y}Q${x} ${y - size * 0.12} ${x + size * 0.05} ${y}Z`, iron);
  canvas.path(
    pathData`M${x - size * 0.035} ${top}L${x - size * 0.06} ${top - size * 0.13}H${x + size * 0.06}L${x + size * 0.035} ${top}Z`,
    light.time === 'day' ? mixColours(iron, '#ffffff', 0.75) : '#fff1c9',
  );
  canvas.path(pathData`M${x - size * 0.075} ${top - size * 0.13}Q${x} ${top - size * 0.22} ${x + size * 0.075} ${top - size * 0.13}Z`, iron);
}
