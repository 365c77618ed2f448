/** How visitors arrive: so many a second, from one rate to another, for so long. */
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

/** How much more than usual arrives in a spike, and for how long, seconds. */
const spike = { times: 5, seconds: 10 };
/** Shortest soak, seconds: memory that leaks shows after many minutes. */
const shortestSoak = 20 * 60;

/**
 * An open model: visitors arrive whether or not those before were answered, as people do.
 * steady: one rate. ramp: from a tenth of it up to it. spike: the rate, five times it for ten seconds, the rate. soak: the rate for twenty minutes or more.
 * @param rate arrivals a second
 * @param seconds in all
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

/** Seconds of `90`, `90s`, `2m` or `1h`; null for anything else. */
export function secondsIn(text: string): number | null {
  const [, number, unit = 's'] = /^(\d{1,6})([smh])?$/.exec(text) ?? [];
  const seconds = Number(number) * { s: 1, m: 60, h: 3_600 }[unit as 's' | 'm' | 'h'];
  return seconds > 0 ? seconds : null;
}
