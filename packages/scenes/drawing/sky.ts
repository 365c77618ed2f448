import type { SceneTime } from '../scene.ts';
import { type Canvas, mixColours, pathData, type Random, roundToTenth } from './canvas.ts';

/** Light of a time of day. All colours are `#rrggbb`. */
export interface Light {
  time: SceneTime;
  /** From the zenith to the horizon. */
  sky: readonly [string, string, string, string];
  sun: string;
  /** Colour towards which distant objects fade (aerial perspective). */
  haze: string;
  /** Colour of shadows, and the fraction by which it tints all objects, 0 to 1. */
  shade: string;
  shadeBy: number;
  /** Below the horizon and at the near edge. */
  water: readonly [string, string];
  window: string;
  /** Share of windows that are lit. */
  windowsLit: number;
  cloud: string;
}

const lights: Readonly<Record<SceneTime, Omit<Light, 'time'> & { tints: readonly [string, string, string] }>> = {
  dawn: {
    sky: ['#4d629c', '#a08fbb', '#f1b9a8', '#fee6c4'],
    sun: '#fff4da',
    haze: '#f4d3c0',
    shade: '#5a5388',
    shadeBy: 0.3,
    water: ['#efc3b0', '#6a71a3'],
    window: '#ffe3ac',
    windowsLit: 0.22,
    cloud: '#fce0d4',
    tints: ['#5d86b8', '#c98bb0', '#e8b07a'],
  },
  day: {
    sky: ['#3583cf', '#74b6ea', '#b9e0f4', '#f2f0e4'],
    sun: '#fffdf3',
    haze: '#dceaee',
    shade: '#1b4560',
    shadeBy: 0.04,
    water: ['#a5dae0', '#2a7ba6'],
    window: '#d7ebf4',
    windowsLit: 0.3,
    cloud: '#ffffff',
    tints: ['#2a6fc4', '#4fb3c8', '#8fb8e0'],
  },
  sunset: {
    sky: ['#3f3272', '#a44a80', '#f07f60', '#ffcb7d'],
    sun: '#fff2c9',
    haze: '#f7a874',
    shade: '#4a2258',
    shadeBy: 0.4,
    water: ['#f6a371', '#58306d'],
    window: '#ffd988',
    windowsLit: 0.4,
    cloud: '#e4747d',
    tints: ['#2d4a8a', '#c2455e', '#e0913f'],
  },
  night: {
    sky: ['#080f2d', '#122353', '#274582', '#5470a6'],
    sun: '#f7f2de',
    haze: '#3e5991',
    shade: '#0a1537',
    shadeBy: 0.66,
    water: ['#3a5b95', '#0b1739'],
    window: '#ffd37c',
    windowsLit: 0.5,
    cloud: '#41578f',
    tints: ['#1c1a4e', '#0f3a5c', '#2c2f6e'],
  },
};

/** Light of a time of day, with a sky tint that differs per scene. */
export function lightOf(time: SceneTime, random: Random): Light {
  const { tints, ...light } = lights[time];
  const tint = random.pick(...tints);
  const share = random.between(0, 0.3);
  const [zenith, high, low, horizon] = light.sky;
  return {
    ...light,
    time,
    sky: [mixColours(zenith, tint, share), mixColours(high, tint, share * 0.7), mixColours(low, tint, share * 0.35), horizon],
  };
}

/** Draws the sky with stars, sun or moon, and clouds. */
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
  // A crescent: the inner arc ends at nearly the same points, with a wider bend.
  const [r, bend, dx, dy] = [roundToTenth(radius), roundToTenth(radius * 1.15), roundToTenth(radius * 0.5), roundToTenth(radius * 0.86)];
  canvas.path(
    pathData`M${sun.x - dx} ${sun.y - dy}A${r} ${r} 0 1 1 ${sun.x - dx} ${sun.y + dy}A${bend} ${bend} 0 0 0 ${sun.x - dx} ${sun.y - dy}Z`,
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

/** Draws a long thin cloud. Its colour is the warmer, the nearer it is to the horizon. */
function drawStreak(canvas: Canvas): void {
  const { w, u, horizon, light, random } = canvas;
  const height = random.between(0.2, 0.88);
  const [x, y] = [w * random.between(-0.1, 1), horizon * height];
  const length = w * random.between(0.16, 0.5);
  const thick = u * random.between(0.006, 0.02) * (1.4 - height);
  const colour = mixColours(light.cloud, light.sky[3], height * 0.7);
  const bend = thick * random.between(-0.6, 0.6);
  const d = pathData`M${x} ${y}Q${x + length * 0.45} ${y - thick + bend} ${x + length} ${y}Q${x + length * 0.6} ${y + thick + bend} ${x} ${y}Z`;
  canvas.path(d, colour, light.time === 'night' ? 0.3 : random.between(0.35, 0.75));
}

/** Draws a cumulus cloud: round above, flat below, with a shaded base. */
function drawCumulus(canvas: Canvas, along: number, height: number): void {
  const { w, u, horizon, light, random } = canvas;
  const [cx, base] = [w * along, horizon * height];
  const size = u * random.between(0.05, 0.1) * (1.25 - height * 0.6);
  const puffs = Array.from({ length: 6 }, (_, index) => {
    const t = (index - 2.5) / 2.5;
    return { x: cx + t * size * 1.9 + random.between(-0.15, 0.15) * size, r: size * (0.95 - 0.55 * t * t) * random.between(0.75, 1.1) };
  });
  const [left, right] = [cx - size * 2.5, cx + size * 2.5];
  const sky = mixColours(light.sky[1], light.sky[2], height);
  const draw = (fill: string, lift: number, scale: number): void => {
    for (const { x, r } of puffs) canvas.ellipse(x, base - r * 0.35 + lift, r * scale, r * 0.82 * scale, fill);
  };
  canvas.within(pathData`M${left} ${base - size * 3}H${right}V${base}H${left}Z`, () => {
    draw(mixColours('#ffffff', sky, 0.34), 0, 1);
    draw(mixColours('#ffffff', sky, 0.06), -size * 0.2, 0.94);
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
    const d = pathData`M${x - s} ${y - s * 0.35}Q${x - s * 0.4} ${y - s * 0.5} ${x} ${y}Q${x + s * 0.4} ${y - s * 0.5} ${x + s} ${y - s * 0.35}`;
    canvas.line(d, mixColours(light.shade, light.haze, 0.25), u * 0.0022, 0.7);
  }
}
