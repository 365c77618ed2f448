import { drawTownHouse, plasters, roofs } from '../buildings.ts';
import { type Canvas, type Point, polygon, polyline, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBroadTree } from '../trees.ts';

export function drawMarket(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const street = h * 0.8;
  for (let x = -u * 0.05; x < w; ) {
    const width = u * random.between(0.15, 0.21);
    drawTownHouse(canvas, x, street, width, u * random.between(0.42, 0.58), random.pick(plasters), random.pick(roofs));
    x += width;
  }
  canvas.rect(0, street - u * 0.42, w, u * 0.42, canvas.vertical([0, light.haze, 0], [1, light.haze, 0.3]));
  const stone = canvas.tone('#c9b59c', 1);
  canvas.rect(0, street, w, h - street, canvas.vertical([0, mix(stone, light.sun, 0.12)], [1, mix(stone, light.shade, 0.3)]));
  for (let row = 0; row < 5; row++)
    canvas.line(`M0 ${round(street + u * 0.03 * (row + 1) ** 1.3)}H${w}`, mix(stone, light.shade, 0.3), u * 0.002, 0.5);
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
  const cloth = canvas.tone(random.pick(['#c9493d', '#2f7f8c', '#e0a03c', '#3f7a56', '#b5527a']), 1);
  const white = canvas.tone('#fdf6e8', 1);
  const [left, top] = [x - size * 0.5, y - size * 0.86];
  for (const at of [0.03, 0.95]) canvas.rect(left + size * at, top + size * 0.1, size * 0.025, size * 0.76, canvas.tone('#6e4f3a', 1));
  canvas.rect(left + size * 0.05, top + size * 0.2, size * 0.9, size * 0.4, light.shade, 0.45);
  const stripe = (size * 1.1) / 8;
  for (let strip = 0; strip < 8; strip++) {
    const fill = strip % 2 ? white : cloth;
    const [a, b] = [left - size * 0.05 + strip * stripe, left - size * 0.05 + (strip + 1) * stripe];
    const lean = (at: number): number => x + (at - x) * 0.82;
    canvas.path(
      polygon([
        [lean(a), top],
        [lean(b), top],
        [b, top + size * 0.2],
        [a, top + size * 0.2],
      ]),
      fill,
    );
    canvas.path(
      `M${round(a)} ${round(top + size * 0.199)}A${round(stripe / 2)} ${round(stripe / 2.4)} 0 0 0 ${round(b)} ${round(top + size * 0.199)}Z`,
      mix(fill, light.shade, 0.12),
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
    const fruit = canvas.tone(random.pick(fruits), 1);
    for (let piece = 0; piece < 9; piece++)
      canvas.ellipse(
        cx + size * (0.03 + (piece % 5) * 0.034),
        y - size * (0.34 + (piece > 4 ? 0.035 : 0)),
        size * 0.023,
        size * 0.023,
        mix(fruit, piece % 2 ? light.sun : light.shade, 0.14),
      );
    canvas.rect(cx, y - size * 0.33, size * 0.2, size * 0.1, canvas.tone('#b98a58', 1));
  }
}

/** A string of paper lanterns from wall to wall. */
function drawLanterns(canvas: Canvas, y: number, tilt: number): void {
  const { w, u, light, random } = canvas;
  const line = Array.from({ length: 25 }, (_, i): Point => [(w * i) / 24, y + w * tilt * (i / 24 - 0.5) + u * 0.09 * Math.sin((Math.PI * i) / 24)]);
  canvas.line(polyline(line), mix(light.shade, light.haze, 0.15), u * 0.0025, 0.8);
  for (let index = 1; index < 24; index += 2) {
    const [x, top] = line[index] ?? [0, 0];
    const paper = canvas.tone(random.pick(['#f2b84b', '#e2694c', '#f6e3b0', '#d9567a']), 1);
    const lit = light.time !== 'day';
    if (lit) canvas.ellipse(x, top + u * 0.024, u * 0.055, u * 0.055, canvas.radial([0, light.window, 0.6], [1, light.window, 0]));
    canvas.ellipse(x, top + u * 0.024, u * 0.016, u * 0.02, lit ? mix(paper, '#ffe9a8', 0.55) : paper);
    canvas.rect(x - u * 0.006, top + u * 0.002, u * 0.012, u * 0.004, canvas.tone('#5a4030', 1));
  }
}
