import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawHill, drawMist } from '../terrain.ts';

export function drawAirport(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawHill(canvas, horizon - u * 0.01, u * 0.045, 5, '#7890a0', 0.16);
  drawMist(canvas, horizon, 0.5, 0.06);
  drawHill(canvas, horizon + u * 0.03, u * 0.008, 4, '#8ba878', 0.4);
  const side = canvas.sun.x < w / 2 ? 1 : -1;
  drawTerminal(canvas, horizon + u * 0.09, side);
  drawApron(canvas, horizon + u * 0.08);
  const paint = random.pick(['#c9493d', '#1f6f8b', '#e0a03c', '#3f7a56', '#6b4f8f']);
  drawTakeOff(canvas, w / 2 - side * w * 0.28, horizon * 0.42, u * 0.22, side, random.pick(['#c9493d', '#1f6f8b', '#e0a03c']));
  canvas.ellipse(w * 0.5, h * 0.865, w * 0.34, u * 0.022, light.shade, 0.28);
  drawAirliner(canvas, { x: w / 2, y: h * 0.86, size: Math.min(w * 0.72, u * 1.02), side, tilt: 0, paint });
}

/** A long hall of glass with a tower from which the field is watched. */
function drawTerminal(canvas: Canvas, y: number, side: number): void {
  const { w, u, light } = canvas;
  const wall = canvas.tone('#c9d2d6', 0.6);
  const left = side > 0 ? w * 0.46 : -w * 0.05;
  const [width, tall] = [w * 0.59, u * 0.09];
  canvas.path(
    `M${round(left)} ${round(y)}V${round(y - tall)}Q${round(left + width * 0.5)} ${round(y - tall * 1.7)} ${round(left + width)} ${round(y - tall)}V${round(y)}Z`,
    wall,
  );
  for (let pane = 0; pane < 26; pane++)
    canvas.rect(left + (width * (pane + 0.12)) / 26, y - tall * 0.8, (width * 0.76) / 26, tall * 0.6, light.window, 0.8);
  const x = side > 0 ? w * 0.62 : w * 0.38;
  const p = (dx: number, dy: number): string => `${round(x + dx * u)} ${round(y - dy * u)}`;
  canvas.path(
    `M${p(-0.022, 0)}L${p(-0.015, 0.24)}H${round(x + u * 0.015)}L${p(0.022, 0)}Z`,
    canvas.vertical([0, mix(wall, light.sun, 0.2)], [1, mix(wall, light.shade, 0.2)]),
  );
  canvas.path(
    `M${p(-0.03, 0.235)}L${p(-0.052, 0.3)}H${round(x + u * 0.052)}L${p(0.03, 0.235)}Z`,
    mix(canvas.tone('#29465a', 0.7), light.window, light.time === 'day' ? 0.2 : 0.7),
  );
  canvas.rect(x - u * 0.056, y - u * 0.315, u * 0.112, u * 0.018, wall);
  canvas.line(`M${p(0, 0.31)}V${round(y - u * 0.37)}`, canvas.tone('#8f979c', 0.7), u * 0.004);
}

/** Paved ground with the yellow line that aircraft follow, and lamps along its far edge. */
function drawApron(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const tar = canvas.tone('#8d949a', 0.95);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mix(tar, light.haze, 0.4)], [1, mix(tar, light.shade, 0.22)]));
  const yellow = canvas.tone('#f2c94c', 1);
  canvas.line(`M0 ${round(h * 0.93)}Q${round(w * 0.5)} ${round(h * 0.9)} ${w} ${round(h * 0.935)}`, yellow, u * 0.008);
  canvas.line(`M${round(w * 0.3)} ${round(top + u * 0.02)}Q${round(w * 0.42)} ${round(h * 0.8)} ${round(w * 0.2)} ${h}`, yellow, u * 0.006, 0.7);
  for (let lamp = 0; lamp < 14; lamp++) {
    const x = (w * (lamp + 0.5)) / 14;
    canvas.ellipse(x, top + u * 0.016, u * 0.014, u * 0.014, canvas.radial([0, '#bfe3ff', light.time === 'day' ? 0.2 : 0.9], [1, '#bfe3ff', 0]));
  }
}

