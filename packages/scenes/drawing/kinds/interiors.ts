import { type Canvas, mixColours, pathData } from '../canvas.ts';
import { drawHill, drawMist } from '../land.ts';
import { archOpeningPath, drawBoards, drawWallAround, indoorColour, rectOpeningPath } from '../rooms.ts';

export function drawHotel(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const [wall, cloth] = random.pick(['#d9c8ae', '#2f6f7c'], ['#b9c7c4', '#c96a4a'], ['#e3c9b4', '#5f7a4f'], ['#8fa3b5', '#e0b04c']);
  drawHill(canvas, horizon - u * 0.05, u * 0.07, 4, '#7f93a0', 0.2);
  drawMist(canvas, horizon, 0.5, 0.06);
  drawHill(canvas, horizon + u * 0.03, u * 0.03, 5, '#86a070', 0.5);
  const side = canvas.sun.x < w / 2 ? -1 : 1;
  const [width, height] = [Math.min(w * 0.38, u * 0.5), h * 0.5];
  const left = w / 2 + side * w * 0.25 - width / 2;
  const floor = h * 0.8;
  drawWallAround(canvas, [rectOpeningPath(left, h * 0.12, width, height)], floor, wall);
  drawCurtainedWindow(canvas, left, h * 0.12, width, height, cloth);
  canvas.rect(0, floor - u * 0.025, w, u * 0.025, indoorColour(canvas, '#f6efe2'));
  drawBoards(canvas, floor, '#a87a4f');
  drawBed(canvas, w / 2 - side * w * 0.2, h * 0.94, Math.min(w * 0.5, u * 0.72), cloth);
  drawBedside(canvas, w / 2 + side * w * 0.12, h * 0.9, u * 0.3);
}

/** A window with a cross of bars and a curtain on either side. */
function drawCurtainedWindow(canvas: Canvas, x: number, y: number, width: number, height: number, cloth: string): void {
  const { u, light } = canvas;
  const frame = indoorColour(canvas, '#fbf6ec');
  for (const at of [0, 0.5, 1]) canvas.rect(x + width * at - u * 0.008, y, u * 0.016, height, frame);
  for (const at of [0, 0.4, 1]) canvas.rect(x - u * 0.008, y + height * at - u * 0.008, width + u * 0.016, u * 0.016, frame);
  canvas.rect(x - u * 0.03, y + height, width + u * 0.06, u * 0.022, frame);
  canvas.rect(x - u * 0.12, y - u * 0.05, width + u * 0.24, u * 0.014, indoorColour(canvas, '#6b4a34'));
  for (const side of [-1, 1])
    for (let fold = 0; fold < 5; fold++) {
      const edge = side < 0 ? x - u * 0.1 : x + width + u * 0.1;
      const [a, b] = [edge - side * fold * u * 0.03, edge - side * (fold + 1) * u * 0.03];
      canvas.path(
        pathData`M${a} ${y - u * 0.045}L${a + side * u * 0.012} ${y + height + u * 0.1}H${b + side * u * 0.012}L${b} ${y - u * 0.045}Z`,
        mixColours(indoorColour(canvas, cloth), fold % 2 ? light.shade : light.sun, 0.16),
      );
    }
}

