import { type Canvas, round } from './canvas.ts';
import { mix } from './colour.ts';

/** Water from `top` to `bottom`, in the colours of the sky unless others are named. */
export function drawWater(canvas: Canvas, top: number, bottom = canvas.h, tint?: readonly [string, string]): void {
  const { w, light } = canvas;
  const [far, deep] = tint ? [mix(canvas.tone(tint[0], 0.8), light.water[0], 0.3), mix(canvas.tone(tint[1], 1), light.water[1], 0.3)] : light.water;
  canvas.rect(0, top, w, bottom - top, canvas.vertical([0, mix(far, light.sky[3], 0.35)], [0.18, far], [1, deep]));
}

/** What moves on water: the path of the sun and the backs of waves. Goes over reflections. */
export function drawGlitter(canvas: Canvas, top: number, bottom = canvas.h, waves = 70): void {
  const { w, u, light, sun, random } = canvas;
  const depth = bottom - top;
  const shine = canvas.radial([0, light.sun, light.time === 'day' ? 0.4 : 0.6], [1, light.sun, 0]);
  canvas.within(`M0 ${round(top)}H${w}V${round(bottom)}H0Z`, () => {
    canvas.ellipse(sun.x, top, w * 0.12, depth * 1.05, shine);
    for (let wave = 0; wave < waves; wave++) {
      const t = random.next() ** 1.5;
      const inSun = wave % 5 < 3;
      const x = inSun ? sun.x + random.between(-1, 1) * w * (0.02 + 0.13 * t) : random.next() * w;
      const long = w * random.between(0.008, 0.035) * (0.35 + t * 1.7);
      const thick = u * (0.0008 + 0.0032 * t);
      const colour = inSun ? light.sun : mix(light.water[0], '#ffffff', 0.25);
      canvas.ellipse(x, top + u * 0.004 + t * depth * 0.97, long, thick, colour, inSun ? random.between(0.3, 0.8) : random.between(0.14, 0.36));
    }
  });
}

/** A sailing boat whose waterline is at `y`. */
export function drawSailboat(canvas: Canvas, x: number, y: number, size: number): void {
  const hull = canvas.tone('#5b3a2e', 0.95);
  const sail = canvas.tone('#fdf6e6', 0.9);
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y + dy * size)}`;
  canvas.path(`M${p(-0.5, 0.02)}Q${p(0, 0.3)} ${p(0.55, 0.02)}Z`, mix(canvas.light.water[1], hull, 0.3), 0.35);
  canvas.path(`M${p(0.03, -0.12)}L${p(0.03, -1.3)}Q${p(0.6, -0.6)} ${p(0.5, -0.14)}Z`, sail);
  canvas.path(`M${p(-0.04, -0.14)}L${p(-0.04, -1.1)}Q${p(-0.42, -0.5)} ${p(-0.42, -0.16)}Z`, mix(sail, canvas.light.shade, 0.2));
  canvas.path(
    `M${p(-0.58, -0.1)}H${round(x + 0.6 * size)}Q${p(0.5, 0.1)} ${p(0.3, 0.1)}H${round(x - 0.38 * size)}Q${p(-0.5, 0.06)} ${p(-0.58, -0.1)}Z`,
    hull,
  );
}

/** A fishing boat with a cabin and a mast. */
export function drawFishingBoat(canvas: Canvas, x: number, y: number, size: number, paint: string): void {
  const hull = canvas.tone(paint, 1);
  const trim = canvas.tone('#fbf3e2', 1);
  const p = (dx: number, dy: number): string => `${round(x + dx * size)} ${round(y + dy * size)}`;
  canvas.line(`M${p(0.1, -0.3)}L${p(0.1, -1.5)}`, canvas.tone('#6b4a36', 1), size * 0.035);
  canvas.line(`M${p(0.1, -1.5)}L${p(-0.72, -0.2)}M${p(0.1, -1.5)}L${p(0.8, -0.28)}`, canvas.tone('#4a3a34', 1), size * 0.012, 0.7);
  canvas.rect(x - 0.28 * size, y - 0.56 * size, 0.4 * size, 0.4 * size, trim);
  canvas.rect(x - 0.22 * size, y - 0.5 * size, 0.28 * size, 0.14 * size, canvas.light.window, 0.85);
  canvas.path(
    `M${p(-0.8, -0.24)}Q${p(0, -0.12)} ${p(0.9, -0.34)}Q${p(0.8, 0.06)} ${p(0.55, 0.1)}H${round(x - 0.6 * size)}Q${p(-0.76, 0)} ${p(-0.8, -0.24)}Z`,
    hull,
  );
  canvas.line(`M${p(-0.78, -0.2)}Q${p(0, -0.08)} ${p(0.88, -0.3)}`, trim, size * 0.035);
}
