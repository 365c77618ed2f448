import { type Canvas, round } from './canvas.ts';
import { mix } from './colour.ts';

/** Warm plaster and clay, as in old towns by the sea. */
export const plasters = ['#f8ead2', '#f3cf9f', '#eda98a', '#e7c8b2', '#d9e2e2', '#f6e3a5', '#d98e73'] as const;
export const roofs = ['#b9573d', '#a54a38', '#c66f4b', '#9a4a3f'] as const;

/** A window, lit or dark as the time of day has it. */
export function drawWindow(canvas: Canvas, x: number, y: number, width: number, height: number, arched = false): void {
  const { light, random } = canvas;
  const isLit = random.chance(light.windowsLit);
  const fill = isLit ? light.window : mix(canvas.tone('#3c4a5c', 1), light.sky[2], 0.22);
  if (!arched) {
    canvas.rect(x, y, width, height, fill, 0.92);
    return;
  }
  const r = round(width / 2);
  canvas.path(
    `M${round(x)} ${round(y + height)}V${round(y + r)}A${r} ${r} 0 0 1 ${round(x + width)} ${round(y + r)}V${round(y + height)}Z`,
    fill,
    0.92,
  );
}

/** A tall building of a skyline with its foot at `y`. */
export function drawTower(canvas: Canvas, x: number, y: number, width: number, height: number, near: number): void {
  const { light, sun, random } = canvas;
  const base = canvas.tone(random.pick(['#6f8596', '#8a8f9c', '#5d7488', '#9a8d88', '#7a8aa0']), near);
  const shaded = mix(base, light.shade, 0.3);
  const foot = mix(base, light.haze, 0.35);
  const cap = random.next();
  const tip = y - height;
  if (cap < 0.2)
    canvas.path(`M${round(x)} ${round(tip)}L${round(x + width / 2)} ${round(tip - width * 0.8)}L${round(x + width)} ${round(tip)}Z`, base);
  else if (cap < 0.45) {
    canvas.rect(x + width * 0.2, tip - width * 0.3, width * 0.6, width * 0.32, base);
    canvas.rect(x + width * 0.47, tip - width * 1.1, width * 0.06, width * 0.9, base);
  } else if (cap < 0.55)
    canvas.path(
      `M${round(x)} ${round(tip + 1)}Q${round(x + width * 0.1)} ${round(tip - width * 0.9)} ${round(x + width)} ${round(tip - width * 0.7)}V${round(tip + 1)}Z`,
      base,
    );
  canvas.rect(x, tip, width, height, canvas.vertical([0, mix(base, light.sun, 0.1)], [1, foot]));
  canvas.rect(sun.x < x ? x + width * 0.64 : x, tip, width * 0.36, height, canvas.vertical([0, shaded], [1, foot]), 0.8);
  if (near < 0.3) return;
  const [columns, rows] = [Math.max(2, Math.round(width / 11)), Math.floor(height / 16)];
  const [cell, gap] = [(width * 0.84) / columns, width * 0.08];
  for (let column = 0; column < columns; column++)
    for (let row = 0; row < rows - 1; row++)
      if (random.chance(light.windowsLit * 0.9))
        canvas.rect(
          x + gap + column * cell + cell * 0.2,
          tip + 9 + row * 16,
          cell * 0.6,
          7,
          light.window,
          random.between(0.3, light.time === 'day' ? 0.5 : 0.95),
        );
}

/** Towers side by side, tallest around the middle of the canvas. */
export function drawSkyline(canvas: Canvas, y: number, height: number, near: number): void {
  const { w, u, random } = canvas;
  const middle = random.between(0.36, 0.64);
  for (let x = -u * 0.02; x < w; ) {
    const width = u * random.between(0.032, 0.075);
    const crowd = Math.exp(-(((x / w - middle) / 0.26) ** 2));
    drawTower(canvas, x, y, width, height * random.between(0.3, 1) * (0.32 + 0.75 * crowd), near);
    x += width * random.between(0.86, 1.2);
  }
}

