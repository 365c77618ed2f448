import { drawSkyline, drawTownHouse, plasterColours, roofColours } from '../buildings.ts';
import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath, roundToTenth } from '../canvas.ts';
import { drawGlitter, drawHill, drawMist, drawRange, drawSailboat } from '../land.ts';
import { drawBroadTree, drawBushes } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawCity(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const quay = horizon + u * 0.12;
  drawSkyline(canvas, quay, u * 0.4, 0.12);
  drawMist(canvas, horizon, 0.5, 0.1);
  canvas.mirrored(quay, 0.45, () => {
    drawSkyline(canvas, quay, u * 0.46, 0.45);
    canvas.rect(0, quay - u * 0.12, w, u * 0.12, canvas.vertical([0, light.haze, 0], [1, light.haze, 0.4]));
    drawSkyline(canvas, quay, u * 0.24, 0.8);
    for (let x = 0; x < w; x += u * random.between(0.03, 0.06))
      drawBushes(canvas, x, x + u * 0.02, quay - u * 0.006, u * 0.024, canvas.tone('#4f7a52', 0.9));
  });
  canvas.rect(0, quay - u * 0.004, w, u * 0.012, canvas.tone('#6d6a6c', 0.95));
  canvas.rect(0, quay + u * 0.006, w, h - quay, canvas.vertical([0, light.water[0], 0.35], [0.5, light.water[1], 0.6], [1, light.water[1], 0.9]));
  drawGlitter(canvas, quay + u * 0.01, h, 90);
  drawSailboat(canvas, w * random.between(0.25, 0.75), quay + u * 0.1, u * 0.04);
  drawPromenade(canvas);
}

/** The near bank with lamps and a railing. */
function drawPromenade(canvas: Canvas): void {
  const { w, h, u, light } = canvas;
  const dark = mixColours(canvas.tone('#2f3a46', 1), light.shade, 0.3);
  canvas.rect(0, h - u * 0.045, w, u * 0.05, canvas.vertical([0, mixColours(dark, light.haze, 0.18)], [1, dark]));
  canvas.line(pathData`M0 ${h - u * 0.085}H${w}`, dark, u * 0.005);
  for (let x = u * 0.01; x < w; x += u * 0.03) canvas.line(pathData`M${x} ${h - u * 0.085}V${h - u * 0.04}`, dark, u * 0.0026);
  for (let lamp = 0; lamp < 4; lamp++) {
    const x = w * (0.09 + lamp * 0.275);
    const y = h - u * 0.2;
    if (light.time !== 'day') canvas.ellipse(x, y, u * 0.075, u * 0.075, canvas.radial([0, light.window, 0.7], [1, light.window, 0]));
    canvas.line(pathData`M${x} ${y}V${h - u * 0.04}`, dark, u * 0.007);
    canvas.ellipse(x, y, u * 0.012, u * 0.014, light.time === 'day' ? mixColours(dark, '#ffffff', 0.7) : '#fff1c9');
  }
}

export function drawObservationTower(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const ground = h * 0.82;
  drawSkyline(canvas, ground, u * 0.3, 0.2);
  drawMist(canvas, horizon + u * 0.08, 0.5, 0.1);
  drawNeedle(canvas, w * random.between(0.42, 0.58), ground, u * 0.74, random.pick('#c9d2d6', '#d9cdbd', '#c8503a'));
  drawSkyline(canvas, ground + u * 0.02, u * 0.17, 0.7);
  drawHill(canvas, ground + u * 0.015, u * 0.006, 3, '#93b56a', 0.85);
  for (let tree = 0; tree < 22; tree++)
    drawBroadTree(canvas, w * ((tree + random.between(0, 0.9)) / 22), ground + u * 0.05, u * random.between(0.1, 0.16), canvas.tone('#6b9550', 0.9));
  drawHill(canvas, h * 0.9, u * 0.012, 4, '#86ad5c', 0.97);
  for (const at of [0.02, 0.14, 0.88, 1]) drawBroadTree(canvas, w * at, h * 1.02, u * random.between(0.22, 0.3), canvas.tone('#55843f', 1));
  drawBirds(canvas, 5);
}

