/** Shortest and longest pause between the starts of two batches, milliseconds. */
const [shortest, longest] = [15, 120];

/** Decides when to read again, so that a stream of appends is read in batches. */
export interface AdaptiveBatching {
  /**
   * Requests a batch, which begins at once or after the pause since the last one.
   * @param leastMs Minimum of the pause, milliseconds.
   */
  request(leastMs?: number): void;
  /** True when a requested batch has not begun. */
  isDue(): boolean;
  /** A recipient begins to work on the batch. */
  enter(member: object): void;
  /** A recipient has finished its work, or has left. */
  rest(member: object): void;
}

/**
 * Adapts the pause between batches to the load. The first append is read at once. In a stream of appends the pause is three times the last batch's
 * duration. Under overload more appends share a batch, whose cost hardly depends on their number.
 * @param begin Called at the start of each batch.
 */
export function createAdaptiveBatching(begin: () => void): AdaptiveBatching {
  const busy = new Set<object>();
  let began = Number.NEGATIVE_INFINITY;
  let pause = shortest;
  let due: { at: number; timer: NodeJS.Timeout } | null = null;
  const start = (): void => {
    clearTimeout(due?.timer);
    due = null;
    // The last batch is still being delivered.
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
