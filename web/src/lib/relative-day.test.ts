import { expect, test } from 'vitest';
import { relativeDay } from './relative-day.ts';

test.each([
  ['2026-05-20T08:00:00', 'today'],
  ['2026-05-19T23:00:00', 'yesterday'],
  ['2026-05-10T12:00:00', '10 days ago'],
  ['2026-04-20T12:00:00', '4 weeks ago'],
  ['2026-02-01T12:00:00', '4 months ago'],
  ['2024-05-20T12:00:00', '2 years ago'],
])('Relative day on 20 May 2026 of %s is %s', (moment, words) => {
  expect(relativeDay(moment, '2026-05-20T12:00:00', 'en')).toBe(words);
});