/** A slender tower with a round platform near its top and a mast above; `size` is its height. */
function drawNeedle(canvas: Canvas, x: number, y: number, size: number, paint: string): void {
  const { light, sun } = canvas;
  const wall = canvas.tone(paint, 0.9);
  const side = sun.x < x ? 1 : -1;
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
  canvas.line(pathData`M${p(0, 0.8)}V${y - size}`, canvas.tone('#d9d9d6', 0.9), size * 0.008);
  for (const at of [0.86, 0.92]) canvas.rect(x - size * 0.007, y - size * at, size * 0.014, size * 0.024, canvas.tone('#c8503a', 0.9));
  if (light.time !== 'day') canvas.ellipse(x, y - size, size * 0.03, size * 0.03, canvas.radial([0, '#ff8a7a', 0.9], [1, '#ff8a7a', 0]));
  canvas.path(
    pathData`M${p(-0.05, 0)}Q${p(-0.022, 0.2)} ${p(-0.016, 0.7)}H${x + size * 0.016}Q${p(0.022, 0.2)} ${p(0.05, 0)}Z`,
    canvas.vertical([0, mixColours(wall, light.sun, 0.18)], [1, mixColours(wall, light.shade, 0.2)]),
  );
  canvas.path(pathData`M${p(0, 0)}V${y - size * 0.7}H${x + side * size * 0.016}Q${p(side * 0.022, 0.2)} ${p(side * 0.05, 0)}Z`, light.shade, 0.18);
  const glass = mixColours(canvas.tone('#2f4a5c', 0.9), light.window, light.time === 'day' ? 0.3 : 0.85);
  canvas.path(polygonAround(x, y, size, [0.02, 0.64, 0.085, 0.7]), mixColours(wall, light.shade, 0.2));
  canvas.rect(x - size * 0.085, y - size * 0.735, size * 0.17, size * 0.037, glass);
  canvas.rect(x - size * 0.092, y - size * 0.745, size * 0.184, size * 0.012, wall);
  canvas.rect(x - size * 0.066, y - size * 0.775, size * 0.132, size * 0.032, glass);
  canvas.path(`M${p(-0.074, 0.773)}Q${p(-0.05, 0.81)} ${p(0, 0.82)}Q${p(0.05, 0.81)} ${p(0.074, 0.773)}Z`, mixColours(wall, light.sun, 0.16));
}

const polygonAround = (x: number, y: number, size: number, [low, from, wide, to]: readonly [number, number, number, number]): string =>
  polygonPath(
    [x - low * size, y - from * size],
    [x - wide * size, y - to * size],
    [x + wide * size, y - to * size],
    [x + low * size, y - from * size],
  );

export function drawBridge(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const spans = random.chance(0.5);
  const shore = horizon + u * 0.06;
  drawRange(canvas, 4, { base: shore, height: u * 0.2, colour: '#7890a0', near: 0.16, snow: 0 });
  drawMist(canvas, shore - u * 0.02, 0.6, 0.06);
  canvas.mirrored(shore + u * 0.09, 0.4, () => {
    if (spans) drawSkyline(canvas, shore + u * 0.02, u * 0.2, 0.35);
    else drawOldTown(canvas, shore + u * 0.03);
    canvas.rect(0, shore + u * 0.02, w, u * 0.07, canvas.vertical([0, light.water[0]], [1, mixColours(light.water[0], light.water[1], 0.2)]));
    if (spans) drawCables(canvas, shore);
    else drawArches(canvas, shore + u * 0.09);
  });
  canvas.rect(0, shore + u * 0.09, w, h, canvas.vertical([0, light.water[0], 0.4], [0.5, light.water[1], 0.7], [1, light.water[1], 0.95]));
  drawGlitter(canvas, shore + u * 0.05, h, 90);
  drawSailboat(canvas, w * random.between(0.35, 0.65), shore + u * 0.24, u * 0.06);
  drawBirds(canvas);
}

/** Roofs and towers across the river. */
function drawOldTown(canvas: Canvas, y: number): void {
  const { w, u, random } = canvas;
  for (let x = -u * 0.02; x < w; ) {
    const width = u * random.between(0.045, 0.075);
    drawTownHouse(canvas, x, y, width, u * random.between(0.1, 0.17), random.pick(...plasterColours), random.pick(...roofColours));
    if (random.chance(0.16)) {
      const stone = canvas.tone('#a3907e', 0.7);
      canvas.rect(x, y - u * 0.26, u * 0.026, u * 0.26, stone);
      canvas.path(
        polygonPath([x - u * 0.004, y - u * 0.259], [x + u * 0.013, y - u * 0.35], [x + u * 0.03, y - u * 0.259]),
        canvas.tone('#4f6b66', 0.7),
      );
    }
    x += width * random.between(0.85, 1);
  }
}

