import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { archOpening, drawBoards, drawWallAround, indoors } from '../rooms.ts';
import { drawHill } from '../terrain.ts';

const spines = ['#8e3b3a', '#2f6265', '#c99a45', '#3f5478', '#6b4a34', '#d9c8a4', '#4f6a45', '#7a3f5a'] as const;

export function drawLibrary(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawHill(canvas, horizon - u * 0.06, u * 0.05, 4, '#7f9a8c', 0.22);
  drawHill(canvas, horizon + u * 0.02, u * 0.03, 5, '#7f9f6c', 0.5);
  const [wall, wood] = random.pick([
    ['#6b4a34', '#7a5238'],
    ['#3f5a54', '#5f4a38'],
    ['#7a3f38', '#8a5a3a'],
    ['#d9cdb8', '#efe6d6'],
  ] as [readonly [string, string], ...(readonly [string, string])[]]);
  const floor = h * 0.78;
  const [left, top, width] = [w * 0.38, h * 0.27, w * 0.24];
  drawWallAround(canvas, [archOpening(left, top, width, h * 0.34, u * 0.15)], floor, wall);
  drawPanes(canvas, left, top, width, h * 0.34);
  drawShelves(canvas, [0, w * 0.34], [h * 0.05, floor], wood);
  drawShelves(canvas, [w * 0.66, w], [h * 0.05, floor], wood);
  drawShelves(canvas, [w * 0.34, w * 0.66], [h * 0.63, floor], wood);
  drawBoards(canvas, floor, '#9a6a42');
  drawLadder(canvas, w * random.pick([0.17, 0.83]), floor + u * 0.03, u * 0.56);
  drawDesk(canvas, w / 2, h * 0.98, Math.min(w * 0.66, u * 0.9));
}

function drawPanes(canvas: Canvas, x: number, y: number, width: number, height: number): void {
  const { u } = canvas;
  const frame = indoors(canvas, '#d9c8a4');
  for (let bar = 0; bar <= 4; bar++) {
    const rise = Math.sqrt(Math.max(0, 1 - (bar / 2 - 1) ** 2)) * u * 0.15;
    canvas.rect(x + (width * bar) / 4 - u * 0.005, y - rise, u * 0.01, height + rise, frame);
  }
  for (const at of [0, 0.5, 1]) canvas.rect(x, y + height * at - u * 0.005, width, u * 0.01, frame);
  canvas.line(`M${round(x)} ${round(y)}A${round(width / 2)} ${round(u * 0.15)} 0 0 1 ${round(x + width)} ${round(y)}`, frame, u * 0.02);
}

type Span = readonly [from: number, to: number];

/** Shelves full of books in a part of a wall. */
function drawShelves(canvas: Canvas, [left, right]: Span, [top, foot]: Span, colour: string): void {
  const { u, light, random } = canvas;
  const wood = indoors(canvas, colour);
  const rows = Math.max(1, Math.round((foot - top) / (u * 0.12)));
  const tall = (foot - top) / rows;
  canvas.rect(left, top, right - left, foot - top, mix(wood, light.shade, 0.45));
  for (let row = 0; row < rows; row++) {
    const shelf = top + (row + 1) * tall;
    for (let x = left + u * 0.014; x < right - u * 0.03; ) {
      const width = u * random.between(0.011, 0.024);
      const height = tall * random.between(0.62, 0.84);
      if (random.chance(0.94)) {
        canvas.rect(x, shelf - height, width * 0.92, height, indoors(canvas, random.pick(spines)));
        canvas.rect(x, shelf - height * 0.8, width * 0.92, height * 0.05, indoors(canvas, '#e9d29a'), 0.7);
      }
      x += width;
    }
    canvas.rect(left, shelf - u * 0.006, right - left, u * 0.014, mix(wood, light.sun, 0.1));
  }
  for (const x of [left, (left + right) / 2, right]) canvas.rect(x - u * 0.01, top, u * 0.02, foot - top, wood);
  canvas.rect(left, top - u * 0.018, right - left, u * 0.03, mix(wood, light.sun, 0.16));
}

/** A ladder that leans against the shelves. */
function drawLadder(canvas: Canvas, x: number, y: number, size: number): void {
  const wood = indoors(canvas, '#d2a466');
  for (const side of [-1, 1])
    canvas.line(`M${round(x + side * size * 0.12)} ${round(y)}L${round(x + side * size * 0.09)} ${round(y - size)}`, wood, size * 0.028);
  for (let rung = 1; rung < 9; rung++) {
    const half = size * (0.12 - rung * 0.0033);
    canvas.line(`M${round(x - half)} ${round(y - (size * rung) / 9)}h${round(half * 2)}`, wood, size * 0.02);
  }
}

/** A reading desk with lamps and an open book. */
function drawDesk(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const wood = indoors(canvas, '#5f3d2a');
  const top = y - size * 0.2;
  canvas.rect(x - size * 0.5, top, size, size * 0.045, mix(wood, light.sun, 0.14));
  canvas.rect(x - size * 0.47, top + size * 0.045, size * 0.94, size * 0.06, wood);
  for (const side of [-1, 1]) canvas.rect(x + side * size * 0.44 - size * 0.02, top + size * 0.1, size * 0.04, size * 0.14, wood);
  for (const side of [-1, 1]) {
    const lamp = x + side * size * 0.3;
    canvas.ellipse(lamp, top - size * 0.06, size * 0.2, size * 0.13, canvas.radial([0, '#ffe7b0', 0.6], [1, '#ffe7b0', 0]));
    canvas.rect(lamp - size * 0.006, top - size * 0.12, size * 0.012, size * 0.12, indoors(canvas, '#c99a45'));
    canvas.path(
      `M${round(lamp - size * 0.075)} ${round(top - size * 0.1)}Q${round(lamp)} ${round(top - size * 0.19)} ${round(lamp + size * 0.075)} ${round(top - size * 0.1)}Z`,
      indoors(canvas, '#2f7a56'),
    );
    canvas.path(
      `M${round(x)} ${round(top)}Q${round(x + side * size * 0.06)} ${round(top - size * 0.03)} ${round(x + side * size * 0.13)} ${round(top - size * 0.012)}V${round(top)}Z`,
      indoors(canvas, '#fbf6ec'),
    );
  }
}
