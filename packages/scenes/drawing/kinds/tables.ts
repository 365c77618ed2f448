import { drawWindow } from '../buildings.ts';
import { type Canvas, mixColours, pathData, polygonPath } from '../canvas.ts';
import { drawHill, drawMist } from '../land.ts';
import { drawBroadTree, drawBushes, drawSquare } from '../plants.ts';
import { drawBoards, drawHangingLamp, drawWallAround, indoorColour, rectOpeningPath } from '../rooms.ts';

export function drawCafe(canvas: Canvas): void {
  const { w, h, u, random } = canvas;
  const [wall, cloth] = random.pick(['#f0d9a8', '#2f7f6c'], ['#e9b79a', '#c9493d'], ['#d9dfd8', '#35658c'], ['#f3e3cf', '#b5527a']);
  const pavement = h * 0.74;
  drawFront(canvas, wall, pavement);
  drawAwning(canvas, h * 0.37, h * 0.11, cloth);
  drawSquare(canvas, pavement, '#d9c8ae');
  for (const x of [0.035, 0.965]) drawBroadTree(canvas, w * x, pavement + u * 0.04, u * 0.56, canvas.tone('#5f9150', 1));
  for (const x of [0.36, 0.64]) {
    canvas.rect(w * x - u * 0.035, pavement - u * 0.02, u * 0.07, u * 0.06, canvas.tone('#8a5a40', 1), 1, u * 0.006);
    drawBushes(canvas, w * x - u * 0.03, w * x + u * 0.03, pavement - u * 0.035, u * 0.045, canvas.tone('#4f8248', 1));
  }
  const tables = Math.max(2, Math.round(w / (u * 0.42)));
  for (let table = 0; table < tables; table++)
    drawTable(canvas, (w * (table + 0.5)) / tables, h * (table % 2 ? 0.95 : 0.89), u * (table % 2 ? 0.27 : 0.24), cloth);
}

/** A house with large panes below and shutters above, under a bit of sky. */
function drawFront(canvas: Canvas, colour: string, foot: number): void {
  const { w, h, u, light } = canvas;
  const wall = canvas.tone(colour, 0.97);
  const top = h * 0.14;
  const tiles = canvas.tone('#a5523c', 0.95);
  canvas.path(
    polygonPath([0, top + 1], [u * 0.05, top - u * 0.07], [w - u * 0.05, top - u * 0.07], [w, top + 1]),
    canvas.vertical([0, mixColours(tiles, light.sun, 0.14)], [1, mixColours(tiles, light.shade, 0.2)]),
  );
  canvas.rect(0, top, w, foot - top, canvas.vertical([0, mixColours(wall, light.sun, 0.12)], [1, mixColours(wall, light.shade, 0.16)]));
  canvas.rect(0, top, w, u * 0.018, mixColours(wall, light.sun, 0.35));
  const windows = Math.round(w / (u * 0.24));
  for (let index = 0; index < windows; index++) {
    const x = (w * (index + 0.5)) / windows;
    for (const side of [-1, 1])
      canvas.rect(x + side * u * 0.052 - u * 0.022, h * 0.19, u * 0.044, u * 0.13, mixColours(canvas.tone('#4f7a76', 1), light.shade, 0.1));
    canvas.rect(x - u * 0.034, h * 0.185, u * 0.068, u * 0.14, canvas.tone('#fffaf0', 1));
    drawWindow(canvas, x - u * 0.028, h * 0.192, u * 0.056, u * 0.125);
  }
  const frame = canvas.tone('#4a3a30', 1);
  for (const [from, to] of [
    [0.12, 0.42],
    [0.445, 0.555],
    [0.58, 0.88],
  ] as const) {
    canvas.rect(w * from, h * 0.45, w * (to - from), foot - h * 0.45, frame);
    const glass = mixColours('#ffdf9e', light.window, light.time === 'day' ? 0.6 : 0.1);
    canvas.rect(w * from + u * 0.012, h * 0.465, w * (to - from) - u * 0.024, foot - h * 0.465 - u * (to - from < 0.2 ? 0.012 : 0.05), glass, 0.95);
    canvas.rect(w * from, h * 0.545, w * (to - from), u * 0.008, frame);
    canvas.rect(w * (from + to) * 0.5 - u * 0.004, h * 0.45, u * 0.008, foot - h * 0.45, frame);
  }
}

