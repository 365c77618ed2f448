import { expect, test } from 'vitest';
import { quantile, quartiles } from './measurement.ts';

test('quantile() of 0.5 is the middle of unordered values, or the mean of the middle two', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
});

test('quartiles() of the numbers 0 to 8 are 2, 4 and 6', () =>
  expect(quartiles([0, 1, 2, 3, 4, 5, 6, 7, 8])).toEqual({ low: 2, median: 4, high: 6 }));

test('quantile() of no values is NaN', () => expect(quantile([], 0.5)).toBeNaN());
