import { drawWindow } from './buildings.ts';
import { type Canvas, mixColours, pathData, polygonPath } from './canvas.ts';

/** A pagoda of five roofs with upturned eaves, on a stone base at `y`. */
export function drawPagoda(canvas: Canvas, x: number, y: number, size: number, wood: string): void {
  const { light, sun } = canvas;
  const roof = canvas.tone('#2f4a4c', 0.95);
  const wall = canvas.tone(wood, 0.95);
  canvas.path(
    polygonPath([x - size * 0.36, y], [x - size * 0.31, y - size * 0.06], [x + size * 0.31, y - size * 0.06], [x + size * 0.36, y]),
    canvas.tone('#b7ab9c', 0.95),
  );
  canvas.rect(x - size * 0.006, y - size * 1.16, size * 0.012, size * 0.2, canvas.tone('#c9a24b', 0.95));
  for (const ring of [0, 1, 2, 3])
    canvas.rect(x - size * 0.016, y - size * (1.03 + ring * 0.03), size * 0.032, size * 0.011, canvas.tone('#c9a24b', 0.95));
  for (let storey = 0; storey < 5; storey++) {
    const half = size * (0.25 - storey * 0.032);
    const foot = y - size * (0.06 + storey * 0.178);
    const [body, eave] = [size * 0.11, half * 1.75];
    const p = (dx: number, dy: number): string => pathData`${x + dx} ${foot - dy}`;
    canvas.rect(x - half * 0.82, foot - body, half * 1.64, body, wall);
    for (let bay = 0; bay < 5; bay++) drawWindow(canvas, x - half * 0.72 + bay * half * 0.31, foot - body * 0.8, half * 0.2, body * 0.66);
    canvas.rect(sun.x < x ? x + half * 0.3 : x - half * 0.82, foot - body, half * 0.52, body, light.shade, 0.25);
    canvas.rect(x - half, foot - body * 0.14, half * 2, body * 0.1, canvas.tone('#a3372b', 0.95));
    const tip = body + size * 0.085;
    canvas.path(
      `M${p(-eave, body + size * 0.022)}Q${p(-eave * 0.5, body + size * 0.012)} ${p(-half * 0.62, tip)}L${p(half * 0.62, tip)}Q${p(eave * 0.5, body + size * 0.012)} ${p(eave, body + size * 0.022)}Q${p(eave * 0.5, body - size * 0.014)} ${p(0, body - size * 0.014)}Q${p(-eave * 0.5, body - size * 0.014)} ${p(-eave, body + size * 0.022)}Z`,
      roof,
    );
    canvas.line(pathData`M${p(-half * 0.62, tip)}H${x + half * 0.62}`, mixColours(roof, light.sun, 0.3), size * 0.006);
  }
}

/** A domed hall with two minarets, its foot at `y`. */
export function drawDomedHall(canvas: Canvas, x: number, y: number, size: number, stone: string, dome: string): void {
  const { light, sun } = canvas;
  const wall = canvas.tone(stone, 0.95);
  const cap = canvas.tone(dome, 0.95);
  const side = sun.x < x ? 1 : -1;
  for (const at of [-0.98, 0.98]) drawMinaret(canvas, x + at * size, y, size * 1.75, wall, cap);
  drawDome(canvas, x, y - size * 0.62, size * 0.42, cap, side);
  for (const at of [-0.5, 0.5]) drawDome(canvas, x + at * size, y - size * 0.52, size * 0.19, cap, side);
  canvas.rect(x - size * 0.36, y - size * 0.66, size * 0.72, size * 0.2, wall);
  canvas.rect(
    x - size * 0.78,
    y - size * 0.54,
    size * 1.56,
    size * 0.54,
    canvas.vertical([0, mixColours(wall, light.sun, 0.12)], [1, mixColours(wall, light.shade, 0.16)]),
  );
  canvas.rect(side > 0 ? x + size * 0.3 : x - size * 0.78, y - size * 0.54, size * 0.48, size * 0.54, light.shade, 0.1);
  for (let arch = 0; arch < 6; arch++)
    if (arch !== 2 && arch !== 3) drawWindow(canvas, x + size * (-0.68 + arch * 0.245), y - size * 0.36, size * 0.13, size * 0.36, true);
  canvas.rect(x - size * 0.24, y - size * 0.64, size * 0.48, size * 0.64, mixColours(wall, light.sun, 0.16));
  const deep = mixColours(wall, light.shade, 0.55);
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
  canvas.path(pathData`M${p(-0.17, 0)}V${y - size * 0.3}Q${p(-0.16, 0.46)} ${p(0, 0.55)}Q${p(0.16, 0.46)} ${p(0.17, 0.3)}V${y}Z`, deep);
  canvas.path(
    pathData`M${p(-0.08, 0)}V${y - size * 0.2}Q${p(-0.07, 0.29)} ${p(0, 0.33)}Q${p(0.07, 0.29)} ${p(0.08, 0.2)}V${y}Z`,
    light.time === 'day' ? mixColours(deep, light.shade, 0.4) : light.window,
  );
}