/** A house with a gable towards us; its foot is at `y`. */
export function drawHouse(canvas: Canvas, x: number, y: number, width: number, height: number, wall: string, roof: string): void {
  const { light, sun } = canvas;
  const plaster = canvas.tone(wall, 0.95);
  const tiles = canvas.tone(roof, 0.95);
  const rise = width * 0.4;
  canvas.rect(x, y - height, width, height, canvas.vertical([0, plaster], [1, mix(plaster, light.shade, 0.16)]));
  canvas.rect(sun.x < x ? x + width * 0.7 : x, y - height, width * 0.3, height, light.shade, 0.14);
  canvas.path(
    `M${round(x - width * 0.07)} ${round(y - height + 1)}L${round(x + width * 0.5)} ${round(y - height - rise)}L${round(x + width * 1.07)} ${round(y - height + 1)}Z`,
    tiles,
  );
  canvas.path(
    `M${round(x + width * 0.5)} ${round(y - height - rise)}L${round(x + width * (sun.x < x ? 1.07 : -0.07))} ${round(y - height + 1)}H${round(x + width * 0.5)}Z`,
    light.shade,
    0.16,
  );
  const rows = Math.max(1, Math.round(height / (width * 0.5)));
  for (let row = 0; row < rows; row++)
    for (const at of [0.18, 0.58])
      drawWindow(canvas, x + width * at, y - height + (height * (row + 0.22)) / rows, width * 0.22, (height / rows) * 0.46);
}

/** A town house as they stand on quays and squares: tall, narrow, with a stepped, pointed or flat top. */
export function drawTownHouse(canvas: Canvas, x: number, y: number, width: number, height: number, wall: string, roof: string): void {
  const { light, sun, random } = canvas;
  const plaster = canvas.tone(wall, 0.95);
  const tiles = canvas.tone(roof, 0.95);
  const top = y - height;
  const style = random.next();
  if (style < 0.4)
    canvas.path(
      `M${round(x)} ${round(top + 1)}L${round(x + width / 2)} ${round(top - width * 0.62)}L${round(x + width)} ${round(top + 1)}Z`,
      plaster,
    );
  else if (style < 0.7) {
    for (let step = 0; step < 4; step++)
      canvas.rect(x + width * 0.12 * step, top - width * 0.15 * (step + 1), width * (1 - 0.24 * step), width * 0.16, plaster);
  } else
    canvas.path(
      `M${round(x - width * 0.02)} ${round(top + 1)}L${round(x + width * 0.1)} ${round(top - width * 0.32)}H${round(x + width * 0.9)}L${round(x + width * 1.02)} ${round(top + 1)}Z`,
      tiles,
    );
  canvas.rect(x, top, width, height, canvas.vertical([0, plaster], [1, mix(plaster, light.shade, 0.14)]));
  canvas.rect(sun.x < x ? x + width * 0.86 : x, top, width * 0.14, height, light.shade, 0.16);
  if (style < 0.7) drawWindow(canvas, x + width * 0.42, top - width * 0.2, width * 0.16, width * 0.24, true);
  const floors = Math.max(3, Math.round(height / (width * 0.42)));
  const tall = height / floors;
  for (let floor = 0; floor < floors - 1; floor++)
    for (const at of [0.12, 0.41, 0.7]) {
      canvas.rect(x + width * (at - 0.015), top + tall * (floor + 0.22), width * 0.21, tall * 0.58, canvas.tone('#fffaf0', 0.95), 0.75);
      drawWindow(canvas, x + width * at, top + tall * (floor + 0.26), width * 0.18, tall * 0.5);
    }
  canvas.rect(x + width * 0.38, y - tall * 0.78, width * 0.24, tall * 0.78, mix(tiles, light.shade, 0.35));
}
