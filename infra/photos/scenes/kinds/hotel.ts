import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBoards, drawWallAround, indoors, rectOpening } from '../rooms.ts';
import { drawHill, drawMist } from '../terrain.ts';

export function drawHotel(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const [wall, cloth] = random.pick([
    ['#d9c8ae', '#2f6f7c'],
    ['#b9c7c4', '#c96a4a'],
    ['#e3c9b4', '#5f7a4f'],
    ['#8fa3b5', '#e0b04c'],
  ] as [readonly [string, string], ...(readonly [string, string])[]]);
  drawHill(canvas, horizon - u * 0.05, u * 0.07, 4, '#7f93a0', 0.2);
  drawMist(canvas, horizon, 0.5, 0.06);
  drawHill(canvas, horizon + u * 0.03, u * 0.03, 5, '#86a070', 0.5);
  const side = canvas.sun.x < w / 2 ? -1 : 1;
  const [width, height] = [Math.min(w * 0.38, u * 0.5), h * 0.5];
  const left = w / 2 + side * w * 0.25 - width / 2;
  const floor = h * 0.8;
  drawWallAround(canvas, [rectOpening(left, h * 0.12, width, height)], floor, wall);
  drawPanes(canvas, left, h * 0.12, width, height, cloth);
  canvas.rect(0, floor - u * 0.025, w, u * 0.025, indoors(canvas, '#f6efe2'));
  drawBoards(canvas, floor, '#a87a4f');
  drawBed(canvas, w / 2 - side * w * 0.2, h * 0.94, Math.min(w * 0.5, u * 0.72), cloth);
  drawBedside(canvas, w / 2 + side * w * 0.12, h * 0.9, u * 0.3);
}

/** A window with a cross of bars and a curtain on either side. */
function drawPanes(canvas: Canvas, x: number, y: number, width: number, height: number, cloth: string): void {
  const { u, light } = canvas;
  const frame = indoors(canvas, '#fbf6ec');
  for (const at of [0, 0.5, 1]) canvas.rect(x + width * at - u * 0.008, y, u * 0.016, height, frame);
  for (const at of [0, 0.4, 1]) canvas.rect(x - u * 0.008, y + height * at - u * 0.008, width + u * 0.016, u * 0.016, frame);
  canvas.rect(x - u * 0.03, y + height, width + u * 0.06, u * 0.022, frame);
  canvas.rect(x - u * 0.12, y - u * 0.05, width + u * 0.24, u * 0.014, indoors(canvas, '#6b4a34'));
  for (const side of [-1, 1])
    for (let fold = 0; fold < 5; fold++) {
      const edge = side < 0 ? x - u * 0.1 : x + width + u * 0.1;
      const [a, b] = [edge - side * fold * u * 0.03, edge - side * (fold + 1) * u * 0.03];
      canvas.path(
        `M${round(a)} ${round(y - u * 0.045)}L${round(a + side * u * 0.012)} ${round(y + height + u * 0.1)}H${round(b + side * u * 0.012)}L${round(b)} ${round(y - u * 0.045)}Z`,
        mix(indoors(canvas, cloth), fold % 2 ? light.shade : light.sun, 0.16),
      );
    }
}

/** A bed seen from its side: headboard, pillows, a cover over the sheet. */
function drawBed(canvas: Canvas, x: number, y: number, size: number, cloth: string): void {
  const { light } = canvas;
  const wood = indoors(canvas, '#6b4a34');
  const sheet = indoors(canvas, '#fdfaf2');
  const cover = indoors(canvas, cloth);
  const [left, top] = [x - size / 2, y - size * 0.3];
  canvas.ellipse(x, y, size * 0.52, size * 0.04, light.shade, 0.3);
  canvas.rect(left - size * 0.03, y - size * 0.56, size * 0.07, size * 0.56, wood, 1, size * 0.02);
  canvas.rect(left + size * 0.97, y - size * 0.34, size * 0.05, size * 0.34, wood, 1, size * 0.015);
  canvas.rect(left, y - size * 0.14, size, size * 0.1, wood);
  canvas.rect(left + size * 0.02, top, size * 0.96, size * 0.2, canvas.vertical([0, sheet], [1, mix(sheet, light.shade, 0.18)]), 1, size * 0.03);
  for (const [at, lift] of [
    [0.1, 0.05],
    [0.2, 0.02],
  ] as const)
    canvas.path(
      `M${round(left + size * at - size * 0.05)} ${round(top + size * 0.02)}Q${round(left + size * at - size * 0.04)} ${round(top - size * (lift + 0.1))} ${round(left + size * at + size * 0.07)} ${round(top - size * (lift + 0.04))}Q${round(left + size * at + size * 0.13)} ${round(top - size * lift)} ${round(left + size * at + size * 0.1)} ${round(top + size * 0.02)}Z`,
      mix(sheet, light.shade, lift > 0.03 ? 0.14 : 0.04),
    );
  canvas.path(
    `M${round(left + size * 0.4)} ${round(top - size * 0.015)}H${round(left + size * 0.94)}Q${round(left + size)} ${round(top)} ${round(left + size)} ${round(top + size * 0.2)}H${round(left + size * 0.36)}Q${round(left + size * 0.34)} ${round(top + size * 0.04)} ${round(left + size * 0.4)} ${round(top - size * 0.015)}Z`,
    canvas.vertical([0, mix(cover, light.sun, 0.16)], [1, mix(cover, light.shade, 0.2)]),
  );
  canvas.rect(left + size * 0.35, top + size * 0.05, size * 0.64, size * 0.022, mix(cover, '#ffffff', 0.5), 0.8);
}

/** A table beside the bed with a lamp that is on when it is not day. */
function drawBedside(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const wood = indoors(canvas, '#7a5238');
  canvas.rect(x - size * 0.24, y - size * 0.5, size * 0.48, size * 0.04, mix(wood, light.sun, 0.14));
  canvas.rect(x - size * 0.21, y - size * 0.46, size * 0.42, size * 0.2, wood);
  canvas.ellipse(x, y - size * 0.36, size * 0.02, size * 0.02, indoors(canvas, '#d9ad55'));
  for (const side of [-1, 1]) canvas.rect(x + side * size * 0.18 - size * 0.02, y - size * 0.28, size * 0.04, size * 0.28, wood);
  const glow = light.time === 'day' ? 0.15 : 0.75;
  canvas.ellipse(x, y - size * 0.8, size * 0.9, size * 0.8, canvas.radial([0, '#ffe7b0', glow], [1, '#ffe7b0', 0]));
  canvas.rect(x - size * 0.02, y - size * 0.72, size * 0.04, size * 0.22, indoors(canvas, '#d9ad55'));
  canvas.path(
    `M${round(x - size * 0.1)} ${round(y - size * 0.95)}H${round(x + size * 0.1)}L${round(x + size * 0.17)} ${round(y - size * 0.7)}H${round(x - size * 0.17)}Z`,
    light.time === 'day' ? indoors(canvas, '#f6e6c4') : '#fff0c2',
  );
}
