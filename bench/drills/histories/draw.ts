/** Decisions of a random history, from numbers that fast-check draws. */
export interface Draw {
  below(limit: number): number;
  of<T>(items: readonly T[]): T;
  /** True once in so many times. */
  once(inTimes: number): boolean;
}

/** Takes one number after the other, from the start again after the last. */
export function createDraw(numbers: readonly number[]): Draw {
  let next = 0;
  const below = (limit: number): number => (numbers[next++ % numbers.length] ?? 0) % limit;
  return {
    below,
    of: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('There is nothing to draw from');
      return item;
    },
    once: (inTimes) => below(inTimes) === 0,
  };
}
