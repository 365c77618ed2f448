import { type Canvas, type CanvasPoint, mixColours, pathData, polygonPath, polylinePath } from '../canvas.ts';
import { drawMist } from '../land.ts';
import { drawBushes } from '../plants.ts';
import { drawBirds } from '../sky.ts';

export function drawDesert(canvas: Canvas): void {
  const { w, h, u, horizon, random } = canvas;
  drawMesas(canvas, horizon + u * 0.01, u * 0.09, 0.12);
  drawMist(canvas, horizon, 0.6, 0.05);
  const crests = [0.05, 0.13, 0.24, 0.42];
  crests.forEach((down, index) => {
    const peak = w * (index % 2 ? random.between(0.58, 0.82) : random.between(0.2, 0.42));
    const crest = drawDune(canvas, peak, horizon + u * down, u * (0.07 + 0.045 * index), 0.3 + index * 0.23);
    if (index === 1) drawCaravan(canvas, crest, u * 0.05);
    if (index < 3) drawMist(canvas, horizon + u * (down + 0.07), 0.2, 0.04);
  });
  canvas.rect(0, h * 0.94, w, h * 0.06, canvas.vertical([0, canvas.light.shade, 0], [1, canvas.light.shade, 0.25]));
}

/** A dune: an S-shaped crest from the summit to the foot separates the lit slope from the shaded one. Returns its skyline. */
function drawDune(canvas: Canvas, peak: number, base: number, height: number, near: number): CanvasPoint[] {
  const { w, h, u, light, sun, random } = canvas;
  const tilt = random.between(0.5, 1.1);
  const skyline = Array.from({ length: 81 }, (_, i): CanvasPoint => {
    const x = (w * i) / 80;
    const away = Math.abs(x - peak) / w;
    const side = x < peak ? tilt : 1.55 - tilt;
    return [x, base - height * Math.exp(-((away * 2.6 * side) ** 1.35)) + u * 0.006 * Math.sin(i * 0.17 + near * 9)];
  });
  const sand = canvas.tone('#e6b478', near);
  canvas.path(
    polygonPath(...skyline, [w, h], [0, h]),
    canvas.vertical([0, mixColours(sand, light.sun, 0.22)], [0.35, sand], [1, mixColours(sand, light.shade, 0.14)]),
  );
  const dark = sun.x < peak ? 1 : -1;
  const top = Math.min(...skyline.map(([, y]) => y));
  const wander = w * random.between(0.07, 0.13);
  const crest = Array.from({ length: 25 }, (_, i): CanvasPoint => {
    const t = i / 24;
    return [peak + wander * Math.sin(t * 4.2) * t - dark * t * w * 0.16, top + (h * 1.02 - top) * t ** 1.5];
  });
  const edge = skyline.filter(([x]) => (dark > 0 ? x > peak : x < peak));
  const rim = dark > 0 ? edge : edge.toReversed();
  const far: CanvasPoint[] = [[dark > 0 ? w : 0, h * 1.02]];
  const slope = polygonPath(...crest.toReversed(), ...rim, ...far);
  canvas.path(
    slope,
    canvas.vertical([0, mixColours(sand, light.shade, 0.42)], [0.5, mixColours(sand, light.shade, 0.26)], [1, mixColours(sand, light.shade, 0.34)]),
    0.9,
  );
  if (near > 0.7) drawRipples(canvas, crest, dark, sand);
  return skyline;
}

/** Ripples of the wind on the lit slope. */
function drawRipples(canvas: Canvas, crest: readonly CanvasPoint[], dark: number, sand: string): void {
  const { w, u, light } = canvas;
  for (let ripple = 3; ripple < crest.length; ripple++) {
    const [x, y] = crest[ripple] ?? [0, 0];
    const long = w * (0.05 + 0.016 * ripple);
    const d = pathData`M${x - dark * u * 0.01} ${y}q${-dark * long * 0.3} ${u * 0.014} ${-dark * long * 0.55} ${u * 0.004}t${-dark * long * 0.45} ${u * 0.012}`;
    canvas.line(d, mixColours(sand, light.shade, 0.3), u * 0.0022, 0.4);
  }
}

function drawCaravan(canvas: Canvas, skyline: readonly CanvasPoint[], size: number): void {
  const { w, light, random } = canvas;
  const colour = mixColours(canvas.tone('#4a2f22', 1), light.shade, 0.35);
  const start = random.between(0.25, 0.5);
  for (let camel = 0; camel < 5; camel++) {
    const x = w * start + camel * size * 1.25;
    const y = (skyline[Math.round((x / w) * 80)]?.[1] ?? 0) + size * 0.08;
    const p = (dx: number, dy: number): string => pathData`${x + dx * size} ${y - dy * size}`;
    canvas.path(
      `M${p(-0.36, 0.42)}Q${p(-0.3, 0.66)} ${p(-0.1, 0.62)}Q${p(0, 0.92)} ${p(0.12, 0.62)}Q${p(0.26, 0.62)} ${p(0.32, 0.52)}Q${p(0.42, 0.5)} ${p(0.44, 0.86)}L${p(0.62, 0.84)}L${p(0.6, 0.76)}L${p(0.52, 0.75)}Q${p(0.52, 0.4)} ${p(0.28, 0.36)}Z`,
      colour,
    );
    for (const leg of [-0.3, -0.22, 0.16, 0.26]) canvas.line(`M${p(leg, 0.42)}L${p(leg + 0.02, 0)}`, colour, size * 0.05);
    if (camel % 2 === 0) canvas.path(`M${p(-0.06, 0.78)}Q${p(0, 1.2)} ${p(0.06, 0.78)}Z`, canvas.tone('#c9493d', 1));
  }
}