/** A striped awning across the front, with a scalloped edge. */
function drawAwning(canvas: Canvas, y: number, drop: number, colour: string): void {
  const { w, u, light } = canvas;
  const [cloth, white] = [canvas.tone(colour, 1), canvas.tone('#fdf6e8', 1)];
  const [left, right] = [w * 0.08, w * 0.92];
  const count = Math.round((right - left) / (u * 0.07)) | 1;
  const stripe = (right - left) / count;
  for (let strip = 0; strip < count; strip++) {
    const fill = strip % 2 ? white : cloth;
    const [a, b] = [left + strip * stripe, left + (strip + 1) * stripe];
    const lean = (at: number): number => w / 2 + (at - w / 2) * 0.95;
    canvas.path(
      polygonPath([lean(a), y], [lean(b), y], [b, y + drop], [a, y + drop]),
      canvas.vertical([0, mixColours(fill, light.sun, 0.16)], [1, fill]),
    );
    canvas.path(pathData`M${a} ${y + drop - 1}A${stripe / 2} ${stripe / 2.2} 0 0 0 ${b} ${y + drop - 1}Z`, mixColours(fill, light.shade, 0.14));
  }
  canvas.rect(left, y + drop, right - left, u * 0.05, light.shade, 0.2);
}

/** A round table with two cups, and a chair on either side. */
function drawTable(canvas: Canvas, x: number, y: number, size: number, cloth: string): void {
  const { light } = canvas;
  const iron = canvas.tone('#2f3236', 1);
  const seat = mixColours(canvas.tone(cloth, 1), light.shade, 0.1);
  canvas.ellipse(x, y, size * 0.62, size * 0.07, light.shade, 0.22);
  for (const side of [-1, 1]) {
    const p = (dx: number, dy: number): string => pathData`${x + side * dx * size} ${y - dy * size}`;
    canvas.line(`M${p(0.36, 0)}L${p(0.38, 0.3)}M${p(0.6, 0)}L${p(0.57, 0.3)}Q${p(0.58, 0.6)} ${p(0.63, 0.68)}`, iron, size * 0.022);
    canvas.path(`M${p(0.57, 0.4)}Q${p(0.57, 0.64)} ${p(0.64, 0.7)}L${p(0.68, 0.68)}Q${p(0.62, 0.6)} ${p(0.62, 0.4)}Z`, seat);
    canvas.ellipse(x + side * size * 0.47, y - size * 0.31, size * 0.13, size * 0.035, seat);
  }
  canvas.line(pathData`M${x} ${y}V${y - size * 0.5}`, iron, size * 0.035);
  canvas.ellipse(x, y - size * 0.01, size * 0.14, size * 0.035, iron);
  canvas.ellipse(x, y - size * 0.49, size * 0.34, size * 0.085, mixColours(iron, light.shade, 0.2));
  canvas.ellipse(x, y - size * 0.505, size * 0.34, size * 0.08, canvas.tone('#f6efe2', 1));
  for (const side of [-1, 1]) {
    const cx = x + side * size * 0.14;
    canvas.ellipse(cx, y - size * 0.505, size * 0.08, size * 0.024, canvas.tone('#ffffff', 1));
    canvas.path(
      pathData`M${cx - size * 0.05} ${y - size * 0.58}h${size * 0.1}Q${cx + size * 0.05} ${y - size * 0.505} ${cx} ${y - size * 0.505}Q${cx - size * 0.05} ${y - size * 0.505} ${cx - size * 0.05} ${y - size * 0.58}Z`,
      canvas.tone('#ffffff', 1),
    );
    canvas.ellipse(cx, y - size * 0.58, size * 0.05, size * 0.016, canvas.tone('#6b4330', 1));
  }
}

export function drawRestaurant(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const wall = random.pick('#7a3f38', '#2f5a58', '#a8804f', '#5a4a6e');
  drawHill(canvas, horizon - u * 0.02, u * 0.06, 4, '#7f9a8c', 0.2);
  drawMist(canvas, horizon + u * 0.02, 0.5, 0.06);
  drawHill(canvas, horizon + u * 0.06, u * 0.03, 5, '#7f9f6c', 0.5);
  const [left, top, width, height] = [w * 0.2, h * 0.14, w * 0.6, h * 0.48];
  drawWallAround(canvas, [rectOpeningPath(left, top, width, height)], h * 0.78, wall);
  const frame = indoorColour(canvas, '#e9d8bd');
  for (let bar = 0; bar <= 4; bar++) canvas.rect(left + (width * bar) / 4 - u * 0.007, top, u * 0.014, height, frame);
  for (const at of [0, 0.36, 1]) canvas.rect(left - u * 0.007, top + height * at - u * 0.007, width + u * 0.014, u * 0.014, frame);
  canvas.rect(left - u * 0.03, top + height, width + u * 0.06, u * 0.025, frame);
  drawBoards(canvas, h * 0.76, '#8a5f3f');
  canvas.rect(0, h * 0.74, w, u * 0.02, mixColours(indoorColour(canvas, wall), light.shade, 0.35));
  for (const side of [-1, 1]) drawChair(canvas, w / 2 + side * u * 0.5, h * 0.95, u * 0.5, side);
  drawLaidTable(canvas, w / 2, h * 0.84, u * 0.44, h * 0.2);
  for (const x of [0.26, 0.5, 0.74]) drawHangingLamp(canvas, w * x, h * (x === 0.5 ? 0.2 : 0.25), u * 0.07, '#c98a3f');
}