/** A bed seen from its side: headboard, pillows, a cover over the sheet. */
function drawBed(canvas: Canvas, x: number, y: number, size: number, cloth: string): void {
  const { light } = canvas;
  const wood = indoorColour(canvas, '#6b4a34');
  const sheet = indoorColour(canvas, '#fdfaf2');
  const cover = indoorColour(canvas, cloth);
  const [left, top] = [x - size / 2, y - size * 0.3];
  canvas.ellipse(x, y, size * 0.52, size * 0.04, light.shade, 0.3);
  canvas.rect(left - size * 0.03, y - size * 0.56, size * 0.07, size * 0.56, wood, 1, size * 0.02);
  canvas.rect(left + size * 0.97, y - size * 0.34, size * 0.05, size * 0.34, wood, 1, size * 0.015);
  canvas.rect(left, y - size * 0.14, size, size * 0.1, wood);
  canvas.rect(
    left + size * 0.02,
    top,
    size * 0.96,
    size * 0.2,
    canvas.vertical([0, sheet], [1, mixColours(sheet, light.shade, 0.18)]),
    1,
    size * 0.03,
  );
  for (const [at, lift] of [
    [0.1, 0.05],
    [0.2, 0.02],
  ] as const)
    canvas.path(
      pathData`M${left + size * at - size * 0.05} ${top + size * 0.02}Q${left + size * at - size * 0.04} ${top - size * (lift + 0.1)} ${left + size * at + size * 0.07} ${top - size * (lift + 0.04)}Q${left + size * at + size * 0.13} ${top - size * lift} ${left + size * at + size * 0.1} ${top + size * 0.02}Z`,
      mixColours(sheet, light.shade, lift > 0.03 ? 0.14 : 0.04),
    );
  canvas.path(
    pathData`M${left + size * 0.4} ${top - size * 0.015}H${left + size * 0.94}Q${left + size} ${top} ${left + size} ${top + size * 0.2}H${left + size * 0.36}Q${left + size * 0.34} ${top + size * 0.04} ${left + size * 0.4} ${top - size * 0.015}Z`,
    canvas.vertical([0, mixColours(cover, light.sun, 0.16)], [1, mixColours(cover, light.shade, 0.2)]),
  );
  canvas.rect(left + size * 0.35, top + size * 0.05, size * 0.64, size * 0.022, mixColours(cover, '#ffffff', 0.5), 0.8);
}

/** A bedside table with a lamp that is lit except by day. */
function drawBedside(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const wood = indoorColour(canvas, '#7a5238');
  canvas.rect(x - size * 0.24, y - size * 0.5, size * 0.48, size * 0.04, mixColours(wood, light.sun, 0.14));
  canvas.rect(x - size * 0.21, y - size * 0.46, size * 0.42, size * 0.2, wood);
  canvas.ellipse(x, y - size * 0.36, size * 0.02, size * 0.02, indoorColour(canvas, '#d9ad55'));
  for (const side of [-1, 1]) canvas.rect(x + side * size * 0.18 - size * 0.02, y - size * 0.28, size * 0.04, size * 0.28, wood);
  const glow = light.time === 'day' ? 0.15 : 0.75;
  canvas.ellipse(x, y - size * 0.8, size * 0.9, size * 0.8, canvas.radial([0, '#ffe7b0', glow], [1, '#ffe7b0', 0]));
  canvas.rect(x - size * 0.02, y - size * 0.72, size * 0.04, size * 0.22, indoorColour(canvas, '#d9ad55'));
  canvas.path(
    pathData`M${x - size * 0.1} ${y - size * 0.95}H${x + size * 0.1}L${x + size * 0.17} ${y - size * 0.7}H${x - size * 0.17}Z`,
    light.time === 'day' ? indoorColour(canvas, '#f6e6c4') : '#fff0c2',
  );
}

const spines = ['#8e3b3a', '#2f6265', '#c99a45', '#3f5478', '#6b4a34', '#d9c8a4', '#4f6a45', '#7a3f5a'] as const;

export function drawLibrary(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawHill(canvas, horizon - u * 0.06, u * 0.05, 4, '#7f9a8c', 0.22);
  drawHill(canvas, horizon + u * 0.02, u * 0.03, 5, '#7f9f6c', 0.5);
  const [wall, wood] = random.pick(['#6b4a34', '#7a5238'], ['#3f5a54', '#5f4a38'], ['#7a3f38', '#8a5a3a'], ['#d9cdb8', '#efe6d6']);
  const floor = h * 0.78;
  const [left, top, width] = [w * 0.38, h * 0.27, w * 0.24];
  drawWallAround(canvas, [archOpeningPath(left, top, width, h * 0.34, u * 0.15)], floor, wall);
  drawLibraryWindow(canvas, left, top, width, h * 0.34);
  drawShelves(canvas, [0, w * 0.34], [h * 0.05, floor], wood);
  drawShelves(canvas, [w * 0.66, w], [h * 0.05, floor], wood);
  drawShelves(canvas, [w * 0.34, w * 0.66], [h * 0.63, floor], wood);
  drawBoards(canvas, floor, '#9a6a42');
  drawLadder(canvas, w * random.pick(0.17, 0.83), floor + u * 0.03, u * 0.56);
  drawDesk(canvas, w / 2, h * 0.98, Math.min(w * 0.66, u * 0.9));
}

