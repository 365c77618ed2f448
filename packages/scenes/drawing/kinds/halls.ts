import { type Canvas, mixColours, pathData, polygonPath } from '../canvas.ts';
import { drawHill, drawMist } from '../land.ts';
import { drawBoards, indoorColour } from '../rooms.ts';

export function drawMuseum(canvas: Canvas): void {
  const { w, h, u, light, random } = canvas;
  const paint = random.pick('#8e3b3a', '#2f6265', '#5b6472', '#b9a688', '#3f5478');
  const wall = indoorColour(canvas, paint);
  const floor = h * 0.72;
  canvas.rect(0, 0, w, floor, canvas.vertical([0, mixColours(wall, light.shade, 0.14)], [0.4, mixColours(wall, '#fff1cf', 0.12)], [1, wall]));
  drawSkylight(canvas, h * 0.16);
  canvas.rect(0, floor - u * 0.03, w, u * 0.03, indoorColour(canvas, '#efe6d6'));
  drawBoards(canvas, floor, '#a8763f');
  const isWide = w > h;
  const frames = isWide ? [0.2, 0.5, 0.8] : [0.28, 0.72];
  for (const [index, at] of frames.entries()) {
    const isTall = index % 2 === 0;
    drawPainting(canvas, w * at, h * 0.46, u * (isTall ? 0.24 : 0.36), u * (isTall ? 0.32 : 0.25));
  }
  drawVase(canvas, w * random.pick(0.36, 0.64), h * 0.8, u * 0.34);
  drawBench(canvas, w * 0.5, h * 0.93, u * 0.5);
}

/** A ceiling of glass, seen from below. */
function drawSkylight(canvas: Canvas, foot: number): void {
  const { w, u, light } = canvas;
  const frame = indoorColour(canvas, '#f3ede0');
  canvas.path(polygonPath([0, 0], [w, 0], [w, foot * 0.55], [w * 0.84, foot], [w * 0.16, foot], [0, foot * 0.55]), frame);
  canvas.path(
    polygonPath([w * 0.02, 0], [w * 0.98, 0], [w * 0.82, foot * 0.86], [w * 0.18, foot * 0.86]),
    canvas.vertical([0, light.sky[0]], [0.6, light.sky[1]], [1, light.sky[2]]),
  );
  for (let bar = 1; bar < 8; bar++) canvas.line(pathData`M${w * (0.02 + 0.12 * bar)} 0L${w * (0.18 + 0.08 * bar)} ${foot * 0.86}`, frame, u * 0.006);
  canvas.rect(0, foot, w, u * 0.16, canvas.vertical([0, '#fff4d8', light.time === 'night' ? 0.1 : 0.24], [1, '#fff4d8', 0]));
}

/** Draws a landscape painting in a gilded frame; the landscape is random. */
function drawPainting(canvas: Canvas, x: number, y: number, width: number, height: number): void {
  const { u, light, random } = canvas;
  const gold = indoorColour(canvas, '#c99a45');
  const [left, top] = [x - width / 2, y - height / 2];
  const rim = u * 0.022;
  canvas.ellipse(x, top - u * 0.05, width * 0.7, height * 0.8, canvas.radial([0, '#fff1c9', 0.35], [1, '#fff1c9', 0]));
  canvas.rect(left - rim + u * 0.01, top - rim + u * 0.014, width + rim * 2, height + rim * 2, light.shade, 0.3);
  canvas.rect(left - rim, top - rim, width + rim * 2, height + rim * 2, gold);
  canvas.rect(left - rim * 0.4, top - rim * 0.4, width + rim * 0.8, height + rim * 0.8, mixColours(gold, '#5a3d1c', 0.4));
  const [sky, land, near] = random.pick(
    ['#f3d9a4', '#7f8f6c', '#3f5a45'],
    ['#9fc3d9', '#c9a86a', '#8a6a3f'],
    ['#e9a98a', '#8a5a78', '#3f3a5a'],
    ['#d9e2dc', '#5f93a8', '#2f5a78'],
  );
  canvas.within(pathData`M${left} ${top}h${width}v${height}h${-width}Z`, () => {
    canvas.rect(
      left,
      top,
      width,
      height,
      canvas.vertical([0, indoorColour(canvas, sky)], [1, indoorColour(canvas, mixColours(sky, '#ffffff', 0.4))]),
    );
    canvas.ellipse(left + width * random.between(0.25, 0.75), top + height * 0.32, height * 0.1, height * 0.1, indoorColour(canvas, '#fff3d0'));
    const hill = (at: number, swing: number, fill: string): void => {
      const bend = width * random.between(0.2, 0.8);
      canvas.path(
        pathData`M${left} ${top + height * at}Q${left + bend} ${top + height * (at - swing)} ${left + width} ${top + height * (at + 0.04)}V${top + height}H${left}Z`,
        indoorColour(canvas, fill),
      );
    };
    hill(0.58, 0.3, mixColours(land, sky, 0.35));
    hill(0.68, 0.16, land);
    hill(0.84, 0.2, near);
  });
}

