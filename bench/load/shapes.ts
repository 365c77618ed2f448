/** Phase of an arrival process. */
export interface Phase {
  name: string;
  /** Seconds. */
  duration: number;
  /** Arrivals a second. */
  arrivalRate: number;
  rampTo?: number;
}

export const shapeNames = ['steady', 'ramp', 'spike', 'soak'] as const;
export type ShapeName = (typeof shapeNames)[number];

/** Factor and seconds of a spike. */
const spike = { times: 5, seconds: 10 };
/** Shortest soak, seconds: leaks show after many minutes. */
const shortestSoak = 20 * 60;

/**
 * Phases of an open-loop load: visitors arrive whether or not earlier ones were answered. `steady` has one rate. `ramp` climbs to it from a tenth.
 * `spike` has five times the rate for ten seconds in the middle. `soak` lasts twenty minutes or more.
 * @param rate arrivals a second
 */
export function phasesOf(shape: ShapeName, rate: number, seconds: number): Phase[] {
  switch (shape) {
    case 'steady':
      return [{ name: 'steady', duration: seconds, arrivalRate: rate }];
    case 'soak':
      return [{ name: 'soak', duration: Math.max(seconds, shortestSoak), arrivalRate: rate }];
    case 'ramp':
      return [{ name: 'ramp', duration: seconds, arrivalRate: rate / 10, rampTo: rate }];
    case 'spike': {
      const around = Math.max(1, Math.round((seconds - spike.seconds) / 2));
      return [
        { name: 'before', duration: around, arrivalRate: rate },
        { name: 'spike', duration: spike.seconds, arrivalRate: rate * spike.times },
        { name: 'after', duration: around, arrivalRate: rate },
      ];
    }
    default:
      return shape satisfies never;
  }
}

/** Parses a duration such as `90`, `90s`, `2m` or `1h`. @returns seconds; null when it is malformed */
export function secondsIn(text: string): number | null {
  const [, number, unit = 's'] = /^(\d{1,6})([smh])?$/.exec(text) ?? [];
  const seconds = Number(number) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'];
  return seconds > 0 ? seconds : null;
}
