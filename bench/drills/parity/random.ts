import { numbersFrom } from '../../harness/seeded-numbers.ts';

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

export function randomFrom(seed: number): Random {
  const next = numbersFrom(seed);
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
