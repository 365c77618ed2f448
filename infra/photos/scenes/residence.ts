import { drawWindow } from './buildings.ts';
import { type Canvas, polygon, round } from './canvas.ts';
import { mix } from './colour.ts';

/** A palace of three storeys: long wings under slate, in the middle columns and a square dome. Its foot is at `y`, and it is 1.5 sizes wide. */
export function drawResidence(canvas: Canvas, x: number, y: number, size: number, stone: string): void {
  const { light, sun } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const half = size * 0.75;
  const plaster = canvas.vertical([0, mix(wall, light.sun, 0.14)], [1, mix(wall, light.shade, 0.14)]);
  drawSlateRoof(canvas, x - half, y - size * 0.29, half * 2, size * 0.1);
  canvas.rect(x - half, y - size * 0.29, half * 2, size * 0.29, plaster);
  drawStoreys(canvas, x - half, y, half * 2, size * 0.29, 21);
  for (const side of [-1, 1]) {
    const left = x + side * half * 0.88 - size * 0.11;
    drawSlateRoof(canvas, left, y - size * 0.33, size * 0.22, size * 0.13);
    canvas.rect(left, y - size * 0.33, size * 0.22, size * 0.33, plaster);
    drawStoreys(canvas, left, y, size * 0.22, size * 0.33, 3);
  }
  drawMiddle(canvas, x, y, size, wall);
  canvas.rect(sun.x < x ? x : x - half, y - size * 0.33, half, size * 0.33, light.shade, 0.07);
}

/** Windows in three rows, the lowest of them arched, with a ledge above each. */
function drawStoreys(canvas: Canvas, x: number, y: number, width: number, height: number, columns: number): void {
  const { light } = canvas;
  const [cell, tall] = [width / columns, height / 3];
  const frame = canvas.tone('#fffaf0', 0.95);
  for (let row = 0; row < 3; row++) {
    const top = y - height + row * tall;
    canvas.rect(x, top, width, tall * 0.07, mix(frame, light.shade, 0.1));
    for (let column = 0; column < columns; column++) {
      const left = x + (column + 0.26) * cell;
      canvas.rect(left - cell * 0.07, top + tall * 0.2, cell * 0.62, tall * 0.7, frame, 0.55);
      drawWindow(canvas, left, top + tall * 0.26, cell * 0.48, tall * 0.58, row === 2);
    }
  }
}

/** A steep roof with small windows and chimneys on the wall whose upper left corner is given. */
function drawSlateRoof(canvas: Canvas, x: number, y: number, width: number, height: number): void {
  const { light } = canvas;
  const slate = canvas.tone('#5b6b78', 0.95);
  const inset = height * 0.55;
  for (let chimney = 1; chimney < 4; chimney++) canvas.rect(x + (width * chimney) / 4, y - height * 1.35, height * 0.22, height * 0.6, slate);
  canvas.path(
    polygon([
      [x, y + 1],
      [x + inset, y - height],
      [x + width - inset, y - height],
      [x + width, y + 1],
    ]),
    canvas.vertical([0, mix(slate, light.sun, 0.16)], [1, mix(slate, light.shade, 0.18)]),
  );
  const dormers = Math.max(1, Math.round(width / (height * 1.5)));
  for (let dormer = 0; dormer < dormers; dormer++)
    drawWindow(canvas, x + (width * (dormer + 0.5)) / dormers - height * 0.14, y - height * 0.72, height * 0.28, height * 0.46, true);
}

/** The part of the middle: columns in front of tall windows, a ledge with urns, a square dome and a flag. */
function drawMiddle(canvas: Canvas, x: number, y: number, size: number, wall: string): void {
  const { light } = canvas;
  const pale = mix(wall, light.sun, 0.26);
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y - dy * size)}`;
  const slate = canvas.tone('#5b6b78', 0.95);
  canvas.line(`M${p(0, 0.6)}V${round(y - size * 0.72)}`, canvas.tone('#6f7a80', 0.95), size * 0.008);
  canvas.path(
    `M${p(0, 0.72)}Q${p(0.05, 0.735)} ${p(0.1, 0.715)}V${round(y - size * 0.665)}Q${p(0.05, 0.685)} ${p(0, 0.67)}Z`,
    canvas.tone('#c9493d', 1),
  );
  canvas.path(
    `M${p(-0.2, 0.41)}C${p(-0.17, 0.54)} ${p(-0.1, 0.6)} ${p(-0.07, 0.61)}H${round(x + 0.07 * size)}C${p(0.1, 0.6)} ${p(0.17, 0.54)} ${p(0.2, 0.41)}Z`,
    canvas.vertical([0, mix(slate, light.sun, 0.2)], [1, mix(slate, light.shade, 0.2)]),
  );
  canvas.rect(x - size * 0.24, y - size * 0.37, size * 0.48, size * 0.37, canvas.vertical([0, pale], [1, mix(wall, light.shade, 0.1)]));
  for (let bay = 0; bay < 5; bay++) {
    const left = x + size * (-0.19 + bay * 0.084);
    drawWindow(canvas, left, y - size * 0.32, size * 0.045, size * 0.14, true);
    drawWindow(canvas, left, y - size * 0.12, size * 0.045, size * 0.12, true);
  }
  for (let column = 0; column < 6; column++) {
    const left = x + size * (-0.222 + column * 0.084);
    canvas.rect(left, y - size * 0.34, size * 0.022, size * 0.34, mix(pale, '#ffffff', 0.2));
    canvas.rect(left + size * 0.013, y - size * 0.34, size * 0.009, size * 0.34, light.shade, 0.16);
  }
  canvas.rect(x - size * 0.25, y - size * 0.4, size * 0.5, size * 0.035, pale);
  for (let urn = 0; urn < 7; urn++) canvas.ellipse(x + size * (-0.225 + urn * 0.075), y - size * 0.415, size * 0.01, size * 0.018, pale);
}
