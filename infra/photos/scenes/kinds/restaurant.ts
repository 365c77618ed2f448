import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBoards, drawHangingLamp, drawWallAround, indoors, rectOpening } from '../rooms.ts';
import { drawHill, drawMist } from '../terrain.ts';

export function drawRestaurant(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const wall = random.pick(['#7a3f38', '#2f5a58', '#a8804f', '#5a4a6e']);
  drawHill(canvas, horizon - u * 0.02, u * 0.06, 4, '#7f9a8c', 0.2);
  drawMist(canvas, horizon + u * 0.02, 0.5, 0.06);
  drawHill(canvas, horizon + u * 0.06, u * 0.03, 5, '#7f9f6c', 0.5);
  const [left, top, width, height] = [w * 0.2, h * 0.14, w * 0.6, h * 0.48];
  drawWallAround(canvas, [rectOpening(left, top, width, height)], h * 0.78, wall);
  const frame = indoors(canvas, '#e9d8bd');
  for (let bar = 0; bar <= 4; bar++) canvas.rect(left + (width * bar) / 4 - u * 0.007, top, u * 0.014, height, frame);
  for (const at of [0, 0.36, 1]) canvas.rect(left - u * 0.007, top + height * at - u * 0.007, width + u * 0.014, u * 0.014, frame);
  canvas.rect(left - u * 0.03, top + height, width + u * 0.06, u * 0.025, frame);
  drawBoards(canvas, h * 0.76, '#8a5f3f');
  canvas.rect(0, h * 0.74, w, u * 0.02, mix(indoors(canvas, wall), light.shade, 0.35));
  for (const side of [-1, 1]) drawChair(canvas, w / 2 + side * u * 0.5, h * 0.95, u * 0.5, side);
  drawLaidTable(canvas, w / 2, h * 0.84, u * 0.44, h * 0.2);
  for (const x of [0.26, 0.5, 0.74]) drawHangingLamp(canvas, w * x, h * (x === 0.5 ? 0.2 : 0.25), u * 0.07, '#c98a3f');
}

/** A chair seen from the side; `side` 1 has its back to the right. */
function drawChair(canvas: Canvas, x: number, y: number, size: number, side: number): void {
  const wood = indoors(canvas, '#5f3d2a');
  const p = (dx: number, dy: number): string => `${round(x + side * dx * size)} ${round(y - dy * size)}`;
  canvas.line(`M${p(-0.16, 0)}L${p(-0.14, 0.36)}M${p(0.16, 0)}L${p(0.13, 0.36)}L${p(0.2, 0.8)}`, wood, size * 0.035);
  canvas.path(`M${p(0.1, 0.5)}L${p(0.15, 0.82)}Q${p(0.19, 0.86)} ${p(0.22, 0.81)}L${p(0.16, 0.5)}Z`, wood);
  canvas.path(`M${p(-0.2, 0.4)}H${round(x + side * 0.18 * size)}L${p(0.16, 0.34)}H${round(x - side * 0.18 * size)}Z`, indoors(canvas, '#b0453d'));
}

/** A round table under a white cloth that hangs down `drop`, laid for two, with a candle. */
function drawLaidTable(canvas: Canvas, x: number, y: number, half: number, drop: number): void {
  const { light } = canvas;
  const cloth = indoors(canvas, '#fbf6ec');
  const deep = half * 0.26;
  canvas.path(
    `M${round(x - half)} ${round(y)}Q${round(x - half * 1.02)} ${round(y + drop * 0.8)} ${round(x - half * 0.86)} ${round(y + drop)}Q${round(x)} ${round(y + drop * 1.3)} ${round(x + half * 0.86)} ${round(y + drop)}Q${round(x + half * 1.02)} ${round(y + drop * 0.8)} ${round(x + half)} ${round(y)}Z`,
    canvas.vertical([0, mix(cloth, light.shade, 0.1)], [1, mix(cloth, light.shade, 0.32)]),
  );
  for (let fold = -4; fold <= 4; fold++)
    canvas.line(
      `M${round(x + fold * half * 0.22)} ${round(y + deep * 0.9)}Q${round(x + fold * half * 0.2)} ${round(y + drop * 0.7)} ${round(x + fold * half * 0.23)} ${round(y + drop * 1.05)}`,
      mix(cloth, light.shade, 0.35),
      half * 0.01,
      0.5,
    );
  canvas.ellipse(x, y, half, deep, mix(cloth, light.sun, 0.1));
  for (const side of [-1, 1]) {
    const plate = x + side * half * 0.54;
    canvas.ellipse(plate, y + deep * 0.06, half * 0.25, deep * 0.32, mix(cloth, light.shade, 0.2));
    canvas.ellipse(plate, y, half * 0.25, deep * 0.32, '#ffffff');
    canvas.ellipse(plate, y, half * 0.16, deep * 0.2, mix('#ffffff', light.shade, 0.1));
    for (const at of [-0.31, 0.31])
      canvas.line(
        `M${round(plate + at * half)} ${round(y - deep * 0.24)}l${round(at * half * 0.1)} ${round(deep * 0.5)}`,
        indoors(canvas, '#a9b0b5'),
        half * 0.016,
      );
    drawGlass(canvas, x + side * half * 0.24, y - deep * 0.3, half * 0.34);
  }
  const flame = y - half * 0.4;
  canvas.rect(x - half * 0.022, flame, half * 0.044, half * 0.34, indoors(canvas, '#f4e3c0'));
  canvas.ellipse(x, flame - half * 0.03, half * 0.34, half * 0.34, canvas.radial([0, '#ffdf94', 0.7], [1, '#ffdf94', 0]));
  canvas.ellipse(x, flame - half * 0.04, half * 0.022, half * 0.05, '#fff0b8');
}

/** A glass of wine whose foot is at `y`. */
function drawGlass(canvas: Canvas, x: number, y: number, size: number): void {
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y - dy * size)}`;
  canvas.ellipse(x, y, size * 0.13, size * 0.03, '#ffffff', 0.7);
  canvas.line(`M${p(0, 0)}V${round(y - size * 0.42)}`, '#ffffff', size * 0.025, 0.7);
  canvas.path(`M${p(-0.15, 0.86)}Q${p(-0.2, 0.46)} ${p(0, 0.4)}Q${p(0.2, 0.46)} ${p(0.15, 0.86)}Z`, '#ffffff', 0.35);
  canvas.path(`M${p(-0.165, 0.66)}Q${p(-0.17, 0.46)} ${p(0, 0.42)}Q${p(0.17, 0.46)} ${p(0.165, 0.66)}Z`, indoors(canvas, '#8f2438'), 0.9);
}
