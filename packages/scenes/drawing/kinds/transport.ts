import { type Canvas, mixColours, pathData } from '../canvas.ts';
import { drawHill, drawMist } from '../land.ts';

export function drawStation(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawHill(canvas, horizon + u * 0.02, u * 0.05, 4, '#7f9a8c', 0.2);
  drawMist(canvas, horizon + u * 0.03, 0.6, 0.06);
  drawHill(canvas, horizon + u * 0.1, u * 0.02, 5, '#7f9a6c', 0.4);
  const iron = mixColours(canvas.tone('#3f5a66', 0.95), light.shade, 0.2);
  drawVault(canvas, iron);
  const rails = h * 0.83;
  canvas.rect(0, h * 0.74, w, h * 0.26, canvas.vertical([0, canvas.tone('#8a857d', 0.8)], [1, canvas.tone('#5d5953', 1)]));
  for (const at of [0.765, 0.8]) canvas.rect(0, h * at, w, u * 0.007, canvas.tone('#b9b4ac', 0.9));
  drawTrain(canvas, rails, u * 0.24, random.pick('#c9493d', '#2f6b8c', '#3f7a56', '#e0a03c'));
  drawPlatform(canvas, h * 0.85);
  drawClock(canvas, w * random.pick(0.3, 0.5, 0.7), h * 0.3, u * 0.06, iron);
}

/** Draws the roof of a station hall with iron ribs, which opens to the landscape in an arch. */
function drawVault(canvas: Canvas, iron: string): void {
  const { w, h, u, light } = canvas;
  const [foot, across, rise] = [h * 0.6, w * 0.44, h * 0.49];
  const arch = (share: number): string =>
    pathData`M${w / 2 - across * share} ${foot}A${across * share} ${rise * share} 0 0 1 ${w / 2 + across * share} ${foot}`;
  for (let bar = 1; bar < 12; bar++) {
    const angle = (Math.PI * bar) / 12;
    canvas.line(
      pathData`M${w / 2 - Math.cos(angle) * across * 0.62} ${foot - Math.sin(angle) * rise * 0.62}L${w / 2 - Math.cos(angle) * across} ${foot - Math.sin(angle) * rise}`,
      iron,
      u * 0.005,
    );
  }
  for (const share of [0.62, 0.81]) canvas.line(arch(share), iron, u * (share < 0.7 ? 0.014 : 0.005));
  const opening = pathData`M${w / 2 + across} ${foot}A${across} ${rise} 0 0 0 ${w / 2 - across} ${foot}V${h * 0.76}H${w / 2 + across}Z`;
  canvas.path(
    pathData`M0 0H${w}V${h * 0.76}H0Z${opening}`,
    canvas.vertical([0, mixColours(iron, light.shade, 0.4)], [1, mixColours(iron, light.haze, 0.16)]),
  );
  for (const share of [1.07, 1.17, 1.3, 1.46]) canvas.line(arch(share), mixColours(iron, light.sun, 0.22), u * 0.01, 0.7);
  for (const side of [-1, 1])
    for (const at of [1.02, 1.14]) canvas.rect(w / 2 + side * across * at - u * 0.011, foot, u * 0.022, h * 0.16, mixColours(iron, light.sun, 0.16));
  for (let lamp = 0; lamp < 5; lamp++) {
    const x = w * (0.1 + lamp * 0.2);
    canvas.ellipse(x, h * 0.56, u * 0.09, u * 0.09, canvas.radial([0, light.window, light.time === 'day' ? 0.25 : 0.7], [1, light.window, 0]));
    canvas.ellipse(x, h * 0.56, u * 0.013, u * 0.013, '#fff1c9');
  }
}

/** A train that has come in from the left; its wheels are at `y`. */
function drawTrain(canvas: Canvas, y: number, size: number, paint: string): void {
  const { w, light } = canvas;
  const body = canvas.tone(paint, 1);
  const nose = w * 0.83;
  const top = y - size;
  const front = pathData`L${nose - size * 0.5} ${top}Q${nose - size * 0.1} ${top + size * 0.06} ${nose} ${y - size * 0.3}L${nose} ${y - size * 0.1}`;
  canvas.rect(-10, y - size * 0.14, nose - size * 0.1, size * 0.16, canvas.tone('#2b2c30', 1));
  canvas.path(
    pathData`M-10 ${top}${front}H-10Z`,
    canvas.vertical([0, mixColours(body, light.sun, 0.3)], [0.5, body], [1, mixColours(body, light.shade, 0.35)]),
  );
  canvas.rect(-10, y - size * 0.36, nose + size * 0.02, size * 0.07, canvas.tone('#fdf6e8', 1));
  const car = size * 2.5;
  for (let left = nose - size * 1.15; left > -size; left -= size * 0.42) {
    const isDoor = Math.round((nose - left) / (size * 0.42)) % 5 === 0;
    if (isDoor) canvas.rect(left, top + size * 0.14, size * 0.26, size * 0.72, mixColours(body, light.shade, 0.4), 1, size * 0.03);
    canvas.rect(left + (isDoor ? size * 0.05 : 0), top + size * 0.2, size * (isDoor ? 0.16 : 0.32), size * 0.27, light.window, 0.95, size * 0.03);
  }
  for (let joint = nose - car; joint > 0; joint -= car) canvas.rect(joint, top, size * 0.04, size * 0.9, mixColours(body, light.shade, 0.6));
  canvas.path(
    pathData`M${nose - size * 0.48} ${top + size * 0.16}Q${nose - size * 0.2} ${top + size * 0.2} ${nose - size * 0.1} ${y - size * 0.52}H${nose - size * 0.48}Z`,
    mixColours('#20303c', light.window, 0.25),
  );
  canvas.ellipse(nose - size * 0.06, y - size * 0.22, size * 0.05, size * 0.05, '#fff6d8');
}