interface Airliner {
  x: number;
  /** Where its wheels are. */
  y: number;
  /** From nose to tail. */
  size: number;
  /** 1 looks to the right. */
  side: number;
  /** How steeply it climbs, radians. */
  tilt: number;
  paint: string;
}

function drawAirliner(canvas: Canvas, { x, y, size, side, tilt, paint }: Airliner): void {
  const { light } = canvas;
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  const p = (dx: number, dy: number): string => `${round(x + side * (dx * cos - dy * sin) * size)} ${round(y - (dx * sin + dy * cos) * size)}`;
  const white = canvas.tone('#fbfcfd', 0.98);
  const colour = canvas.tone(paint, 0.98);
  const grey = mix(white, light.shade, 0.3);
  if (tilt === 0)
    for (const wheel of [0.34, -0.04]) {
      canvas.line(`M${p(wheel, 0.07)}L${p(wheel, 0.02)}`, grey, size * 0.008);
      for (const at of [-0.012, 0.012]) canvas.line(`M${p(wheel + at, 0.012)}L${p(wheel + at, 0.011)}`, canvas.tone('#26282c', 1), size * 0.022);
    }
  canvas.path(`M${p(-0.38, 0.16)}L${p(-0.5, 0.33)}L${p(-0.565, 0.33)}L${p(-0.51, 0.15)}Z`, colour);
  canvas.path(
    `M${p(-0.52, 0.155)}L${p(0.34, 0.17)}Q${p(0.46, 0.162)} ${p(0.5, 0.115)}Q${p(0.48, 0.075)} ${p(0.36, 0.065)}L${p(-0.26, 0.065)}Q${p(-0.42, 0.09)} ${p(-0.52, 0.155)}Z`,
    canvas.vertical([0, mix(white, light.sun, 0.3)], [0.6, white], [1, mix(white, light.shade, 0.35)]),
  );
  canvas.line(`M${p(-0.4, 0.108)}L${p(0.44, 0.1)}`, colour, size * 0.014);
  canvas.path(`M${p(0.455, 0.135)}L${p(0.41, 0.15)}L${p(0.395, 0.132)}L${p(0.45, 0.122)}Z`, mix('#1d2b38', light.window, 0.2));
  for (let pane = 0; pane < 26; pane++) {
    const at = -0.36 + pane * 0.028;
    canvas.line(`M${p(at, 0.134)}L${p(at, 0.128)}`, light.time === 'day' ? mix('#2f4558', white, 0.2) : light.window, size * 0.009);
  }
  canvas.path(`M${p(-0.43, 0.145)}L${p(-0.56, 0.185)}L${p(-0.6, 0.185)}L${p(-0.51, 0.135)}Z`, grey);
  canvas.path(`M${p(0.1, 0.09)}L${p(-0.24, 0.035)}L${p(-0.31, 0.045)}L${p(-0.1, 0.1)}Z`, mix(white, light.shade, 0.22));
  canvas.path(
    `M${p(0.05, 0.07)}L${p(-0.06, 0.067)}L${p(-0.06, 0.03)}L${p(0.05, 0.026)}Q${p(0.075, 0.048)} ${p(0.05, 0.07)}Z`,
    mix(colour, light.shade, 0.1),
  );
}

/** An aircraft that has just left the ground, with what it draws behind it. */
function drawTakeOff(canvas: Canvas, x: number, y: number, size: number, side: number, paint: string): void {
  const { u } = canvas;
  canvas.line(
    `M${round(x - side * size * 2.2)} ${round(y + size * 0.75)}Q${round(x - side * size * 1.1)} ${round(y + size * 0.5)} ${round(x - side * size * 0.55)} ${round(y + size * 0.08)}`,
    '#ffffff',
    u * 0.006,
    0.4,
  );
  drawAirliner(canvas, { x, y, size, side, tilt: 0.34, paint });
}
