/** The shortest and the longest pause from the beginning of one batch to the next, milliseconds. */
const [shortest, longest] = [15, 120];

/** Says when to look for more, so that a stream of appends is taken in batches. */
export interface AdaptiveBatching {
  /** Requests a batch: it begins at once, or after the pause since the last one. The pause has at least this length, milliseconds. */
  request(leastMs?: number): void;
  /** Whether a batch was requested that has not begun. */
  isDue(): boolean;
  /** One of those whom the batch was given to begins to work on it. */
  enter(member: object): void;
  /** It has done what there was to do, or has left. */
  rest(member: object): void;
}

/**
 * A first append is read at once. Under a stream of them the pause is three times as long as the last batch took. Under overload, more appends then
 * share a batch, whose cost hardly depends on their number.
 * @param begin called as each batch begins.
 */
export function createAdaptiveBatching(begin: () => void): AdaptiveBatching {
  const busy = new Set<object>();
  let began = Number.NEGATIVE_INFINITY;
  let pause = shortest;
  let due: { at: number; timer: NodeJS.Timeout } | null = null;
  const start = (): void => {
    clearTimeout(due?.timer);
    due = null;
    // Events of the last batch are still being delivered.
    if (busy.size > 0) pause = Math.min(longest, pause * 2);
    began = performance.now();
    begin();
  };
  return {
    request(leastMs = 0) {
      const at = began + Math.max(pause, leastMs);
      if (due && due.at <= at) return;
      const wait = at - performance.now();
      if (wait <= 0) return start();
      clearTimeout(due?.timer);
      due = { at, timer: setTimeout(start, wait).unref() };
    },
    isDue: () => due !== null,
    enter: (member) => {
      busy.add(member);
    },
    rest(member) {
      if (busy.delete(member) && busy.size === 0) pause = Math.min(longest, Math.max(shortest, 4 * (performance.now() - began)));
    },
  };
}
