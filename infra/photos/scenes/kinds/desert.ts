import { type Canvas, type Point, polygon, round } from '../canvas.ts';
import { mix } from '../colour.ts';
import { drawMist } from '../terrain.ts';
import { drawMesas } from './mesas.ts';

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

/** A dune: an S-shaped crest that runs from the summit to the principal and parts the lit slope from the shaded one. Answers its skyline. */
function drawDune(canvas: Canvas, peak: number, base: number, height: number, near: number): Point[] {
  const { w, h, u, light, sun, random } = canvas;
  const tilt = random.between(0.5, 1.1);
  const skyline = Array.from({ length: 81 }, (_, i): Point => {
    const x = (w * i) / 80;
    const away = Math.abs(x - peak) / w;
    const side = x < peak ? tilt : 1.55 - tilt;
    return [x, base - height * Math.exp(-((away * 2.6 * side) ** 1.35)) + u * 0.006 * Math.sin(i * 0.17 + near * 9)];
  });
  const sand = canvas.tone('#e6b478', near);
  canvas.path(
    polygon([...skyline, [w, h], [0, h]]),
    canvas.vertical([0, mix(sand, light.sun, 0.22)], [0.35, sand], [1, mix(sand, light.shade, 0.14)]),
  );
  const dark = sun.x < peak ? 1 : -1;
  const top = Math.min(...skyline.map(([, y]) => y));
  const wander = w * random.between(0.07, 0.13);
  const crest = Array.from({ length: 25 }, (_, i): Point => {
    const t = i / 24;
    return [peak + wander * Math.sin(t * 4.2) * t - dark * t * w * 0.16, top + (h * 1.02 - top) * t ** 1.5];
  });
  const edge = skyline.filter(([x]) => (dark > 0 ? x > peak : x < peak));
  const rim = dark > 0 ? edge : edge.toReversed();
  const far: Point[] = [[dark > 0 ? w : 0, h * 1.02]];
  const slope = polygon([...crest.toReversed(), ...rim, ...far]);
  canvas.path(slope, canvas.vertical([0, mix(sand, light.shade, 0.42)], [0.5, mix(sand, light.shade, 0.26)], [1, mix(sand, light.shade, 0.34)]), 0.9);
  if (near > 0.7) drawRipples(canvas, crest, dark, sand);
  return skyline;
}

/** What the wind writes on the lit slope. */
function drawRipples(canvas: Canvas, crest: readonly Point[], dark: number, sand: string): void {
  const { w, u, light } = canvas;
  for (let ripple = 3; ripple < crest.length; ripple++) {
    const [x, y] = crest[ripple] ?? [0, 0];
    const long = w * (0.05 + 0.016 * ripple);
    const d = `M${round(x - dark * u * 0.01)} ${round(y)}q${round(-dark * long * 0.3)} ${round(u * 0.014)} ${round(-dark * long * 0.55)} ${round(u * 0.004)}t${round(-dark * long * 0.45)} ${round(u * 0.012)}`;
    canvas.line(d, mix(sand, light.shade, 0.3), u * 0.0022, 0.4);
  }
}

function drawCaravan(canvas: Canvas, skyline: readonly Point[], size: number): void {
  const { w, light, random } = canvas;
  const colour = mix(canvas.tone('#4a2f22', 1), light.shade, 0.35);
  const start = random.between(0.25, 0.5);
  for (let camel = 0; camel < 5; camel++) {
    const x = w * start + camel * size * 1.25;
    const y = (skyline[Math.round((x / w) * 80)]?.[1] ?? 0) + size * 0.08;
    const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y - dy * size)}`;
    canvas.path(
      `M${p(-0.36, 0.42)}Q${p(-0.3, 0.66)} ${p(-0.1, 0.62)}Q${p(0, 0.92)} ${p(0.12, 0.62)}Q${p(0.26, 0.62)} ${p(0.32, 0.52)}Q${p(0.42, 0.5)} ${p(0.44, 0.86)}L${p(0.62, 0.84)}L${p(0.6, 0.76)}L${p(0.52, 0.75)}Q${p(0.52, 0.4)} ${p(0.28, 0.36)}Z`,
      colour,
    );
    for (const leg of [-0.3, -0.22, 0.16, 0.26]) canvas.line(`M${p(leg, 0.42)}L${p(leg + 0.02, 0)}`, colour, size * 0.05);
    if (camel % 2 === 0) canvas.path(`M${p(-0.06, 0.78)}Q${p(0, 1.2)} ${p(0.06, 0.78)}Z`, canvas.tone('#c9493d', 1));
  }
}