/** The platform edge with a bench. */
function drawPlatform(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const stone = canvas.tone('#cfc6b8', 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mixColours(stone, light.sun, 0.14)], [1, mixColours(stone, light.shade, 0.26)]));
  canvas.rect(0, top, w, u * 0.012, mixColours(stone, light.shade, 0.4));
  canvas.rect(0, top + u * 0.028, w, u * 0.014, canvas.tone('#f2c94c', 1), 0.9);
  const wood = canvas.tone('#8f6543', 1);
  const [x, y] = [w * 0.14, h * 0.96];
  for (const at of [0.15, 0.11]) canvas.rect(x, y - u * at, u * 0.26, u * 0.022, wood);
  canvas.rect(x - u * 0.006, y - u * 0.07, u * 0.272, u * 0.018, mixColours(wood, light.sun, 0.15));
  for (const at of [0.02, 0.23]) canvas.rect(x + u * at, y - u * 0.15, u * 0.012, u * 0.15, canvas.tone('#3d3a38', 1));
}

function drawClock(canvas: Canvas, x: number, y: number, size: number, iron: string): void {
  canvas.line(pathData`M${x} 0V${y}`, iron, size * 0.12);
  canvas.ellipse(x, y, size, size, mixColours(iron, '#000000', 0.3));
  canvas.ellipse(x, y, size * 0.84, size * 0.84, '#fdf8ee');
  canvas.line(pathData`M${x} ${y - size * 0.6}V${y}L${x + size * 0.42} ${y + size * 0.22}`, '#2b2c30', size * 0.09);
}

export function drawAirport(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawHill(canvas, horizon - u * 0.01, u * 0.045, 5, '#7890a0', 0.16);
  drawMist(canvas, horizon, 0.5, 0.06);
  drawHill(canvas, horizon + u * 0.03, u * 0.008, 4, '#8ba878', 0.4);
  const side = canvas.sun.x < w / 2 ? 1 : -1;
  drawTerminal(canvas, horizon + u * 0.09, side);
  drawApron(canvas, horizon + u * 0.08);
  const paint = random.pick('#c9493d', '#1f6f8b', '#e0a03c', '#3f7a56', '#6b4f8f');
  drawTakeOff(canvas, w / 2 - side * w * 0.28, horizon * 0.42, u * 0.22, side, random.pick('#c9493d', '#1f6f8b', '#e0a03c'));
  canvas.ellipse(w * 0.5, h * 0.865, w * 0.34, u * 0.022, light.shade, 0.28);
  drawAirliner(canvas, { x: w / 2, y: h * 0.86, size: Math.min(w * 0.72, u * 1.02), side, tilt: 0, paint });
}

/** A long glass terminal with a control tower. */
function drawTerminal(canvas: Canvas, y: number, side: number): void {
  const { w, u, light } = canvas;
  const wall = canvas.tone('#c9d2d6', 0.6);
  const left = side > 0 ? w * 0.46 : -w * 0.05;
  const [width, tall] = [w * 0.59, u * 0.09];
  canvas.path(pathData`M${left} ${y}V${y - tall}Q${left + width * 0.5} ${y - tall * 1.7} ${left + width} ${y - tall}V${y}Z`, wall);
  for (let pane = 0; pane < 26; pane++)
    canvas.rect(left + (width * (pane + 0.12)) / 26, y - tall * 0.8, (width * 0.76) / 26, tall * 0.6, light.window, 0.8);
  const x = side > 0 ? w * 0.62 : w * 0.38;
  const p = (dx: number, dy: number): string => pathData`${x + dx * u} ${y - dy * u}`;
  canvas.path(
    pathData`M${p(-0.022, 0)}L${p(-0.015, 0.24)}H${x + u * 0.015}L${p(0.022, 0)}Z`,
    canvas.vertical([0, mixColours(wall, light.sun, 0.2)], [1, mixColours(wall, light.shade, 0.2)]),
  );
  canvas.path(
    pathData`M${p(-0.03, 0.235)}L${p(-0.052, 0.3)}H${x + u * 0.052}L${p(0.03, 0.235)}Z`,
    mixColours(canvas.tone('#29465a', 0.7), light.window, light.time === 'day' ? 0.2 : 0.7),
  );
  canvas.rect(x - u * 0.056, y - u * 0.315, u * 0.112, u * 0.018, wall);
  canvas.line(pathData`M${p(0, 0.31)}V${y - u * 0.37}`, canvas.tone('#8f979c', 0.7), u * 0.004);
}

