import { expect, test } from 'vitest';
import { journeyAt, journeyTime } from './journey-time.ts';

test('is over before motion would need a switch (WCAG 2.2.2)', () => expect(journeyTime).toBeLessThan(5_000));

test('begins with nothing and ends with the whole way, unlit', () => {
  expect(journeyAt(0)).toEqual({ head: 0, light: 0 });
  expect(journeyAt(journeyTime)).toEqual({ head: 1, light: 1.2 });
  expect(journeyAt(10 * journeyTime)).toEqual(journeyAt(journeyTime));
});

test('never takes back what is drawn', () => {
  const heads = Array.from({ length: 100 }, (_, index) => journeyAt((index * journeyTime) / 99).head);
  expect(heads).toEqual([...heads].sort((a, b) => a - b));
});
