import { type Canvas, polygon, round } from './canvas.ts';
import { mix } from './colour.ts';

/** A paved path from the front to a door at `x`. */
export function drawPath(canvas: Canvas, x: number, top: number): void {
  const { h, u, light } = canvas;
  const path = canvas.tone('#e3d3b8', 1);
  canvas.path(
    polygon([
      [x - u * 0.04, top],
      [x + u * 0.04, top],
      [x + u * 0.2, h],
      [x - u * 0.2, h],
    ]),
    mix(path, light.shade, 0.06),
  );
  for (let slab = 0; slab < 6; slab++)
    canvas.line(
      `M${round(x - u * (0.045 + slab * 0.026))} ${round(top + u * 0.02 + u * 0.024 * slab ** 1.2)}H${round(x + u * (0.045 + slab * 0.026))}`,
      mix(path, light.shade, 0.3),
      u * 0.003,
      0.6,
    );
}

/** A stone lantern beside the path. */
export function drawLantern(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#9f9a90', 1);
  canvas.rect(x - size * 0.05, y - size * 0.55, size * 0.1, size * 0.55, stone);
  canvas.rect(x - size * 0.14, y - size * 0.07, size * 0.28, size * 0.07, mix(stone, light.shade, 0.15));
  canvas.rect(x - size * 0.12, y - size * 0.74, size * 0.24, size * 0.2, stone);
  canvas.rect(x - size * 0.06, y - size * 0.71, size * 0.12, size * 0.14, light.time === 'day' ? mix(stone, light.shade, 0.5) : light.window);
  canvas.path(
    polygon([
      [x - size * 0.2, y - size * 0.73],
      [x - size * 0.05, y - size * 0.88],
      [x + size * 0.05, y - size * 0.88],
      [x + size * 0.2, y - size * 0.73],
    ]),
    mix(stone, light.shade, 0.2),
  );
}

/** Open ground of pale stone in front of a building, its joints running to the middle of the horizon. */
export function drawSquare(canvas: Canvas, top: number, stone: string): void {
  const { w, h, u, light } = canvas;
  const tone = canvas.tone(stone, 1);
  canvas.rect(0, top, w, h - top, canvas.vertical([0, mix(tone, light.sun, 0.16)], [1, mix(tone, light.shade, 0.26)]));
  for (let joint = -12; joint <= 12; joint++)
    canvas.line(
      `M${round(w / 2 + joint * w * 0.045)} ${round(top)}L${round(w / 2 + joint * w * 0.13)} ${h}`,
      mix(tone, light.shade, 0.26),
      u * 0.0018,
      0.45,
    );
  for (let row = 1; row < 7; row++)
    canvas.line(`M0 ${round(top + (h - top) * (row / 7) ** 1.7)}H${w}`, mix(tone, light.shade, 0.26), u * 0.0018, 0.45);
}

/** A round basin with a jet in its middle. */
export function drawFountain(canvas: Canvas, x: number, y: number, size: number): void {
  const { light } = canvas;
  const stone = canvas.tone('#cdbfa8', 1);
  canvas.ellipse(x, y + size * 0.05, size, size * 0.24, mix(stone, light.shade, 0.3));
  canvas.ellipse(x, y, size, size * 0.22, stone);
  canvas.ellipse(x, y, size * 0.9, size * 0.18, canvas.vertical([0, light.water[0]], [1, light.water[1]]));
  canvas.rect(x - size * 0.05, y - size * 0.36, size * 0.1, size * 0.36, stone);
  canvas.path(
    `M${round(x - size * 0.36)} ${round(y - size * 0.4)}Q${round(x)} ${round(y - size * 0.14)} ${round(x + size * 0.36)} ${round(y - size * 0.4)}Z`,
    stone,
  );
  for (const reach of [-0.62, -0.36, 0.36, 0.62])
    canvas.line(
      `M${round(x)} ${round(y - size * 0.4)}Q${round(x + reach * size * 0.5)} ${round(y - size * 0.95)} ${round(x + reach * size)} ${round(y - size * 0.02)}`,
      mix(light.water[0], '#ffffff', 0.65),
      size * 0.022,
      0.75,
    );
  canvas.line(`M${round(x)} ${round(y - size * 0.4)}v${round(-size * 0.42)}`, mix(light.water[0], '#ffffff', 0.7), size * 0.03, 0.8);
}
