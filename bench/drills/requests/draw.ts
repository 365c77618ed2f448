import fc from 'fast-check';

/** Random choices from a source of numbers. */
export interface Draw {
  /** A whole number from 0 to below the end. */
  below(end: number): number;
  chance(probability: number): boolean;
  /** True with a probability of one in `inTimes`. */
  once(inTimes: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(items: readonly (readonly [item: T, weight: number])[]): T;
  some<T>(items: readonly T[]): T[];
}

/** @param next a number from 0 to below 1 */
function createDraw(next: () => number): Draw {
  const below = (end: number): number => Math.floor(next() * end);
  const chance = (probability: number): boolean => next() < probability;
  return {
    below,
    chance,
    once: (inTimes) => below(inTimes) === 0,
    pick: (items) => at(items, below(items.length)),
    weighted(items) {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      const index = items.findIndex(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return at(items, index < 0 ? items.length - 1 : index)[0];
    },
    some: (items) => items.filter(() => chance(0.5)),
  };
}

function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new Error('There is nothing to draw from');
  return items[index] as T; // the index is within the list
}

const parts = 2 ** 30;
// A bias towards small numbers would draw the first of every list.
const fraction = (): fc.Arbitrary<number> => fc.noBias(fc.nat({ max: parts - 1 }));

/** Draws of fast-check: repeated from a seed, and shrunk when a property fails. */
export const draws: fc.Arbitrary<Draw> = fc.gen().map((generate) => createDraw(() => generate(fraction) / parts));

/** Draws from a list of numbers of `seriesOf`, again and again. */
export function drawFrom(numbers: readonly number[]): Draw {
  let next = 0;
  return createDraw(() => (numbers[next++ % numbers.length] ?? 0) / 10_000);
}

/** Lists of numbers for `drawFrom`, which fast-check can shrink. */
export const series = fc.array(fc.nat({ max: 9_999 }), { minLength: 40, maxLength: 120 });
