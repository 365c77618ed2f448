import { expect, test } from 'vitest';
import { journeyAt, journeyDuration } from './journey-time.ts';

test('route animation ends within 5 s, so it needs no pause control (WCAG 2.2.2)', () => expect(journeyDuration).toBeLessThan(5_000));

test('route animation starts without a line and ends with the whole route, without light', () => {
  expect(journeyAt(0)).toEqual({ head: 0, light: 0 });
  expect(journeyAt(journeyDuration)).toEqual({ head: 1, light: 1.2 });
  expect(journeyAt(10 * journeyDuration)).toEqual(journeyAt(journeyDuration));
});

test('drawn share of the animated route never shrinks', () => {
  const heads = Array.from({ length: 100 }, (_, index) => journeyAt((index * journeyDuration) / 99).head);
  expect(heads).toEqual([...heads].sort((a, b) => a - b));
});
