import { type Canvas, mixColours, pathData, polygonPath, roundToTenth } from './canvas.ts';

/** Wall colours of plaster and clay, as in old towns by the sea. */
export const plasterColours = ['#f8ead2', '#f3cf9f', '#eda98a', '#e7c8b2', '#d9e2e2', '#f6e3a5', '#d98e73'] as const;
export const roofColours = ['#b9573d', '#a54a38', '#c66f4b', '#9a4a3f'] as const;

/** Draws a window, lit with a probability that depends on the time of day. */
export function drawWindow(canvas: Canvas, x: number, y: number, width: number, height: number, arched = false): void {
  const { light, random } = canvas;
  const isLit = random.chance(light.windowsLit);
  const fill = isLit ? light.window : mixColours(canvas.tone('#3c4a5c', 1), light.sky[2], 0.22);
  if (!arched) {
    canvas.rect(x, y, width, height, fill, 0.92);
    return;
  }
  const r = roundToTenth(width / 2);
  canvas.path(pathData`M${x} ${y + height}V${y + r}A${r} ${r} 0 0 1 ${x + width} ${y + r}V${y + height}Z`, fill, 0.92);
}

/** A tall building of a skyline with its foot at `y`. */
export function drawSkyscraper(canvas: Canvas, x: number, y: number, width: number, height: number, near: number): void {
  const { light, sun, random } = canvas;
  const base = canvas.tone(random.pick('#6f8596', '#8a8f9c', '#5d7488', '#9a8d88', '#7a8aa0'), near);
  const shaded = mixColours(base, light.shade, 0.3);
  const foot = mixColours(base, light.haze, 0.35);
  const cap = random.next();
  const tip = y - height;
  if (cap < 0.2) canvas.path(pathData`M${x} ${tip}L${x + width / 2} ${tip - width * 0.8}L${x + width} ${tip}Z`, base);
  else if (cap < 0.45) {
    canvas.rect(x + width * 0.2, tip - width * 0.3, width * 0.6, width * 0.32, base);
    canvas.rect(x + width * 0.47, tip - width * 1.1, width * 0.06, width * 0.9, base);
  } else if (cap < 0.55)
    canvas.path(pathData`M${x} ${tip + 1}Q${x + width * 0.1} ${tip - width * 0.9} ${x + width} ${tip - width * 0.7}V${tip + 1}Z`, base);
  canvas.rect(x, tip, width, height, canvas.vertical([0, mixColours(base, light.sun, 0.1)], [1, foot]));
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
    drawSkyscraper(canvas, x, y, width, height * random.between(0.3, 1) * (0.32 + 0.75 * crowd), near);
    x += width * random.between(0.86, 1.2);
  }
}

/** Draws a house seen from its gable end, with its base at `y`. */
export function drawHouse(canvas: Canvas, x: number, y: number, width: number, height: number, wall: string, roof: string): void {
  const { light, sun } = canvas;
  const plaster = canvas.tone(wall, 0.95);
  const tiles = canvas.tone(roof, 0.95);
  const rise = width * 0.4;
  canvas.rect(x, y - height, width, height, canvas.vertical([0, plaster], [1, mixColours(plaster, light.shade, 0.16)]));
  canvas.rect(sun.x < x ? x + width * 0.7 : x, y - height, width * 0.3, height, light.shade, 0.14);
  canvas.path(pathData`M${x - width * 0.07} ${y - height + 1}L${x + width * 0.5} ${y - height - rise}L${x + width * 1.07} ${y - height + 1}Z`, tiles);
  canvas.path(
    pathData`M${x + width * 0.5} ${y - height - rise}L${x + width * (sun.x < x ? 1.07 : -0.07)} ${y - height + 1}H${x + width * 0.5}Z`,
    light.shade,
    0.16,
  );
  const rows = Math.max(1, Math.round(height / (width * 0.5)));
  for (let row = 0; row < rows; row++)
    for (const at of [0.18, 0.58])
      drawWindow(canvas, x + width * at, y - height + (height * (row + 0.22)) / rows, width * 0.22, (height / rows) * 0.46);
}

