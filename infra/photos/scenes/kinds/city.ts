import { drawSkyline } from '../buildings.ts';
import { type Canvas, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawMist } from '../terrain.ts';
import { drawBushes } from '../trees.ts';
import { drawGlitter, drawSailboat } from '../water.ts';

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
  const dark = mix(canvas.tone('#2f3a46', 1), light.shade, 0.3);
  canvas.rect(0, h - u * 0.045, w, u * 0.05, canvas.vertical([0, mix(dark, light.haze, 0.18)], [1, dark]));
  canvas.line(`M0 ${round(h - u * 0.085)}H${w}`, dark, u * 0.005);
  for (let x = u * 0.01; x < w; x += u * 0.03) canvas.line(`M${round(x)} ${round(h - u * 0.085)}V${round(h - u * 0.04)}`, dark, u * 0.0026);
  for (let lamp = 0; lamp < 4; lamp++) {
    const x = w * (0.09 + lamp * 0.275);
    const y = h - u * 0.2;
    if (light.time !== 'day') canvas.ellipse(x, y, u * 0.075, u * 0.075, canvas.radial([0, light.window, 0.7], [1, light.window, 0]));
    canvas.line(`M${round(x)} ${round(y)}V${round(h - u * 0.04)}`, dark, u * 0.007);
    canvas.ellipse(x, y, u * 0.012, u * 0.014, light.time === 'day' ? mix(dark, '#ffffff', 0.7) : '#fff1c9');
  }
}
