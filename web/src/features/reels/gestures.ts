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

/** Keys with a modifier belong to the browser and to the shell. */
export const commandOf = ({ key, ctrlKey, metaKey, altKey }: Press): ReelCommand | null =>
  ctrlKey || metaKey || altKey ? null : (commands[key] ?? null);

/** A turn of the wheel so far. */
export interface WheelTurn {
  /** Time of the last event, milliseconds. */
  at: number;
  delta: number;
  sum: number;
  /** When it last led on; null while it has not. */
  steppedAt: number | null;
}

/** Without an event for so long the next one begins a new turn, milliseconds. */
const quiet = 160;
/** Less is a trembling finger on a touchpad, pixels. */
const least = 30;
/** A wheel that is turned on leads on once in so long; a touchpad that runs out gets slower all the time, milliseconds. */
const pace = 500;
/** Wheel delta of one notch, pixels. */
const notch = 80;
/** Pixels of a line and of a page, in the order of `deltaMode`. */
const units = [1, 40, 800] as const;

/** One turn of the wheel, or one stroke on a touchpad with all that follows of its own momentum, leads on by one reel. */
export function turnWheel(before: WheelTurn | null, event: { deltaY: number; deltaMode: number; at: number }): { turn: WheelTurn; step: 1 | 0 | -1 } {
  const delta = event.deltaY * (units[event.deltaMode] ?? 1);
  const goesOn = before !== null && event.at - before.at <= quiet && Math.sign(delta) === Math.sign(before.delta);
  const sum = (goesOn ? before.sum : 0) + delta;
  const steppedAt = goesOn ? before.steppedAt : null;
  const isFirst = steppedAt === null && Math.abs(sum) >= least;
  const isNext = goesOn && steppedAt !== null && event.at - steppedAt >= pace && Math.abs(delta) >= Math.max(notch, Math.abs(before.delta));
  const steps = isFirst || isNext;
  return { turn: { at: event.at, delta, sum, steppedAt: steps ? event.at : steppedAt }, step: steps ? (delta > 0 ? 1 : -1) : 0 };
}