/** Draws a bulbous dome with its base at `y`. `side` is the direction of its shaded side: -1 left, 1 right. */
export function drawDome(canvas: Canvas, x: number, y: number, r: number, colour: string, side: number): void {
  const { light } = canvas;
  const p = (dx: number, dy: number): string => pathData`${x + dx * r} ${y - dy * r}`;
  canvas.path(`M${p(-0.84, 0)}C${p(-1.2, 0.62)} ${p(-0.62, 1.1)} ${p(0, 1.5)}C${p(0.62, 1.1)} ${p(1.2, 0.62)} ${p(0.84, 0)}Z`, colour);
  canvas.path(
    `M${p(side * 0.84, 0)}C${p(side * 1.2, 0.62)} ${p(side * 0.62, 1.1)} ${p(0, 1.5)}C${p(side * 0.5, 1)} ${p(side * 0.62, 0.5)} ${p(side * 0.3, 0)}Z`,
    light.shade,
    0.24,
  );
  canvas.path(
    `M${p(-side * 0.62, 0.34)}Q${p(-side * 0.66, 0.78)} ${p(-side * 0.22, 1.12)}Q${p(-side * 0.46, 0.76)} ${p(-side * 0.42, 0.34)}Z`,
    light.sun,
    0.3,
  );
  canvas.rect(x - r * 0.02, y - r * 1.86, r * 0.04, r * 0.4, canvas.tone('#d4a94a', 0.95));
  canvas.ellipse(x, y - r * 1.66, r * 0.06, r * 0.06, canvas.tone('#d4a94a', 0.95));
}

function drawMinaret(canvas: Canvas, x: number, y: number, size: number, wall: string, cap: string): void {
  const { light, sun } = canvas;
  const half = size * 0.035;
  canvas.rect(x - half, y - size * 0.86, half * 2, size * 0.86, wall);
  canvas.rect(sun.x < x ? x + half * 0.3 : x - half, y - size * 0.86, half * 0.7, size * 0.86, light.shade, 0.2);
  for (const at of [0.42, 0.64, 0.84]) canvas.rect(x - half * 1.45, y - size * at, half * 2.9, size * 0.016, mixColours(wall, light.sun, 0.2));
  canvas.path(
    pathData`M${x - half * 1.1} ${y - size * 0.85}Q${x - half * 0.9} ${y - size * 0.95} ${x} ${y - size * 1.04}Q${x + half * 0.9} ${y - size * 0.95} ${x + half * 1.1} ${y - size * 0.85}Z`,
    cap,
  );
}

/** Draws a lighthouse. Its lamp is lit except by day. */
export function drawLighthouse(canvas: Canvas, x: number, y: number, size: number): void {
  const { light, sun } = canvas;
  const white = canvas.tone('#fdf8ee', 0.98);
  const red = canvas.tone('#c9493d', 0.98);
  const at = (t: number): number => size * (0.1 - 0.038 * t);
  const band = (from: number, to: number, fill: string): void =>
    canvas.path(
      polygonPath([x - at(from), y - size * from], [x - at(to), y - size * to], [x + at(to), y - size * to], [x + at(from), y - size * from]),
      fill,
    );
  if (light.time !== 'day') {
    const beam = canvas.radial([0, '#fff3c4', 0.75], [0.3, '#fff3c4', 0.25], [1, '#fff3c4', 0]);
    canvas.ellipse(x, y - size * 0.88, size * 0.7, size * 0.7, beam);
  }
  band(0, 0.8, white);
  band(0.18, 0.34, red);
  band(0.52, 0.68, red);
  canvas.path(
    polygonPath([x, y], [x, y - size * 0.8], [x + at(0.8) * (sun.x < x ? 1 : -1), y - size * 0.8], [x + at(0) * (sun.x < x ? 1 : -1), y]),
    light.shade,
    0.16,
  );
  canvas.rect(x - size * 0.085, y - size * 0.82, size * 0.17, size * 0.025, canvas.tone('#3d4450', 0.98));
  canvas.rect(x - size * 0.045, y - size * 0.92, size * 0.09, size * 0.11, light.time === 'day' ? light.window : '#fff0b3');
  canvas.path(pathData`M${x - size * 0.065} ${y - size * 0.915}Q${x} ${y - size * 1.02} ${x + size * 0.065} ${y - size * 0.915}Z`, red);
}
