import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawHill, drawMist } from '../terrain.ts';

export function drawStation(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawHill(canvas, horizon + u * 0.02, u * 0.05, 4, '#7f9a8c', 0.2);
  drawMist(canvas, horizon + u * 0.03, 0.6, 0.06);
  drawHill(canvas, horizon + u * 0.1, u * 0.02, 5, '#7f9a6c', 0.4);
  const iron = mix(canvas.tone('#3f5a66', 0.95), light.shade, 0.2);
  drawVault(canvas, iron);
  const rails = h * 0.83;
  canvas.rect(0, h * 0.74, w, h * 0.26, canvas.vertical([0, canvas.tone('#8a857d', 0.8)], [1, canvas.tone('#5d5953', 1)]));
  for (const at of [0.765, 0.8]) canvas.rect(0, h * at, w, u * 0.007, canvas.tone('#b9b4ac', 0.9));
  drawTrain(canvas, rails, u * 0.24, random.pick(['#c9493d', '#2f6b8c', '#3f7a56', '#e0a03c']));
  drawPlatform(canvas, h * 0.85);
  drawClock(canvas, w * random.pick([0.3, 0.5, 0.7]), h * 0.3, u * 0.06, iron);
}

/** A roof of iron ribs over the tracks, open towards the country in an arch. */
function drawVault(canvas: Canvas, iron: string): void {
  const { w, h, u, light } = canvas;
  const [foot, across, rise] = [h * 0.6, w * 0.44, h * 0.49];
  const arch = (share: number): string =>
    `M${round(w / 2 - across * share)} ${round(foot)}A${round(across * share)} ${round(rise * share)} 0 0 1 ${round(w / 2 + across * share)} ${round(foot)}`;
  for (let bar = 1; bar < 12; bar++) {
    const angle = (Math.PI * bar) / 12;
    canvas.line(
      `M${round(w / 2 - Math.cos(angle) * across * 0.62)} ${round(foot - Math.sin(angle) * rise * 0.62)}L${round(w / 2 - Math.cos(angle) * across)} ${round(foot - Math.sin(angle) * rise)}`,
      iron,
      u * 0.005,
    );
  }
  for (const share of [0.62, 0.81]) canvas.line(arch(share), iron, u * (share < 0.7 ? 0.014 : 0.005));
  const opening = `M${round(w / 2 + across)} ${round(foot)}A${round(across)} ${round(rise)} 0 0 0 ${round(w / 2 - across)} ${round(foot)}V${round(h * 0.76)}H${round(w / 2 + across)}Z`;
  canvas.path(`M0 0H${w}V${round(h * 0.76)}H0Z${opening}`, canvas.vertical([0, mix(iron, light.shade, 0.4)], [1, mix(iron, light.haze, 0.16)]));
  for (const share of [1.07, 1.17, 1.3, 1.46]) canvas.line(arch(share), mix(iron, light.sun, 0.22), u * 0.01, 0.7);
  for (const side of [-1, 1])
    for (const at of [1.02, 1.14]) canvas.rect(w / 2 + side * across * at - u * 0.011, foot, u * 0.022, h * 0.16, mix(iron, light.sun, 0.16));
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
  const front = `L${round(nose - size * 0.5)} ${round(top)}Q${round(nose - size * 0.1)} ${round(top + size * 0.06)} ${round(nose)} ${round(y - size * 0.3)}L${round(nose)} ${round(y - size * 0.1)}`;
  canvas.rect(-10, y - size * 0.14, nose - size * 0.1, size * 0.16, canvas.tone('#2b2c30', 1));
  canvas.path(`M-10 ${round(top)}${front}H-10Z`, canvas.vertical([0, mix(body, light.sun, 0.3)], [0.5, body], [1, mix(body, light.shade, 0.35)]));
  canvas.rect(-10, y - size * 0.36, nose + size * 0.02, size * 0.07, canvas.tone('#fdf6e8', 1));
  const car = size * 2.5;
  for (let left = nose - size * 1.15; left > -size; left -= size * 0.42) {
    const isDoor = Math.round((nose - left) / (size * 0.42)) % 5 === 0;
    if (isDoor) canvas.rect(left, top + size * 0.14, size * 0.26, size * 0.72, mix(body, light.shade, 0.4), 1, size * 0.03);
    canvas.rect(left + (isDoor ? size * 0.05 : 0), top + size * 0.2, size * (isDoor ? 0.16 : 0.32), size * 0.27, light.window, 0.95, size * 0.03);
  }
  for (let joint = nose - car; joint > 0; joint -= car) canvas.rect(joint, top, size * 0.04, size * 0.9, mix(body, light.shade, 0.6));
  canvas.path(
    `M${round(nose - size * 0.48)} ${round(top + size * 0.16)}Q${round(nose - size * 0.2)} ${round(top + size * 0.2)} ${round(nose - size * 0.1)} ${round(y - size * 0.52)}H${round(nose - size * 0.48)}Z`,
    mix('#20303c', light.window, 0.25),
  );
  canvas.ellipse(nose - size * 0.06, y - size * 0.22, size * 0.05, size * 0.05, '#fff6d8');
}

/** The edge that passengers wait at, with a bench. */
function drawPlatform(canvas: Canvas, top: number): void {
  const { w, h, u, light } = canvas;
  const stone = canvas.tone('#cfc6b8', 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mix(stone, light.sun, 0.14)], [1, mix(stone, light.shade, 0.26)]));
  canvas.rect(0, top, w, u * 0.012, mix(stone, light.shade, 0.4));
  canvas.rect(0, top + u * 0.028, w, u * 0.014, canvas.tone('#f2c94c', 1), 0.9);
  const wood = canvas.tone('#8f6543', 1);
  const [x, y] = [w * 0.14, h * 0.96];
  for (const at of [0.15, 0.11]) canvas.rect(x, y - u * at, u * 0.26, u * 0.022, wood);
  canvas.rect(x - u * 0.006, y - u * 0.07, u * 0.272, u * 0.018, mix(wood, light.sun, 0.15));
  for (const at of [0.02, 0.23]) canvas.rect(x + u * at, y - u * 0.15, u * 0.012, u * 0.15, canvas.tone('#3d3a38', 1));
}

function drawClock(canvas: Canvas, x: number, y: number, size: number, iron: string): void {
  canvas.line(`M${round(x)} 0V${round(y)}`, iron, size * 0.12);
  canvas.ellipse(x, y, size, size, mix(iron, '#000000', 0.3));
  canvas.ellipse(x, y, size * 0.84, size * 0.84, '#fdf8ee');
  canvas.line(`M${round(x)} ${round(y - size * 0.6)}V${round(y)}L${round(x + size * 0.42)} ${round(y + size * 0.22)}`, '#2b2c30', size * 0.09);
}
