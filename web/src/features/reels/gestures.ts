/** Command of a key in the reels. */
export type ReelCommand = { reels: 1 | -1 } | { scenes: 1 | -1 } | 'pause';

const commands: Readonly<Record<string, ReelCommand>> = {
  ArrowDown: { reels: 1 },
  PageDown: { reels: 1 },
  j: { reels: 1 },
  ArrowUp: { reels: -1 },
  PageUp: { reels: -1 },
  k: { reels: -1 },
  ArrowRight: { scenes: 1 },
  ArrowLeft: { scenes: -1 },
  ' ': 'pause',
};

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Null for other keys and with a modifier, because those belong to the browser and to shortcuts of the app. */
export const reelCommandOf = ({ key, ctrlKey, metaKey, altKey }: Press): ReelCommand | null =>
  ctrlKey || metaKey || altKey ? null : (commands[key] ?? null);

/** State of the current wheel gesture. */
export interface WheelTurn {
  /** Time of the last event, milliseconds. */
  at: number;
  delta: number;
  sum: number;
  /** Time of the last step, null before the first one. */
  steppedAt: number | null;
}

/** Pause that ends a gesture; the next event starts a new one, milliseconds. */
const quiet = 160;
/** Minimum delta of a step; less is touchpad jitter, pixels. */
const least = 30;
/**
 * Minimum interval between the steps of a continuous turn, milliseconds. A further step also needs a delta no smaller than the previous one, so the
 * fading momentum of a touchpad makes none.
 */
const pace = 500;
/** Wheel delta of one notch, pixels. */
const notch = 80;
/** Pixels per unit of `deltaMode`: pixel, line and page. */
const units = [1, 40, 800] as const;

/**
 * Wheel gesture detector. A notch of the wheel, or a touchpad stroke with its momentum, makes one step. A continuous turn makes one step per `pace`.
 */
export function wheelStepAfter(
  before: WheelTurn | null,
  event: { deltaY: number; deltaMode: number; at: number },
): { turn: WheelTurn; step: 1 | 0 | -1 } {
  const delta = event.deltaY * (units[event.deltaMode] ?? 1);
  const goesOn = before !== null && event.at - before.at <= quiet && Math.sign(delta) === Math.sign(before.delta);
  const sum = (goesOn ? before.sum : 0) + delta;
  const steppedAt = goesOn ? before.steppedAt : null;
  const isFirst = steppedAt === null && Math.abs(sum) >= least;
  const isNext = goesOn && steppedAt !== null && event.at - steppedAt >= pace && Math.abs(delta) >= Math.max(notch, Math.abs(before.delta));
  const steps = isFirst || isNext;
  return { turn: { at: event.at, delta, sum, steppedAt: steps ? event.at : steppedAt }, step: steps ? (delta > 0 ? 1 : -1) : 0 };
}
