import { type Canvas, polygon, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBoards, indoors } from '../rooms.ts';

export function drawMuseum(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const paint = random.pick(['#8e3b3a', '#2f6265', '#5b6472', '#b9a688', '#3f5478']);
  const wall = indoors(canvas, paint);
  const floor = h * 0.72;
  canvas.rect(0, 0, w, floor, canvas.vertical([0, mix(wall, light.shade, 0.14)], [0.4, mix(wall, '#fff1cf', 0.12)], [1, wall]));
  drawSkylight(canvas, h * 0.16);
  canvas.rect(0, floor - u * 0.03, w, u * 0.03, indoors(canvas, '#efe6d6'));
  drawBoards(canvas, floor, '#a8763f');
  const isWide = w > h;
  const frames = isWide ? [0.2, 0.5, 0.8] : [0.28, 0.72];
  for (const [index, at] of frames.entries()) {
    const isTall = index % 2 === 0;
    drawPainting(canvas, w * at, h * 0.46, u * (isTall ? 0.24 : 0.36), u * (isTall ? 0.32 : 0.25));
  }
  drawVase(canvas, w * random.pick([0.36, 0.64]), h * 0.8, u * 0.34);
  drawBench(canvas, w * 0.5, h * 0.93, u * 0.5);
}

/** A ceiling of glass, seen from below. */
function drawSkylight(canvas: Canvas, foot: number): void {
  const { w, u, light } = canvas;
  const frame = indoors(canvas, '#f3ede0');
  canvas.path(
    polygon([
      [0, 0],
      [w, 0],
      [w, foot * 0.55],
      [w * 0.84, foot],
      [w * 0.16, foot],
      [0, foot * 0.55],
    ]),
    frame,
  );
  canvas.path(
    polygon([
      [w * 0.02, 0],
      [w * 0.98, 0],
      [w * 0.82, foot * 0.86],
      [w * 0.18, foot * 0.86],
    ]),
    canvas.vertical([0, light.sky[0]], [0.6, light.sky[1]], [1, light.sky[2]]),
  );
  for (let bar = 1; bar < 8; bar++)
    canvas.line(`M${round(w * (0.02 + 0.12 * bar))} 0L${round(w * (0.18 + 0.08 * bar))} ${round(foot * 0.86)}`, frame, u * 0.006);
  canvas.rect(0, foot, w, u * 0.16, canvas.vertical([0, '#fff4d8', light.time === 'night' ? 0.1 : 0.24], [1, '#fff4d8', 0]));
}

/** A picture in a gilded frame: a land under a sky, each time another one. */
function drawPainting(canvas: Canvas, x: number, y: number, width: number, height: number): void {
  const { u, light, random } = canvas;
  const gold = indoors(canvas, '#c99a45');
  const [left, top] = [x - width / 2, y - height / 2];
  const rim = u * 0.022;
  canvas.ellipse(x, top - u * 0.05, width * 0.7, height * 0.8, canvas.radial([0, '#fff1c9', 0.35], [1, '#fff1c9', 0]));
  canvas.rect(left - rim + u * 0.01, top - rim + u * 0.014, width + rim * 2, height + rim * 2, light.shade, 0.3);
  canvas.rect(left - rim, top - rim, width + rim * 2, height + rim * 2, gold);
  canvas.rect(left - rim * 0.4, top - rim * 0.4, width + rim * 0.8, height + rim * 0.8, mix(gold, '#5a3d1c', 0.4));
  const [sky, land, near] = random.pick([
    ['#f3d9a4', '#7f8f6c', '#3f5a45'],
    ['#9fc3d9', '#c9a86a', '#8a6a3f'],
    ['#e9a98a', '#8a5a78', '#3f3a5a'],
    ['#d9e2dc', '#5f93a8', '#2f5a78'],
  ] as [readonly [string, string, string], ...(readonly [string, string, string])[]]);
  canvas.within(`M${round(left)} ${round(top)}h${round(width)}v${round(height)}h${round(-width)}Z`, () => {
    canvas.rect(left, top, width, height, canvas.vertical([0, indoors(canvas, sky)], [1, indoors(canvas, mix(sky, '#ffffff', 0.4))]));
    canvas.ellipse(left + width * random.between(0.25, 0.75), top + height * 0.32, height * 0.1, height * 0.1, indoors(canvas, '#fff3d0'));
    const hill = (at: number, swing: number, fill: string): void => {
      const bend = width * random.between(0.2, 0.8);
      canvas.path(
        `M${round(left)} ${round(top + height * at)}Q${round(left + bend)} ${round(top + height * (at - swing))} ${round(left + width)} ${round(top + height * (at + 0.04))}V${round(top + height)}H${round(left)}Z`,
        indoors(canvas, fill),
      );
    };
    hill(0.58, 0.3, mix(land, sky, 0.35));
    hill(0.68, 0.16, land);
    hill(0.84, 0.2, near);
  });
}

/** An old vase on a pedestal whose foot is at `y`. */
function drawVase(canvas: Canvas, x: number, y: number, size: number): void {
  const { light, sun } = canvas;
  const stone = indoors(canvas, '#efe8da');
  const clay = indoors(canvas, '#b8623a');
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y - dy * size)}`;
  canvas.ellipse(x, y, size * 0.26, size * 0.05, light.shade, 0.3);
  canvas.rect(x - size * 0.17, y - size * 0.42, size * 0.34, size * 0.42, canvas.vertical([0, stone], [1, mix(stone, light.shade, 0.2)]));
  canvas.rect(sun.x < x ? x + size * 0.07 : x - size * 0.17, y - size * 0.42, size * 0.1, size * 0.42, light.shade, 0.14);
  canvas.rect(x - size * 0.2, y - size * 0.45, size * 0.4, size * 0.04, stone);
  const body = `M${p(-0.07, 0.45)}C${p(-0.1, 0.52)} ${p(-0.2, 0.6)} ${p(-0.18, 0.74)}C${p(-0.16, 0.84)} ${p(-0.07, 0.84)} ${p(-0.06, 0.94)}L${p(-0.09, 1)}H${round(x + 0.09 * size)}L${p(0.06, 0.94)}C${p(0.07, 0.84)} ${p(0.16, 0.84)} ${p(0.18, 0.74)}C${p(0.2, 0.6)} ${p(0.1, 0.52)} ${p(0.07, 0.45)}Z`;
  canvas.path(body, clay);
  canvas.within(body, () => {
    for (const [at, thick] of [
      [0.74, 0.05],
      [0.64, 0.018],
      [0.84, 0.018],
    ] as const)
      canvas.rect(x - size * 0.25, y - size * at, size * 0.5, size * thick, indoors(canvas, '#2f2622'));
    canvas.rect(sun.x < x ? x + size * 0.05 : x - size * 0.25, y - size, size * 0.2, size, light.shade, 0.2);
  });
}

function drawBench(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  canvas.ellipse(x, y, size * 0.5, size * 0.05, light.shade, 0.3);
  for (const side of [-1, 1])
    canvas.rect(x + side * size * 0.38 - size * 0.02, y - size * 0.16, size * 0.04, size * 0.16, indoors(canvas, '#2f2c2a'));
  canvas.rect(
    x - size * 0.5,
    y - size * 0.22,
    size,
    size * 0.08,
    canvas.vertical([0, indoors(canvas, '#6b3f34')], [1, indoors(canvas, '#47281f')]),
    1,
    size * 0.02,
  );
}