/** Draws a chair in side view. With `side` 1 its back is on the right, with -1 on the left. */
function drawChair(canvas: Canvas, x: number, y: number, size: number, side: number): void {
  const wood = indoorColour(canvas, '#5f3d2a');
  const p = (dx: number, dy: number): string => pathData`${x + side * dx * size} ${y - dy * size}`;
  canvas.line(`M${p(-0.16, 0)}L${p(-0.14, 0.36)}M${p(0.16, 0)}L${p(0.13, 0.36)}L${p(0.2, 0.8)}`, wood, size * 0.035);
  canvas.path(`M${p(0.1, 0.5)}L${p(0.15, 0.82)}Q${p(0.19, 0.86)} ${p(0.22, 0.81)}L${p(0.16, 0.5)}Z`, wood);
  canvas.path(pathData`M${p(-0.2, 0.4)}H${x + side * 0.18 * size}L${p(0.16, 0.34)}H${x - side * 0.18 * size}Z`, indoorColour(canvas, '#b0453d'));
}

/** Draws a round table with a white cloth, laid for two, with a candle. `drop` is the length of the hanging cloth. */
function drawLaidTable(canvas: Canvas, x: number, y: number, half: number, drop: number): void {
  const { light } = canvas;
  const cloth = indoorColour(canvas, '#fbf6ec');
  const deep = half * 0.26;
  canvas.path(
    pathData`M${x - half} ${y}Q${x - half * 1.02} ${y + drop * 0.8} ${x - half * 0.86} ${y + drop}Q${x} ${y + drop * 1.3} ${x + half * 0.86} ${y + drop}Q${x + half * 1.02} ${y + drop * 0.8} ${x + half} ${y}Z`,
    canvas.vertical([0, mixColours(cloth, light.shade, 0.1)], [1, mixColours(cloth, light.shade, 0.32)]),
  );
  for (let fold = -4; fold <= 4; fold++)
    canvas.line(
      pathData`M${x + fold * half * 0.22} ${y + deep * 0.9}Q${x + fold * half * 0.2} ${y + drop * 0.7} ${x + fold * half * 0.23} ${y + drop * 1.05}`,
      mixColours(cloth, light.shade, 0.35),
      half * 0.01,
      0.5,
    );
  canvas.ellipse(x, y, half, deep, mixColours(cloth, light.sun, 0.1));
  for (const side of [-1, 1]) {
    const plate = x + side * half * 0.54;
    canvas.ellipse(plate, y + deep * 0.06, half * 0.25, deep * 0.32, mixColours(cloth, light.shade, 0.2));
    canvas.ellipse(plate, y, half * 0.25, deep * 0.32, '#ffffff');
    canvas.ellipse(plate, y, half * 0.16, deep * 0.2, mixColours('#ffffff', light.shade, 0.1));
    for (const at of [-0.31, 0.31])
      canvas.line(pathData`M${plate + at * half} ${y - deep * 0.24}l${at * half * 0.1} ${deep * 0.5}`, indoorColour(canvas, '#a9b0b5'), half * 0.016);
    drawGlass(canvas, x + side * half * 0.24, y - deep * 0.3, half * 0.34);
  }
  const flame = y - half * 0.4;
  canvas.rect(x - half * 0.022, flame, half * 0.044, half * 0.34, indoorColour(canvas, '#f4e3c0'));
  canvas.ellipse(x, flame - half * 0.03, half * 0.34, half * 0.34, canvas.radial([0, '#ffdf94', 0.7], [1, '#ffdf94', 0]));
  canvas.ellipse(x, flame - half * 0.04, half * 0.022, half * 0.05, '#fff0b8');
}

/** A glass of wine whose foot is at `y`. */
function drawGlass(canvas: Canvas, x: number, y: number, size: number): void {
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
  canvas.ellipse(x, y, size * 0.13, size * 0.03, '#ffffff', 0.7);
  canvas.line(pathData`M${p(0, 0)}V${y - size * 0.42}`, '#ffffff', size * 0.025, 0.7);
  canvas.path(`M${p(-0.15, 0.86)}Q${p(-0.2, 0.46)} ${p(0, 0.4)}Q${p(0.2, 0.46)} ${p(0.15, 0.86)}Z`, '#ffffff', 0.35);
  canvas.path(`M${p(-0.165, 0.66)}Q${p(-0.17, 0.46)} ${p(0, 0.42)}Q${p(0.17, 0.46)} ${p(0.165, 0.66)}Z`, indoorColour(canvas, '#8f2438'), 0.9);
}
