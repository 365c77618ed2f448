import { expect, test } from 'vitest';
import { threadAgeOf, timeSince } from './thread-groups.ts';

const now = new Date(2026, 10, 25, 12).getTime();
const minute = 60_000;
const day = 24 * 60 * minute;
const before = (passed: number): string => new Date(now - passed).toISOString();

test.each([
  [0, 'today'],
  [12 * 60 * minute, 'today'],
  [12 * 60 * minute + 1, 'week'],
  [7 * day - 1, 'week'],
  [7 * day, 'month'],
  [30 * day - 1, 'month'],
  [30 * day, 'older'],
])('Thread of %d ms ago is in the group %s', (passed, age) => {
  expect(threadAgeOf(before(passed), now)).toBe(age);
});

test.each([
  [-5_000, 'minutes', 0],
  [59 * minute, 'minutes', 59],
  [60 * minute, 'hours', 1],
  [day - 1, 'hours', 23],
  [day, 'days', 1],
  [400 * day, 'days', 400],
])('%d ms are so many %s', (passed, unit, count) => {
  expect(timeSince(before(passed), now)).toEqual({ unit, count });
});