/** Draws an antique vase on a pedestal with its base at `y`. */
function drawVase(canvas: Canvas, x: number, y: number, size: number): void {
  const { light, sun } = canvas;
  const stone = indoorColour(canvas, '#efe8da');
  const clay = indoorColour(canvas, '#b8623a');
  const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
  canvas.ellipse(x, y, size * 0.26, size * 0.05, light.shade, 0.3);
  canvas.rect(x - size * 0.17, y - size * 0.42, size * 0.34, size * 0.42, canvas.vertical([0, stone], [1, mixColours(stone, light.shade, 0.2)]));
  canvas.rect(sun.x < x ? x + size * 0.07 : x - size * 0.17, y - size * 0.42, size * 0.1, size * 0.42, light.shade, 0.14);
  canvas.rect(x - size * 0.2, y - size * 0.45, size * 0.4, size * 0.04, stone);
  const body = pathData`M${p(-0.07, 0.45)}C${p(-0.1, 0.52)} ${p(-0.2, 0.6)} ${p(-0.18, 0.74)}C${p(-0.16, 0.84)} ${p(-0.07, 0.84)} ${p(-0.06, 0.94)}L${p(-0.09, 1)}H${x + 0.09 * size}L${p(0.06, 0.94)}C${p(0.07, 0.84)} ${p(0.16, 0.84)} ${p(0.18, 0.74)}C${p(0.2, 0.6)} ${p(0.1, 0.52)} ${p(0.07, 0.45)}Z`;
  canvas.path(body, clay);
  canvas.within(body, () => {
    for (const [at, thick] of [
      [0.74, 0.05],
      [0.64, 0.018],
      [0.84, 0.018],
    ] as const)
      canvas.rect(x - size * 0.25, y - size * at, size * 0.5, size * thick, indoorColour(canvas, '#2f2622'));
    canvas.rect(sun.x < x ? x + size * 0.05 : x - size * 0.25, y - size, size * 0.2, size, light.shade, 0.2);
  });
}

function drawBench(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  canvas.ellipse(x, y, size * 0.5, size * 0.05, light.shade, 0.3);
  for (const side of [-1, 1])
    canvas.rect(x + side * size * 0.38 - size * 0.02, y - size * 0.16, size * 0.04, size * 0.16, indoorColour(canvas, '#2f2c2a'));
  canvas.rect(
    x - size * 0.5,
    y - size * 0.22,
    size,
    size * 0.08,
    canvas.vertical([0, indoorColour(canvas, '#6b3f34')], [1, indoorColour(canvas, '#47281f')]),
    1,
    size * 0.02,
  );
}

export function drawTheatre(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const [velvet, wall] = random.pick(['#a3242f', '#4a2226'], ['#7a1f3f', '#3a2036'], ['#1f4f7a', '#1f2c44'], ['#1f6a55', '#1c3630']);
  // The backdrop shows the sky of the scene.
  drawHill(canvas, horizon - u * 0.04, u * 0.09, 4, '#7f93a8', 0.3);
  drawMist(canvas, horizon, 0.4, 0.05);
  drawHill(canvas, horizon + u * 0.05, u * 0.05, 5, '#6d8f6c', 0.6);
  drawBoards(canvas, h * 0.66, '#b07a48');
  for (const side of [-1, 1]) drawBeam(canvas, w / 2 + side * w * 0.26, h * 0.1, w / 2 - side * w * 0.04, h * 0.74);
  for (const side of [-1, 1]) drawCurtain(canvas, side, velvet, h * 0.76);
  drawValance(canvas, velvet, h * 0.13, h * 0.14);
  drawArch(canvas, wall, h * 0.78);
  drawAudience(canvas, h * 0.86);
}

/** Draws the light beam of a spotlight at (x, y) onto the stage. */
function drawBeam(canvas: Canvas, x: number, y: number, toX: number, toY: number): void {
  const { u } = canvas;
  canvas.path(
    pathData`M${x - u * 0.01} ${y}L${toX - u * 0.17} ${toY}H${toX + u * 0.17}L${x + u * 0.01} ${y}Z`,
    canvas.vertical([0, '#fff3cf', 0.36], [1, '#fff3cf', 0.04]),
  );
  canvas.ellipse(toX, toY, u * 0.17, u * 0.03, '#fff3cf', 0.32);
}

