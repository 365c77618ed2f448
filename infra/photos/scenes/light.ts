import type { SceneTime } from '../scene-key.ts';
import { mix } from './colour.ts';
import type { Random } from './random.ts';

/** What the time of day does to everything in a scene. All colours are `#rrggbb`. */
export interface Light {
  time: SceneTime;
  /** From the zenith to the horizon. */
  sky: readonly [string, string, string, string];
  sun: string;
  /** Colour into which distance dissolves. */
  haze: string;
  /** Colour of shadows, and how far it tints everything, 0 to 1. */
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

/** The light of a time, a little different in each scene. */
export function lightOf(time: SceneTime, random: Random): Light {
  const { tints, ...light } = lights[time];
  const tint = random.pick(tints);
  const share = random.between(0, 0.3);
  const [zenith, high, low, horizon] = light.sky;
  return { ...light, time, sky: [mix(zenith, tint, share), mix(high, tint, share * 0.7), mix(low, tint, share * 0.35), horizon] };
}