/** A stone bridge of round arches whose waterline is at `y`. */
function drawArches(canvas: Canvas, y: number): void {
  const { w, u, light } = canvas;
  const stone = canvas.tone('#c7b39a', 0.95);
  const [deck, count] = [y - u * 0.16, 5];
  const span = w / count;
  let outline = pathData`M0 ${deck}Q${w / 2} ${deck - u * 0.05} ${w} ${deck}V${y}`;
  for (let arch = count - 1; arch >= 0; arch--) {
    const [left, right] = [arch * span + span * 0.1, (arch + 1) * span - span * 0.1];
    const r = roundToTenth((right - left) / 2);
    outline += pathData`H${right}V${y - u * 0.02}A${r} ${u * 0.115} 0 0 0 ${left} ${y - u * 0.02}V${y}`;
  }
  canvas.path(`${outline}H0Z`, canvas.vertical([0, mixColours(stone, light.sun, 0.15)], [1, mixColours(stone, light.shade, 0.3)]));
  canvas.line(
    pathData`M0 ${deck + u * 0.014}Q${w / 2} ${deck - u * 0.036} ${w} ${deck + u * 0.014}`,
    mixColours(stone, light.shade, 0.35),
    u * 0.004,
  );
  for (let pier = 0; pier <= count; pier++) {
    const x = pier * span;
    canvas.path(
      polygonPath([x - span * 0.1, y], [x - span * 0.07, y - u * 0.07], [x + span * 0.07, y - u * 0.07], [x + span * 0.1, y]),
      mixColours(stone, light.shade, 0.14),
    );
    const top = deck - u * 0.05 * (1 - (pier / count - 0.5) ** 2 * 4) * 0.5;
    if (pier > 0 && pier < count) {
      canvas.line(pathData`M${x} ${top}v${-u * 0.05}`, canvas.tone('#3d4450', 1), u * 0.004);
      canvas.ellipse(x, top - u * 0.055, u * 0.008, u * 0.009, light.time === 'day' ? canvas.tone('#f2ead8', 1) : '#fff1c9');
    }
  }
}

/** A suspension bridge over the whole width. */
function drawCables(canvas: Canvas, shore: number): void {
  const { w, u, light } = canvas;
  const paint = canvas.tone('#c8503a', 0.95);
  const dark = mixColours(paint, light.shade, 0.35);
  const deck = shore - u * 0.03;
  const [left, right, top] = [w * 0.24, w * 0.76, deck - u * 0.36];
  const cable = (x0: number, y0: number, x1: number, y1: number, sag: number): void => {
    const line = Array.from(
      { length: 31 },
      (_, i): CanvasPoint => [x0 + ((x1 - x0) * i) / 30, y0 + ((y1 - y0) * i) / 30 + sag * 4 * (i / 30) * (1 - i / 30)],
    );
    for (const [x, y] of line) if (y < deck) canvas.line(pathData`M${x} ${y}V${deck}`, paint, u * 0.0018, 0.75);
    canvas.line(polylinePath(...line), paint, u * 0.006);
  };
  cable(left, top, right, top, u * 0.32);
  cable(-w * 0.12, deck, left, top, u * 0.06);
  cable(right, top, w * 1.12, deck, u * 0.06);
  for (const x of [left, right]) {
    for (const leg of [-0.026, 0.014])
      canvas.rect(x + u * leg, top - u * 0.02, u * 0.014, u * 0.52, canvas.vertical([0, mixColours(paint, light.sun, 0.15)], [1, dark]));
    for (const beam of [0, 0.1, 0.2, 0.3]) canvas.rect(x - u * 0.026, top + u * beam, u * 0.054, u * 0.014, dark);
    canvas.rect(x - u * 0.045, deck + u * 0.1, u * 0.09, u * 0.03, canvas.tone('#8b8580', 0.95));
  }
  canvas.rect(0, deck, w, u * 0.02, paint);
  canvas.rect(0, deck + u * 0.02, w, u * 0.008, dark);
}