/** Draws the apron: paved ground with yellow taxi lines, and lamps along its far edge. */
function drawApron(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const tar = canvas.tone('#8d949a', 0.95);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mixColours(tar, light.haze, 0.4)], [1, mixColours(tar, light.shade, 0.22)]));
  const yellow = canvas.tone('#f2c94c', 1);
  canvas.line(pathData`M0 ${h * 0.93}Q${w * 0.5} ${h * 0.9} ${w} ${h * 0.935}`, yellow, u * 0.008);
  canvas.line(pathData`M${w * 0.3} ${top + u * 0.02}Q${w * 0.42} ${h * 0.8} ${w * 0.2} ${h}`, yellow, u * 0.006, 0.7);
  for (let lamp = 0; lamp < 14; lamp++) {
    const x = (w * (lamp + 0.5)) / 14;
    canvas.ellipse(x, top + u * 0.016, u * 0.014, u * 0.014, canvas.radial([0, '#bfe3ff', light.time === 'day' ? 0.2 : 0.9], [1, '#bfe3ff', 0]));
  }
}

interface Airliner {
  x: number;
  /** Vertical position of the wheels. */
  y: number;
  /** From nose to tail. */
  size: number;
  /** Direction of the nose: 1 right, -1 left. */
  side: number;
  /** Climb angle, radians. */
  tilt: number;
  paint: string;
}

function drawAirliner(canvas: Canvas, { x, y, size, side, tilt, paint }: Airliner): void {
  const { light } = canvas;
  const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
  const p = (dx: number, dy: number): string => pathData`${x + side * (dx * cos - dy * sin) * size} ${y - (dx * sin + dy * cos) * size}`;
  const white = canvas.tone('#fbfcfd', 0.98);
  const colour = canvas.tone(paint, 0.98);
  const grey = mixColours(white, light.shade, 0.3);
  if (tilt === 0)
    for (const wheel of [0.34, -0.04]) {
      canvas.line(`M${p(wheel, 0.07)}L${p(wheel, 0.02)}`, grey, size * 0.008);
      for (const at of [-0.012, 0.012]) canvas.line(`M${p(wheel + at, 0.012)}L${p(wheel + at, 0.011)}`, canvas.tone('#26282c', 1), size * 0.022);
    }
  canvas.path(`M${p(-0.38, 0.16)}L${p(-0.5, 0.33)}L${p(-0.565, 0.33)}L${p(-0.51, 0.15)}Z`, colour);
  canvas.path(
    `M${p(-0.52, 0.155)}L${p(0.34, 0.17)}Q${p(0.46, 0.162)} ${p(0.5, 0.115)}Q${p(0.48, 0.075)} ${p(0.36, 0.065)}L${p(-0.26, 0.065)}Q${p(-0.42, 0.09)} ${p(-0.52, 0.155)}Z`,
    canvas.vertical([0, mixColours(white, light.sun, 0.3)], [0.6, white], [1, mixColours(white, light.shade, 0.35)]),
  );
  canvas.line(`M${p(-0.4, 0.108)}L${p(0.44, 0.1)}`, colour, size * 0.014);
  canvas.path(`M${p(0.455, 0.135)}L${p(0.41, 0.15)}L${p(0.395, 0.132)}L${p(0.45, 0.122)}Z`, mixColours('#1d2b38', light.window, 0.2));
  for (let pane = 0; pane < 26; pane++) {
    const at = -0.36 + pane * 0.028;
    canvas.line(`M${p(at, 0.134)}L${p(at, 0.128)}`, light.time === 'day' ? mixColours('#2f4558', white, 0.2) : light.window, size * 0.009);
  }
  canvas.path(`M${p(-0.43, 0.145)}L${p(-0.56, 0.185)}L${p(-0.6, 0.185)}L${p(-0.51, 0.135)}Z`, grey);
  canvas.path(`M${p(0.1, 0.09)}L${p(-0.24, 0.035)}L${p(-0.31, 0.045)}L${p(-0.1, 0.1)}Z`, mixColours(white, light.shade, 0.22));
  canvas.path(
    `M${p(0.05, 0.07)}L${p(-0.06, 0.067)}L${p(-0.06, 0.03)}L${p(0.05, 0.026)}Q${p(0.075, 0.048)} ${p(0.05, 0.07)}Z`,
    mixColours(colour, light.shade, 0.1),
  );
}

/** An aircraft just after take-off, with its trail. */
function drawTakeOff(canvas: Canvas, x: number, y: number, size: number, side: number, paint: string): void {
  const { u } = canvas;
  canvas.line(
    pathData`M${x - side * size * 2.2} ${y + size * 0.75}Q${x - side * size * 1.1} ${y + size * 0.5} ${x - side * size * 0.55} ${y + size * 0.08}`,
    '#ffffff',
    u * 0.006,
    0.4,
  );
  drawAirliner(canvas, { x, y, size, side, tilt: 0.34, paint });
}
