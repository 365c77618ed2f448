import { type Scene, sceneShapes } from '../scene.ts';
import { type Light, lightOf } from './sky.ts';

/** Deterministic random numbers: equal seeds yield equal numbers. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  between(low: number, high: number): number;
  pick<const List extends readonly [unknown, ...unknown[]]>(...list: List): List[number];
  chance(probability: number): boolean;
}

/** Creates a generator (mulberry32) whose state is the FNV-1a hash of the seed. */
export function createRandom(seed: string): Random {
  let state = 2_166_136_261;
  for (let index = 0; index < seed.length; index++) state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (...list) => list[Math.floor(next() * list.length)] ?? list[0],
    chance: (probability) => next() < probability,
  };
}

type Triple = readonly [number, number, number];

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
const encoded = (channel: number): number => (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);

/** Converts a `#rrggbb` colour to Oklab (Ottosson 2020). */
function oklab(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Triple; // as: map keeps the length of three
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOf([lightness, a, b]: Triple): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const digits = channels.map((channel) => Math.round(Math.min(1, Math.max(0, encoded(Math.max(0, channel)))) * 255));
  return `#${digits.map((digit) => digit.toString(16).padStart(2, '0')).join('')}`;
}

/** A `#rrggbb` between two colours; interpolation in Oklab avoids muddy tones. */
export function mixColours(from: string, to: string, share: number): string {
  const [a, b] = [oklab(from), oklab(to)];
  const at = (index: 0 | 1 | 2): number => a[index] + (b[index] - a[index]) * share;
  return hexOf([at(0), at(1), at(2)]);
}

export type CanvasPoint = readonly [x: number, y: number];
/** Offset 0 to 1, colour, opacity. */
export type GradientStop = readonly [offset: number, colour: string, opacity?: number];

/** Canvas of a scene. Lengths are in user units of the SVG; one unit is one pixel at full size. */
export interface Canvas {
  w: number;
  h: number;
  /** Length of the shorter side, the unit of all sizes, because objects must fit landscape and portrait alike. */
  u: number;
  horizon: number;
  sun: { x: number; y: number };
  light: Light;
  random: Random;
  path(d: string, fill: string, opacity?: number): void;
  line(d: string, colour: string, width: number, opacity?: number): void;
  rect(x: number, y: number, width: number, height: number, fill: string, opacity?: number, radius?: number): void;
  ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity?: number): void;
  /** Gradient fills of a shape: from top to bottom, and from its centre outwards. */
  vertical(...stops: GradientStop[]): string;
  radial(...stops: GradientStop[]): string;
  /** Clips what `draw` draws to an outline. */
  within(outline: string, draw: () => void): void;
  /** Draws, and adds the upside-down reflection below `y`. */
  mirrored(y: number, opacity: number, draw: () => void): void;
  /** Natural colour as it appears in the light of this scene. `near` is 0 in the distance and 1 in the foreground. */
  tone(colour: string, near: number): string;
  svg(width: number, height: number): string;
}

export const roundToTenth = (value: number): number => Math.round(value * 10) / 10;
const at = ([x, y]: CanvasPoint): string => `${roundToTenth(x)} ${roundToTenth(y)}`;
/** Closed SVG path through the points. */
export const polygonPath = (...points: readonly CanvasPoint[]): string => `${polylinePath(...points)}Z`;
export const polylinePath = (...points: readonly CanvasPoint[]): string => `M${points.map(at).join('L')}`;
/** Path data with every number rounded to a tenth. */
export const pathData = (strings: TemplateStringsArray, ...values: readonly (number | string)[]): string =>
  String.raw({ raw: strings }, ...values.map((value) => (typeof value === 'number' ? roundToTenth(value) : value)));

/** An empty canvas in the light of a scene. */
export function createCanvas(scene: Scene): Canvas {
  const { width: w, height: h } = sceneShapes[scene.shape];
  const random = createRandom(`${scene.kind} ${scene.time} ${scene.variant}`);
  const light = lightOf(scene.time, random);
  const horizon = h * random.between(0.54, 0.6);
  const height = { dawn: [0.66, 0.84], day: [0.16, 0.32], sunset: [0.68, 0.86], night: [0.18, 0.34] }[scene.time];
  const sun = {
    x: w * (random.chance(0.5) ? random.between(0.16, 0.4) : random.between(0.6, 0.84)),
    y: horizon * random.between(height[0] ?? 0, height[1] ?? 0),
  };
  const paper = createPaper();
  const tone = (colour: string, near: number): string => mixColours(mixColours(colour, light.shade, light.shadeBy), light.haze, (1 - near) * 0.82);
  return { w, h, u: Math.min(w, h), horizon, sun, light, random, tone, ...paper, svg: (width, height) => paper.svg(w, h, width, height) };
}

const faded = (opacity: number): string => (opacity < 1 ? ` opacity="${Math.round(opacity * 100) / 100}"` : '');

const stopsOf = (stops: GradientStop[]): string =>
  stops.map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('');

/** Collects SVG shapes and the gradients and clip paths that they reference. */
function createPaper() {
  let shapes: string[] = [];
  const definitions: string[] = [];
  const define = (write: (id: string) => string): string => `url(#d${definitions.push(write(`d${definitions.length}`)) - 1})`;
  const aside = (draw: () => void): string => {
    const before = shapes;
    shapes = [];
    draw();
    const drawn = shapes.join('');
    shapes = before;
    return drawn;
  };
  return {
    path: (d: string, fill: string, opacity = 1) => void shapes.push(`<path d="${d}" fill="${fill}"${faded(opacity)}/>`),
    line: (d: string, colour: string, width: number, opacity = 1) =>
      void shapes.push(
        `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${roundToTenth(width)}" stroke-linecap="round"${faded(opacity)}/>`,
      ),
    rect: (x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0) =>
      void shapes.push(
        `<rect x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(Math.max(0, width))}" height="${roundToTenth(Math.max(0, height))}" fill="${fill}"${radius ? ` rx="${roundToTenth(radius)}"` : ''}${faded(opacity)}/>`,
      ),
    ellipse: (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
      void shapes.push(
        `<ellipse cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" rx="${roundToTenth(rx)}" ry="${roundToTenth(ry)}" fill="${fill}"${faded(opacity)}/>`,
      ),
    vertical: (...stops: GradientStop[]) =>
      define((id) => `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`),
    radial: (...stops: GradientStop[]) => define((id) => `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`),
    within: (outline: string, draw: () => void) => {
      const clip = define((id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`);
      shapes.push(`<g clip-path="${clip}">${aside(draw)}</g>`);
    },
    mirrored: (y: number, opacity: number, draw: () => void) => {
      const drawn = aside(draw);
      const clip = define((id) => `<clipPath id="${id}"><rect x="0" y="${roundToTenth(y)}" width="9999" height="9999"/></clipPath>`);
      shapes.push(
        `${drawn}<g clip-path="${clip}" opacity="${opacity}"><g transform="translate(0 ${roundToTenth(2 * y)}) scale(1 -1)">${drawn}</g></g>`,
      );
    },
    svg: (w: number, h: number, width: number, height: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${w} ${h}"><defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`,
  };
}
