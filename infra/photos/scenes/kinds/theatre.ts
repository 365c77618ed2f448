import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBoards, indoors } from '../rooms.ts';
import { drawHill, drawMist } from '../terrain.ts';

export function drawTheatre(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  const [velvet, wall] = random.pick([
    ['#a3242f', '#4a2226'],
    ['#7a1f3f', '#3a2036'],
    ['#1f4f7a', '#1f2c44'],
    ['#1f6a55', '#1c3630'],
  ] as [readonly [string, string], ...(readonly [string, string])[]]);
  // What is painted on the backdrop is the sky of the scene.
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

/** Light of a lamp above, falling on the boards. */
function drawBeam(canvas: Canvas, x: number, y: number, toX: number, toY: number): void {
  const { u } = canvas;
  canvas.path(
    `M${round(x - u * 0.01)} ${round(y)}L${round(toX - u * 0.17)} ${round(toY)}H${round(toX + u * 0.17)}L${round(x + u * 0.01)} ${round(y)}Z`,
    canvas.vertical([0, '#fff3cf', 0.36], [1, '#fff3cf', 0.04]),
  );
  canvas.ellipse(toX, toY, u * 0.17, u * 0.03, '#fff3cf', 0.32);
}

/** A curtain that is drawn aside; `side` -1 hangs on the left. */
function drawCurtain(canvas: Canvas, side: number, colour: string, foot: number): void {
  const { w, h, light } = canvas;
  const velvet = indoors(canvas, colour);
  const folds = 9;
  for (let fold = 0; fold < folds; fold++) {
    const at = (share: number): number => w / 2 + side * w * (0.42 - 0.2 * share);
    const [a, b] = [fold / folds, (fold + 1) / folds];
    const gather = (share: number): number => w / 2 + side * w * (0.42 - 0.12 * share);
    const fill = mix(velvet, fold % 2 ? light.shade : '#ffd0a8', fold % 2 ? 0.28 : 0.12);
    canvas.path(
      `M${round(at(a))} ${round(h * 0.1)}Q${round(at(a))} ${round(h * 0.4)} ${round(gather(a))} ${round(h * 0.5)}L${round(at(a) + side * w * 0.015)} ${round(foot)}L${round(at(b) + side * w * 0.015)} ${round(foot)}L${round(gather(b))} ${round(h * 0.5)}Q${round(at(b))} ${round(h * 0.4)} ${round(at(b))} ${round(h * 0.1)}Z`,
      fill,
    );
  }
  canvas.ellipse(w / 2 + side * w * 0.36, h * 0.5, w * 0.066, h * 0.012, indoors(canvas, '#d9ad55'));
}

/** The short curtain above the stage, in swags. */
function drawValance(canvas: Canvas, colour: string, y: number, drop: number): void {
  const { w, light } = canvas;
  const velvet = indoors(canvas, colour);
  const swags = 6;
  const width = (w * 0.84) / swags;
  for (let swag = 0; swag < swags; swag++) {
    const left = w * 0.08 + swag * width;
    for (const [share, fill] of [
      [1, mix(velvet, light.shade, 0.2)],
      [0.72, velvet],
      [0.42, mix(velvet, '#ffd0a8', 0.14)],
    ] as const)
      canvas.path(
        `M${round(left)} ${round(y - drop * 0.3)}V${round(y)}Q${round(left + width / 2)} ${round(y + drop * share)} ${round(left + width)} ${round(y)}V${round(y - drop * 0.3)}Z`,
        fill,
      );
    canvas.line(
      `M${round(left)} ${round(y)}Q${round(left + width / 2)} ${round(y + drop)} ${round(left + width)} ${round(y)}`,
      indoors(canvas, '#d9ad55'),
      width * 0.03,
    );
  }
}

/** The gilded frame of the stage in the dark wall of the house. */
function drawArch(canvas: Canvas, colour: string, foot: number): void {
  const { w, h, u, light } = canvas;
  const wall = indoors(canvas, colour);
  const gold = indoors(canvas, '#d9ad55');
  const opening = `M${round(w * 0.92)} ${round(h * 0.16)}Q${round(w * 0.92)} ${round(h * 0.07)} ${round(w * 0.84)} ${round(h * 0.07)}H${round(w * 0.16)}Q${round(w * 0.08)} ${round(h * 0.07)} ${round(w * 0.08)} ${round(h * 0.16)}V${round(foot)}H${round(w * 0.92)}Z`;
  canvas.path(`M0 0H${w}V${h}H0Z${opening}`, canvas.vertical([0, mix(wall, light.shade, 0.3)], [0.6, wall], [1, mix(wall, '#000000', 0.35)]));
  canvas.line(opening, gold, u * 0.022);
  canvas.line(opening, mix(gold, '#5a3d1c', 0.45), u * 0.006);
  canvas.ellipse(w / 2, h * 0.065, u * 0.06, u * 0.035, gold);
  canvas.rect(0, foot - u * 0.01, w, u * 0.035, mix(gold, '#5a3d1c', 0.3));
  for (let lamp = 0; lamp < 12; lamp++) {
    const x = w * (0.13 + (0.74 * lamp) / 11);
    canvas.ellipse(x, foot, u * 0.03, u * 0.022, canvas.radial([0, '#ffe7b0', 0.8], [1, '#ffe7b0', 0]));
  }
}

/** Heads of those who watch, row by row. */
function drawAudience(canvas: Canvas, top: number): void {
  const { w, h, u, random } = canvas;
  for (let row = 0; row < 3; row++) {
    const y = top + (h - top) * (0.2 + row * 0.38);
    const size = u * (0.022 + row * 0.008);
    for (let x = -size + (row % 2) * size * 1.4; x < w + size; x += size * 2.9) {
      const shade = mix('#15121c', '#4a3440', random.between(0, 0.3));
      canvas.ellipse(x, y, size * 0.62, size * 0.78, shade);
      canvas.ellipse(x, y + size * 1.5, size * 1.3, size * 1.05, shade);
    }
  }
}
