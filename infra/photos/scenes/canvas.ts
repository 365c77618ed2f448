import { type Scene, sceneShapes } from '../scene-key.ts';
import { mix } from './colour.ts';
import { type Light, lightOf } from './light.ts';
import { createRandom, type Random } from './random.ts';

export type Point = readonly [x: number, y: number];
/** Offset 0 to 1, colour, opacity. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** What a scene is drawn on. Lengths are in its own units, one of which is a pixel at full size. */
export interface Canvas {
  w: number;
  h: number;
  /** Length of the shorter side: sizes of things hang on it, whatever the shape. */
  u: number;
  horizon: number;
  sun: { x: number; y: number };
  light: Light;
  random: Random;
  path(d: string, fill: string, opacity?: number): void;
  line(d: string, colour: string, width: number, opacity?: number): void;
  rect(x: number, y: number, width: number, height: number, fill: string, opacity?: number, radius?: number): void;
  ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity?: number): void;
  /** Fills from top to bottom, and from the centre outwards, of what they are put on. */
  vertical(...stops: Stop[]): string;
  radial(...stops: Stop[]): string;
  /** Draws within an outline only. */
  within(outline: string, draw: () => void): void;
  /** What is drawn meanwhile also appears upside down below `y`. */
  mirrored(y: number, opacity: number, draw: () => void): void;
  /** A natural colour in the light of this scene; `near` is 0 far away and 1 in front. */
  tone(colour: string, near: number): string;
  svg(width: number, height: number): string;
}

export const round = (value: number): number => Math.round(value * 10) / 10;
const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
/** Path over points, closed. */
export const polygon = (points: readonly Point[]): string => `M${points.map(at).join('L')}Z`;
export const polyline = (points: readonly Point[]): string => `M${points.map(at).join('L')}`;

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
  const tone = (colour: string, near: number): string => mix(mix(colour, light.shade, light.shadeBy), light.haze, (1 - near) * 0.82);
  return { w, h, u: Math.min(w, h), horizon, sun, light, random, tone, ...paper, svg: (width, height) => paper.svg(w, h, width, height) };
}

const faded = (opacity: number): string => (opacity < 1 ? ` opacity="${Math.round(opacity * 100) / 100}"` : '');

const stopsOf = (stops: Stop[]): string =>
  stops.map(([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('');

/** Collects shapes and what they refer to. */
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
      void shapes.push(`<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round"${faded(opacity)}/>`),
    rect: (x: number, y: number, width: number, height: number, fill: string, opacity = 1, radius = 0) =>
      void shapes.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" fill="${fill}"${radius ? ` rx="${round(radius)}"` : ''}${faded(opacity)}/>`,
      ),
    ellipse: (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
      void shapes.push(`<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${faded(opacity)}/>`),
    vertical: (...stops: Stop[]) => define((id) => `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`),
    radial: (...stops: Stop[]) => define((id) => `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`),
    within: (outline: string, draw: () => void) => {
      const clip = define((id) => `<clipPath id="${id}"><path d="${outline}"/></clipPath>`);
      shapes.push(`<g clip-path="${clip}">${aside(draw)}</g>`);
    },
    mirrored: (y: number, opacity: number, draw: () => void) => {
      const drawn = aside(draw);
      const clip = define((id) => `<clipPath id="${id}"><rect x="0" y="${round(y)}" width="9999" height="9999"/></clipPath>`);
      shapes.push(`${drawn}<g clip-path="${clip}" opacity="${opacity}"><g transform="translate(0 ${round(2 * y)}) scale(1 -1)">${drawn}</g></g>`);
    },
    svg: (w: number, h: number, width: number, height: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${w} ${h}"><defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`,
  };
}