/** Draws an open curtain. With `side` -1 it hangs on the left, with 1 on the right. */
function drawCurtain(canvas: Canvas, side: number, colour: string, foot: number): void {
  const { w, h, light } = canvas;
  const velvet = indoorColour(canvas, colour);
  const folds = 9;
  for (let fold = 0; fold < folds; fold++) {
    const at = (share: number): number => w / 2 + side * w * (0.42 - 0.2 * share);
    const [a, b] = [fold / folds, (fold + 1) / folds];
    const gather = (share: number): number => w / 2 + side * w * (0.42 - 0.12 * share);
    const fill = mixColours(velvet, fold % 2 ? light.shade : '#ffd0a8', fold % 2 ? 0.28 : 0.12);
    canvas.path(
      pathData`M${at(a)} ${h * 0.1}Q${at(a)} ${h * 0.4} ${gather(a)} ${h * 0.5}L${at(a) + side * w * 0.015} ${foot}L${at(b) + side * w * 0.015} ${foot}L${gather(b)} ${h * 0.5}Q${at(b)} ${h * 0.4} ${at(b)} ${h * 0.1}Z`,
      fill,
    );
  }
  canvas.ellipse(w / 2 + side * w * 0.36, h * 0.5, w * 0.066, h * 0.012, indoorColour(canvas, '#d9ad55'));
}

/** The short curtain above the stage, in swags. */
function drawValance(canvas: Canvas, colour: string, y: number, drop: number): void {
  const { w, light } = canvas;
  const velvet = indoorColour(canvas, colour);
  const swags = 6;
  const width = (w * 0.84) / swags;
  for (let swag = 0; swag < swags; swag++) {
    const left = w * 0.08 + swag * width;
    for (const [share, fill] of [
      [1, mixColours(velvet, light.shade, 0.2)],
      [0.72, velvet],
      [0.42, mixColours(velvet, '#ffd0a8', 0.14)],
    ] as const)
      canvas.path(pathData`M${left} ${y - drop * 0.3}V${y}Q${left + width / 2} ${y + drop * share} ${left + width} ${y}V${y - drop * 0.3}Z`, fill);
    canvas.line(pathData`M${left} ${y}Q${left + width / 2} ${y + drop} ${left + width} ${y}`, indoorColour(canvas, '#d9ad55'), width * 0.03);
  }
}

/** The gilded frame of the stage in the dark wall of the auditorium. */
function drawArch(canvas: Canvas, colour: string, foot: number): void {
  const { w, h, u, light } = canvas;
  const wall = indoorColour(canvas, colour);
  const gold = indoorColour(canvas, '#d9ad55');
  const opening = pathData`M${w * 0.92} ${h * 0.16}Q${w * 0.92} ${h * 0.07} ${w * 0.84} ${h * 0.07}H${w * 0.16}Q${w * 0.08} ${h * 0.07} ${w * 0.08} ${h * 0.16}V${foot}H${w * 0.92}Z`;
  canvas.path(
    `M0 0H${w}V${h}H0Z${opening}`,
    canvas.vertical([0, mixColours(wall, light.shade, 0.3)], [0.6, wall], [1, mixColours(wall, '#000000', 0.35)]),
  );
  canvas.line(opening, gold, u * 0.022);
  canvas.line(opening, mixColours(gold, '#5a3d1c', 0.45), u * 0.006);
  canvas.ellipse(w / 2, h * 0.065, u * 0.06, u * 0.035, gold);
  canvas.rect(0, foot - u * 0.01, w, u * 0.035, mixColours(gold, '#5a3d1c', 0.3));
  for (let lamp = 0; lamp < 12; lamp++) {
    const x = w * (0.13 + (0.74 * lamp) / 11);
    canvas.ellipse(x, foot, u * 0.03, u * 0.022, canvas.radial([0, '#ffe7b0', 0.8], [1, '#ffe7b0', 0]));
  }
}

/** Draws the heads of the audience in three rows. */
function drawAudience(canvas: Canvas, top: number): void {
  const { w, h, u, random } = canvas;
  for (let row = 0; row < 3; row++) {
    const y = top + (h - top) * (0.2 + row * 0.38);
    const size = u * (0.022 + row * 0.008);
    for (let x = -size + (row % 2) * size * 1.4; x < w + size; x += size * 2.9) {
      const shade = mixColours('#15121c', '#4a3440', random.between(0, 0.3));
      canvas.ellipse(x, y, size * 0.62, size * 0.78, shade);
      canvas.ellipse(x, y + size * 1.5, size * 1.3, size * 1.05, shade);
    }
  }
}