/** A town house as on quays and squares: tall, narrow, with a stepped, pointed or flat top. */
export function drawTownHouse(canvas: Canvas, x: number, y: number, width: number, height: number, wall: string, roof: string): void {
  const { light, sun, random } = canvas;
  const plaster = canvas.tone(wall, 0.95);
  const tiles = canvas.tone(roof, 0.95);
  const top = y - height;
  const style = random.next();
  if (style < 0.4) canvas.path(pathData`M${x} ${top + 1}L${x + width / 2} ${top - width * 0.62}L${x + width} ${top + 1}Z`, plaster);
  else if (style < 0.7) {
    for (let step = 0; step < 4; step++)
      canvas.rect(x + width * 0.12 * step, top - width * 0.15 * (step + 1), width * (1 - 0.24 * step), width * 0.16, plaster);
  } else
    canvas.path(
      pathData`M${x - width * 0.02} ${top + 1}L${x + width * 0.1} ${top - width * 0.32}H${x + width * 0.9}L${x + width * 1.02} ${top + 1}Z`,
      tiles,
    );
  canvas.rect(x, top, width, height, canvas.vertical([0, plaster], [1, mixColours(plaster, light.shade, 0.14)]));
  canvas.rect(sun.x < x ? x + width * 0.86 : x, top, width * 0.14, height, light.shade, 0.16);
  if (style < 0.7) drawWindow(canvas, x + width * 0.42, top - width * 0.2, width * 0.16, width * 0.24, true);
  const floors = Math.max(3, Math.round(height / (width * 0.42)));
  const tall = height / floors;
  for (let floor = 0; floor < floors - 1; floor++)
    for (const at of [0.12, 0.41, 0.7]) {
      canvas.rect(x + width * (at - 0.015), top + tall * (floor + 0.22), width * 0.21, tall * 0.58, canvas.tone('#fffaf0', 0.95), 0.75);
      drawWindow(canvas, x + width * at, top + tall * (floor + 0.26), width * 0.18, tall * 0.5);
    }
  canvas.rect(x + width * 0.38, y - tall * 0.78, width * 0.24, tall * 0.78, mixColours(tiles, light.shade, 0.35));
}

/**
 * Draws a palace of three storeys with its base at `y`: long wings with slate roofs, and columns and a square dome in the middle. Its width is 1.5
 * sizes.
 */
export function drawResidence(canvas: Canvas, x: number, y: number, size: number, stone: string): void {
  const { light, sun } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const half = size * 0.75;
  const plaster = canvas.vertical([0, mixColours(wall, light.sun, 0.14)], [1, mixColours(wall, light.shade, 0.14)]);
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

/** Draws three rows of windows, the lowest row arched, with a ledge above each row. */
function drawStoreys(canvas: Canvas, x: number, y: number, width: number, height: number, columns: number): void {
  const { light } = canvas;
  const [cell, tall] = [width / columns, height / 3];
  const frame = canvas.tone('#fffaf0', 0.95);
  for (let row = 0; row < 3; row++) {
    const top = y - height + row * tall;
    canvas.rect(x, top, width, tall * 0.07, mixColours(frame, light.shade, 0.1));
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
    polygonPath([x, y + 1], [x + inset, y - height], [x + width - inset, y - height], [x + width, y + 1]),
    canvas.vertical([0, mixColours(slate, light.sun, 0.16)], [1, mixColours(slate, light.shade, 0.18)]),
  );
  const dormers = Math.max(1, Math.round(width / (height * 1.5)));
  for (let dormer = 0; dormer < dormers; dormer++)
    drawWindow(canvas, x + (width * (dormer + 0.5)) / dormers - height * 0.14, y - height * 0.72, height * 0.28, height * 0.46, true);
}

/** Draws the middle part: columns in front of tall windows, a ledge with urns, a square dome and a flag. */
function drawMiddle(canvas: Canvas, x: number, y: number, size: number, wall: string): void {
  const { light } = canvas;
  const pale = mixColours(wall, light.sun, 0.26);
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
  const slate = canvas.tone('#5b6b78', 0.95);
  canvas.line(pathData`M${p(0, 0.6)}V${y - size * 0.72}`, canvas.tone('#6f7a80', 0.95), size * 0.008);
  canvas.path(
    pathData`M${p(0, 0.72)}Q${p(0.05, 0.735)} ${p(0.1, 0.715)}V${y - size * 0.665}Q${p(0.05, 0.685)} ${p(0, 0.67)}Z`,
    canvas.tone('#c9493d', 1),
  );
  canvas.path(
    pathData`M${p(-0.2, 0.41)}C${p(-0.17, 0.54)} ${p(-0.1, 0.6)} ${p(-0.07, 0.61)}H${x + 0.07 * size}C${p(0.1, 0.6)} ${p(0.17, 0.54)} ${p(0.2, 0.41)}Z`,
    canvas.vertical([0, mixColours(slate, light.sun, 0.2)], [1, mixColours(slate, light.shade, 0.2)]),
  );
  canvas.rect(x - size * 0.24, y - size * 0.37, size * 0.48, size * 0.37, canvas.vertical([0, pale], [1, mixColours(wall, light.shade, 0.1)]));
  for (let bay = 0; bay < 5; bay++) {
    const left = x + size * (-0.19 + bay * 0.084);
    drawWindow(canvas, left, y - size * 0.32, size * 0.045, size * 0.14, true);
    drawWindow(canvas, left, y - size * 0.12, size * 0.045, size * 0.12, true);
  }
  for (let column = 0; column < 6; column++) {
    const left = x + size * (-0.222 + column * 0.084);
    canvas.rect(left, y - size * 0.34, size * 0.022, size * 0.34, mixColours(pale, '#ffffff', 0.2));
    canvas.rect(left + size * 0.013, y - size * 0.34, size * 0.009, size * 0.34, light.shade, 0.16);
  }
  canvas.rect(x - size * 0.25, y - size * 0.4, size * 0.5, size * 0.035, pale);
  for (let urn = 0; urn < 7; urn++) canvas.ellipse(x + size * (-0.225 + urn * 0.075), y - size * 0.415, size * 0.01, size * 0.018, pale);
}
