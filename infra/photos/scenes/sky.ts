import { type Canvas, round } from './canvas.ts';
import { mix } from './colour.ts';

/** Everything above the horizon that is not land. */
export function drawSky(canvas: Canvas): void {
  const { w, horizon, light } = canvas;
  const [zenith, high, low, edge] = light.sky;
  canvas.rect(0, 0, w, canvas.h, edge);
  canvas.rect(0, 0, w, horizon * 1.08, canvas.vertical([0, zenith], [0.38, high], [0.74, low], [1, edge]));
  if (light.time === 'night') drawStars(canvas);
  drawSun(canvas);
  drawClouds(canvas);
}

function drawStars(canvas: Canvas): void {
  const { w, u, horizon, random } = canvas;
  const band = canvas.radial([0, '#a9b9ff', 0.2], [0.5, '#8fa0ee', 0.09], [1, '#8fa0ee', 0]);
  canvas.ellipse(w * random.between(0.3, 0.7), horizon * 0.34, w * 0.75, u * 0.2, band);
  for (let star = 0; star < 150; star++) {
    const y = horizon * 0.92 * random.next() ** 1.25;
    canvas.ellipse(random.next() * w, y, ...twice(u * random.between(0.0006, 0.0019)), '#ffffff', random.between(0.3, 0.95));
  }
}
const twice = (value: number): [number, number] => [value, value];

function drawSun(canvas: Canvas): void {
  const { u, light, sun } = canvas;
  const isNight = light.time === 'night';
  const strength = { dawn: 0.8, day: 0.55, sunset: 0.85, night: 0.3 }[light.time];
  canvas.ellipse(sun.x, sun.y, u * 0.72, u * 0.72, canvas.radial([0, light.sun, strength], [0.22, light.sun, strength * 0.36], [1, light.sun, 0]));
  const radius = u * { dawn: 0.062, day: 0.045, sunset: 0.075, night: 0.038 }[light.time];
  if (!isNight) {
    canvas.ellipse(sun.x, sun.y, radius, radius, light.sun);
    return;
  }
  // The inner arc goes through nearly the same points with a wider bend: what is left is a crescent.
  const [r, bend, dx, dy] = [round(radius), round(radius * 1.15), round(radius * 0.5), round(radius * 0.86)];
  canvas.path(
    `M${round(sun.x - dx)} ${round(sun.y - dy)}A${r} ${r} 0 1 1 ${round(sun.x - dx)} ${round(sun.y + dy)}A${bend} ${bend} 0 0 0 ${round(sun.x - dx)} ${round(sun.y - dy)}Z`,
    light.sun,
  );
}

function drawClouds(canvas: Canvas): void {
  const { light, random } = canvas;
  if (light.time === 'day') {
    const clouds = 2 + Math.floor(random.next() * 3);
    for (let cloud = 0; cloud < clouds; cloud++) drawCumulus(canvas, (cloud + random.between(0.1, 0.8)) / clouds, random.between(0.18, 0.62));
  }
  const streaks = { dawn: 9, day: 2, sunset: 11, night: 3 }[light.time];
  for (let streak = 0; streak < streaks; streak++) drawStreak(canvas);
}

/** A long thin cloud; the nearer the horizon, the warmer. */
function drawStreak(canvas: Canvas): void {
  const { w, u, horizon, light, random } = canvas;
  const height = random.between(0.2, 0.88);
  const [x, y] = [w * random.between(-0.1, 1), horizon * height];
  const length = w * random.between(0.16, 0.5);
  const thick = u * random.between(0.006, 0.02) * (1.4 - height);
  const colour = mix(light.cloud, light.sky[3], height * 0.7);
  const bend = thick * random.between(-0.6, 0.6);
  const d = `M${round(x)} ${round(y)}Q${round(x + length * 0.45)} ${round(y - thick + bend)} ${round(x + length)} ${round(y)}Q${round(x + length * 0.6)} ${round(y + thick + bend)} ${round(x)} ${round(y)}Z`;
  canvas.path(d, colour, light.time === 'night' ? 0.3 : random.between(0.35, 0.75));
}

/** A fair-weather cloud: round above, flat below, with a shadow at its foot. */
function drawCumulus(canvas: Canvas, along: number, height: number): void {
  const { w, u, horizon, light, random } = canvas;
  const [cx, base] = [w * along, horizon * height];
  const size = u * random.between(0.05, 0.1) * (1.25 - height * 0.6);
  const puffs = Array.from({ length: 6 }, (_, index) => {
    const t = (index - 2.5) / 2.5;
    return { x: cx + t * size * 1.9 + random.between(-0.15, 0.15) * size, r: size * (0.95 - 0.55 * t * t) * random.between(0.75, 1.1) };
  });
  const [left, right] = [cx - size * 2.5, cx + size * 2.5];
  const sky = mix(light.sky[1], light.sky[2], height);
  const draw = (fill: string, lift: number, scale: number): void => {
    for (const { x, r } of puffs) canvas.ellipse(x, base - r * 0.35 + lift, r * scale, r * 0.82 * scale, fill);
  };
  canvas.within(`M${round(left)} ${round(base - size * 3)}H${round(right)}V${round(base)}H${round(left)}Z`, () => {
    draw(mix('#ffffff', sky, 0.34), 0, 1);
    draw(mix('#ffffff', sky, 0.06), -size * 0.2, 0.94);
    draw('#ffffff', -size * 0.42, 0.66);
  });
}

/** A few birds, far off near the sun. */
export function drawBirds(canvas: Canvas, count = 5): void {
  const { w, u, horizon, light, sun, random } = canvas;
  for (let bird = 0; bird < count; bird++) {
    const x = sun.x + random.between(-0.22, 0.22) * w;
    const y = horizon * random.between(0.3, 0.66);
    const s = u * random.between(0.008, 0.016);
    const d = `M${round(x - s)} ${round(y - s * 0.35)}Q${round(x - s * 0.4)} ${round(y - s * 0.5)} ${round(x)} ${round(y)}Q${round(x + s * 0.4)} ${round(y - s * 0.5)} ${round(x + s)} ${round(y - s * 0.35)}`;
    canvas.line(d, mix(light.shade, light.haze, 0.25), u * 0.0022, 0.7);
  }
}