function drawLibraryWindow(canvas: Canvas, x: number, y: number, width: number, height: number): void {
  const { u } = canvas;
  const frame = indoorColour(canvas, '#d9c8a4');
  for (let bar = 0; bar <= 4; bar++) {
    const rise = Math.sqrt(Math.max(0, 1 - (bar / 2 - 1) ** 2)) * u * 0.15;
    canvas.rect(x + (width * bar) / 4 - u * 0.005, y - rise, u * 0.01, height + rise, frame);
  }
  for (const at of [0, 0.5, 1]) canvas.rect(x, y + height * at - u * 0.005, width, u * 0.01, frame);
  canvas.line(pathData`M${x} ${y}A${width / 2} ${u * 0.15} 0 0 1 ${x + width} ${y}`, frame, u * 0.02);
}

type Span = readonly [from: number, to: number];

/** Shelves full of books in a part of a wall. */
function drawShelves(canvas: Canvas, [left, right]: Span, [top, foot]: Span, colour: string): void {
  const { u, light, random } = canvas;
  const wood = indoorColour(canvas, colour);
  const rows = Math.max(1, Math.round((foot - top) / (u * 0.12)));
  const tall = (foot - top) / rows;
  canvas.rect(left, top, right - left, foot - top, mixColours(wood, light.shade, 0.45));
  for (let row = 0; row < rows; row++) {
    const shelf = top + (row + 1) * tall;
    for (let x = left + u * 0.014; x < right - u * 0.03; ) {
      const width = u * random.between(0.011, 0.024);
      const height = tall * random.between(0.62, 0.84);
      if (random.chance(0.94)) {
        canvas.rect(x, shelf - height, width * 0.92, height, indoorColour(canvas, random.pick(...spines)));
        canvas.rect(x, shelf - height * 0.8, width * 0.92, height * 0.05, indoorColour(canvas, '#e9d29a'), 0.7);
      }
      x += width;
    }
    canvas.rect(left, shelf - u * 0.006, right - left, u * 0.014, mixColours(wood, light.sun, 0.1));
  }
  for (const x of [left, (left + right) / 2, right]) canvas.rect(x - u * 0.01, top, u * 0.02, foot - top, wood);
  canvas.rect(left, top - u * 0.018, right - left, u * 0.03, mixColours(wood, light.sun, 0.16));
}

/** A ladder that leans against the shelves. */
function drawLadder(canvas: Canvas, x: number, y: number, size: number): void {
  const wood = indoorColour(canvas, '#d2a466');
  for (const side of [-1, 1]) canvas.line(pathData`M${x + side * size * 0.12} ${y}L${x + side * size * 0.09} ${y - size}`, wood, size * 0.028);
  for (let rung = 1; rung < 9; rung++) {
    const half = size * (0.12 - rung * 0.0033);
    canvas.line(pathData`M${x - half} ${y - (size * rung) / 9}h${half * 2}`, wood, size * 0.02);
  }
}

/** A reading desk with lamps and an open book. */
function drawDesk(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const wood = indoorColour(canvas, '#5f3d2a');
  const top = y - size * 0.2;
  canvas.rect(x - size * 0.5, top, size, size * 0.045, mixColours(wood, light.sun, 0.14));
  canvas.rect(x - size * 0.47, top + size * 0.045, size * 0.94, size * 0.06, wood);
  for (const side of [-1, 1]) canvas.rect(x + side * size * 0.44 - size * 0.02, top + size * 0.1, size * 0.04, size * 0.14, wood);
  for (const side of [-1, 1]) {
    const lamp = x + side * size * 0.3;
    canvas.ellipse(lamp, top - size * 0.06, size * 0.2, size * 0.13, canvas.radial([0, '#ffe7b0', 0.6], [1, '#ffe7b0', 0]));
    canvas.rect(lamp - size * 0.006, top - size * 0.12, size * 0.012, size * 0.12, indoorColour(canvas, '#c99a45'));
    canvas.path(
      pathData`M${lamp - size * 0.075} ${top - size * 0.1}Q${lamp} ${top - size * 0.19} ${lamp + size * 0.075} ${top - size * 0.1}Z`,
      indoorColour(canvas, '#2f7a56'),
    );
    canvas.path(
      pathData`M${x} ${top}Q${x + side * size * 0.06} ${top - size * 0.03} ${x + side * size * 0.13} ${top - size * 0.012}V${top}Z`,
      indoorColour(canvas, '#fbf6ec'),
    );
  }
}
