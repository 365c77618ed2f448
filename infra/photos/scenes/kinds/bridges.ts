import { drawSkyline, drawTownHouse, plasters, roofs } from '../buildings.ts';
import { type Canvas, type Point, polygon, polyline, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawRange } from '../peaks.ts';
import { drawBirds } from '../sky.ts';
import { drawMist } from '../terrain.ts';
import { drawGlitter, drawSailboat } from '../water.ts';

export function drawBridge(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  const spans = random.chance(0.5);
  const shore = horizon + u * 0.06;
  drawRange(canvas, 4, { base: shore, height: u * 0.2, colour: '#7890a0', near: 0.16, snow: 0 });
  drawMist(canvas, shore - u * 0.02, 0.6, 0.06);
  canvas.mirrored(shore + u * 0.09, 0.4, () => {
    if (spans) drawSkyline(canvas, shore + u * 0.02, u * 0.2, 0.35);
    else drawOldTown(canvas, shore + u * 0.03);
    canvas.rect(0, shore + u * 0.02, w, u * 0.07, canvas.vertical([0, light.water[0]], [1, mix(light.water[0], light.water[1], 0.2)]));
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
    drawTownHouse(canvas, x, y, width, u * random.between(0.1, 0.17), random.pick(plasters), random.pick(roofs));
    if (random.chance(0.16)) {
      const stone = canvas.tone('#a3907e', 0.7);
      canvas.rect(x, y - u * 0.26, u * 0.026, u * 0.26, stone);
      canvas.path(
        polygon([
          [x - u * 0.004, y - u * 0.259],
          [x + u * 0.013, y - u * 0.35],
          [x + u * 0.03, y - u * 0.259],
        ]),
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
  let outline = `M0 ${round(deck)}Q${round(w / 2)} ${round(deck - u * 0.05)} ${w} ${round(deck)}V${round(y)}`;
  for (let arch = count - 1; arch >= 0; arch--) {
    const [left, right] = [arch * span + span * 0.1, (arch + 1) * span - span * 0.1];
    const r = round((right - left) / 2);
    outline += `H${round(right)}V${round(y - u * 0.02)}A${r} ${round(u * 0.115)} 0 0 0 ${round(left)} ${round(y - u * 0.02)}V${round(y)}`;
  }
  canvas.path(`${outline}H0Z`, canvas.vertical([0, mix(stone, light.sun, 0.15)], [1, mix(stone, light.shade, 0.3)]));
  canvas.line(
    `M0 ${round(deck + u * 0.014)}Q${round(w / 2)} ${round(deck - u * 0.036)} ${w} ${round(deck + u * 0.014)}`,
    mix(stone, light.shade, 0.35),
    u * 0.004,
  );
  for (let pier = 0; pier <= count; pier++) {
    const x = pier * span;
    canvas.path(
      polygon([
        [x - span * 0.1, y],
        [x - span * 0.07, y - u * 0.07],
        [x + span * 0.07, y - u * 0.07],
        [x + span * 0.1, y],
      ]),
      mix(stone, light.shade, 0.14),
    );
    const top = deck - u * 0.05 * (1 - (pier / count - 0.5) ** 2 * 4) * 0.5;
    if (pier > 0 && pier < count) {
      canvas.line(`M${round(x)} ${round(top)}v${round(-u * 0.05)}`, canvas.tone('#3d4450', 1), u * 0.004);
      canvas.ellipse(x, top - u * 0.055, u * 0.008, u * 0.009, light.time === 'day' ? canvas.tone('#f2ead8', 1) : '#fff1c9');
    }
  }
}

/** A suspension bridge over the whole width. */
function drawCables(canvas: Canvas, shore: number): void {
  const { w, u, light } = canvas;
  const paint = canvas.tone('#c8503a', 0.95);
  const dark = mix(paint, light.shade, 0.35);
  const deck = shore - u * 0.03;
  const [left, right, top] = [w * 0.24, w * 0.76, deck - u * 0.36];
  const cable = (x0: number, y0: number, x1: number, y1: number, sag: number): void => {
    const line = Array.from(
      { length: 31 },
      (_, i): Point => [x0 + ((x1 - x0) * i) / 30, y0 + ((y1 - y0) * i) / 30 + sag * 4 * (i / 30) * (1 - i / 30)],
    );
    for (const [x, y] of line) if (y < deck) canvas.line(`M${round(x)} ${round(y)}V${round(deck)}`, paint, u * 0.0018, 0.75);
    canvas.line(polyline(line), paint, u * 0.006);
  };
  cable(left, top, right, top, u * 0.32);
  cable(-w * 0.12, deck, left, top, u * 0.06);
  cable(right, top, w * 1.12, deck, u * 0.06);
  for (const x of [left, right]) {
    for (const leg of [-0.026, 0.014])
      canvas.rect(x + u * leg, top - u * 0.02, u * 0.014, u * 0.52, canvas.vertical([0, mix(paint, light.sun, 0.15)], [1, dark]));
    for (const beam of [0, 0.1, 0.2, 0.3]) canvas.rect(x - u * 0.026, top + u * beam, u * 0.054, u * 0.014, dark);
    canvas.rect(x - u * 0.045, deck + u * 0.1, u * 0.09, u * 0.03, canvas.tone('#8b8580', 0.95));
  }
  canvas.rect(0, deck, w, u * 0.02, paint);
  canvas.rect(0, deck + u * 0.02, w, u * 0.008, dark);
}
