import { type Canvas, type Point, polygon, polyline } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawBirds } from '../sky.ts';
import { drawMist } from '../terrain.ts';
import { drawBushes } from '../trees.ts';
import { drawMesas } from './mesas.ts';

export function drawCanyon(canvas: Canvas): void {
  const { w, h, u, horizon, light, random } = canvas;
  drawMesas(canvas, horizon + u * 0.02, u * 0.14, 0.12);
  canvas.rect(0, horizon, w, h - horizon, canvas.vertical([0, canvas.tone('#d59a6c', 0.3)], [1, canvas.tone('#b5694a', 0.9)]));
  drawMist(canvas, horizon + u * 0.02, 0.6, 0.05);
  const middle = random.between(0.44, 0.56);
  const river = (t: number): number => w * middle + Math.sin(t * 5.2 + 0.6) * w * 0.07 * (0.35 + t);
  const walls = [0.3, 0.46, 0.64, 0.84, 1] as const;
  walls.forEach((near, index) => {
    const t = (index + 1) / walls.length;
    const foot = horizon + (h - horizon) * t ** 1.4 * 1.02;
    const gap = w * (0.05 + 0.19 * t);
    if (index === 3) drawRiver(canvas, river, horizon);
    for (const side of [-1, 1])
      drawWall(
        canvas,
        side,
        river(t) + side * gap * random.between(0.8, 1.2),
        foot + u * 0.05,
        u * (0.13 + 0.13 * t) * random.between(0.85, 1.15),
        near,
      );
    if (index < 4) drawMist(canvas, foot, 0.22 * (1 - t) + 0.05, 0.05);
  });
  drawBushes(canvas, -u * 0.03, w * 0.16, h * 1.01, u * 0.05, canvas.tone('#6f8a55', 1));
  drawBushes(canvas, w * 0.86, w * 1.02, h * 1.01, u * 0.045, canvas.tone('#6f8a55', 1));
  canvas.rect(0, h * 0.93, w, h * 0.07, canvas.vertical([0, light.shade, 0], [1, light.shade, 0.3]));
  drawBirds(canvas, 4);
}

function drawRiver({ path, vertical, h, u, light }: Canvas, at: (t: number) => number, horizon: number): void {
  const bank = (side: number): Point[] =>
    Array.from({ length: 25 }, (_, i): Point => {
      const t = i / 24;
      return [at(t) + side * u * (0.004 + 0.085 * t ** 1.7), horizon + (h - horizon) * (0.12 + 0.9 * t ** 1.25)];
    });
  path(
    polygon([...bank(-1), ...bank(1).toReversed()]),
    vertical([0, mix(light.water[0], light.sun, 0.3)], [0.5, mix(light.water[0], '#3f9a9c', 0.3)], [1, mix(light.water[1], '#2f8a8c', 0.3)]),
  );
}

const strata = ['#e0a878', '#c9744c', '#d98c5f', '#b45a3c', '#e6b98c', '#c06746', '#a85138', '#d07f55'] as const;

/** A wall of the canyon in bands of rock, terraced towards the gap; `side` -1 reaches to the left edge. */
function drawWall(canvas: Canvas, side: number, edge: number, foot: number, height: number, near: number): void {
  const { w, u, light, sun, random } = canvas;
  const out = side < 0 ? -u * 0.1 : w + u * 0.1;
  const profile: Point[] = [];
  let x = edge;
  for (let terrace = 0; terrace <= 5; terrace++) {
    const y = foot - (height * terrace) / 5;
    profile.push([x, y], [x + side * u * random.between(0.004, 0.012), y - (height / 5) * 0.72]);
    x += side * u * random.between(0.014, 0.06) * (0.6 + near * 0.7);
  }
  const top = foot - height * 1.14;
  const rim = Array.from({ length: 9 }, (_, i): Point => [x + ((out - x) * i) / 8, top + (i % 2 ? 1 : -1) * u * 0.006 - u * 0.02 * Math.sin(i)]);
  const outline = polygon([...profile, ...rim, [out, foot + height * 0.2], [edge, foot + height * 0.2]]);
  canvas.path(outline, canvas.tone('#c06f4c', near));
  canvas.within(outline, () => {
    drawStrata(canvas, [edge, out], top, height, near);
    const lit = side < 0 === sun.x > w / 2;
    canvas.rect(
      Math.min(edge, out) - u * 0.2,
      top - u * 0.1,
      Math.abs(out - edge) + u * 0.4,
      height * 1.6,
      canvas.vertical([0, lit ? light.sun : light.shade, lit ? 0.22 : 0.16], [1, light.shade, lit ? 0.2 : 0.42]),
    );
    canvas.path(
      polygon([...rim, ...rim.toReversed().map(([rx, ry]): Point => [rx, ry + u * 0.012])]),
      mix(canvas.tone('#8f9a5a', near), light.sun, 0.1),
      0.9,
    );
  });
}

/** Bands of rock and the cracks in them, from `top` down between two sides. */
function drawStrata(canvas: Canvas, [edge, out]: readonly [number, number], top: number, height: number, near: number): void {
  const { w, u, light, random } = canvas;
  const bands = 15;
  const shift = Math.floor(random.next() * strata.length);
  for (let band = 0; band < bands; band++) {
    const y = top - u * 0.03 + (height * 1.35 * band) / bands;
    const wave = Array.from(
      { length: 13 },
      (_, i): Point => [Math.min(edge, out) - u * 0.2 + ((Math.abs(out - edge) + u * 0.4) * i) / 12, y + Math.sin(i * 1.1 + band) * u * 0.004],
    );
    const fill = canvas.tone(strata[(band + shift) % strata.length] ?? '#c06f4c', near);
    canvas.path(polygon([...wave, [w * 1.3, top + height * 2.2], [-w * 0.3, top + height * 2.2]]), fill);
    canvas.line(polyline(wave), mix(fill, light.shade, 0.35), u * 0.002, 0.5);
  }
  for (let crack = 0; crack < 12; crack++) {
    const cx = edge + (out - edge) * random.next();
    canvas.path(
      polygon([
        [cx, top - u * 0.03],
        [cx + u * 0.012, top + height * random.between(0.3, 1)],
        [cx - u * 0.004, top + height * 0.4],
      ]),
      light.shade,
      0.18,
    );
  }
}