/** Flat-topped rocks on the horizon. */
export function drawMesas(canvas: Canvas, foot: number, height: number, near: number): void {
  const { w, random } = canvas;
  const rock = canvas.tone('#b5694a', near);
  for (let mesa = 0; mesa < 5; mesa++) {
    const x = w * ((mesa + random.between(0, 0.6)) / 5);
    const [half, tall] = [w * random.between(0.03, 0.08), height * random.between(0.4, 1)];
    canvas.path(
      polygonPath(
        [x - half * 1.5, foot],
        [x - half, foot - tall * 0.5],
        [x - half * 0.9, foot - tall],
        [x + half * 0.85, foot - tall],
        [x + half, foot - tall * 0.5],
        [x + half * 1.6, foot],
      ),
      rock,
    );
  }
}

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
  const bank = (side: number): CanvasPoint[] =>
    Array.from({ length: 25 }, (_, i): CanvasPoint => {
      const t = i / 24;
      return [at(t) + side * u * (0.004 + 0.085 * t ** 1.7), horizon + (h - horizon) * (0.12 + 0.9 * t ** 1.25)];
    });
  path(
    polygonPath(...bank(-1), ...bank(1).toReversed()),
    vertical(
      [0, mixColours(light.water[0], light.sun, 0.3)],
      [0.5, mixColours(light.water[0], '#3f9a9c', 0.3)],
      [1, mixColours(light.water[1], '#2f8a8c', 0.3)],
    ),
  );
}

const strata = ['#e0a878', '#c9744c', '#d98c5f', '#b45a3c', '#e6b98c', '#c06746', '#a85138', '#d07f55'] as const;

/** A wall of the canyon in bands of rock, terraced towards the gap; `side` -1 reaches to the left edge. */
function drawWall(canvas: Canvas, side: number, edge: number, foot: number, height: number, near: number): void {
  const { w, u, light, sun, random } = canvas;
  const out = side < 0 ? -u * 0.1 : w + u * 0.1;
  const profile: CanvasPoint[] = [];
  let x = edge;
  for (let terrace = 0; terrace <= 5; terrace++) {
    const y = foot - (height * terrace) / 5;
    profile.push([x, y], [x + side * u * random.between(0.004, 0.012), y - (height / 5) * 0.72]);
    x += side * u * random.between(0.014, 0.06) * (0.6 + near * 0.7);
  }
  const top = foot - height * 1.14;
  const rim = Array.from(
    { length: 9 },
    (_, i): CanvasPoint => [x + ((out - x) * i) / 8, top + (i % 2 ? 1 : -1) * u * 0.006 - u * 0.02 * Math.sin(i)],
  );
  const outline = polygonPath(...profile, ...rim, [out, foot + height * 0.2], [edge, foot + height * 0.2]);
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
      polygonPath(...rim, ...rim.toReversed().map(([rx, ry]): CanvasPoint => [rx, ry + u * 0.012])),
      mixColours(canvas.tone('#8f9a5a', near), light.sun, 0.1),
      0.9,
    );
  });
}

/** Draws rock layers and their cracks, from `top` down, between the horizontal positions `edge` and `out`. */
function drawStrata(canvas: Canvas, [edge, out]: readonly [number, number], top: number, height: number, near: number): void {
  const { w, u, light, random } = canvas;
  const bands = 15;
  const shift = Math.floor(random.next() * strata.length);
  for (let band = 0; band < bands; band++) {
    const y = top - u * 0.03 + (height * 1.35 * band) / bands;
    const wave = Array.from(
      { length: 13 },
      (_, i): CanvasPoint => [Math.min(edge, out) - u * 0.2 + ((Math.abs(out - edge) + u * 0.4) * i) / 12, y + Math.sin(i * 1.1 + band) * u * 0.004],
    );
    const fill = canvas.tone(strata[(band + shift) % strata.length] ?? '#c06f4c', near);
    canvas.path(polygonPath(...wave, [w * 1.3, top + height * 2.2], [-w * 0.3, top + height * 2.2]), fill);
    canvas.line(polylinePath(...wave), mixColours(fill, light.shade, 0.35), u * 0.002, 0.5);
  }
  for (let crack = 0; crack < 12; crack++) {
    const cx = edge + (out - edge) * random.next();
    canvas.path(
      polygonPath([cx, top - u * 0.03], [cx + u * 0.012, top + height * random.between(0.3, 1)], [cx - u * 0.004, top + height * 0.4]),
      light.shade,
      0.18,
    );
  }
}
