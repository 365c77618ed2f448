/** Random choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0, below this. */
  below(end: number): number;
  /** True that often, 0 to 1. */
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of them, each as often as its weight says. */
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
}

/** mulberry32: 32 bits of state are plenty for some thousand requests. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => at(items, below(items.length)),
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      const index = items.findIndex(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return at(items, index < 0 ? items.length - 1 : index)[0];
    },
  };
}

function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new Error('Nothing to choose from');
  return items[index] as T; // within the list, as was just seen
}
