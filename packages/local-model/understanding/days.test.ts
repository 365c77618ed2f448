import { describe, expect, test } from 'vitest';
import { dateAfter, lengthIn, timeIn } from './days.ts';
import { plainText } from './plain-text.ts';

describe('lengthIn()', () => {
  test.each([
    ['3 days', 3],
    ['three full days', 3],
    ['a 2-day trip', 2],
    ['four nights', 5],
    ['a couple of days', 2],
    ['two weeks', 14],
    ['a week', 7],
    ['a weekend', 2],
    ['a long weekend', 3],
    ['48 hours', 2],
    ['4d in Tokyo', 4],
    ['from 30 April to 2 May', 3],
    ['3–6 May', 4],
    ['May 3 - 6', 4],
    ['December 30 to January 2', 4],
    ['Friday to Sunday', 3],
    ['Thu-Sun', 4],
  ])('parses %s', (words, days) => {
    expect(lengthIn(plainText(words))?.days).toBe(days);
  });

  test.each(['next week', 'Lisbon', 'the 3rd floor', 'a day like any other'.replace('a day', 'daylight'), 'temples and gardens'])(
    'returns null for %s',
    (words) => {
      expect(lengthIn(plainText(words))).toBeNull();
    },
  );

  test('returns the first day of a date range', () => {
    expect(lengthIn('from 30 april to 2 may')?.from).toEqual({ day: 30, month: 4 });
    expect(dateAfter({ day: 30, month: 4 }, 2)).toBe('2 May');
    expect(dateAfter({ day: 31, month: 12 }, 1)).toBe('1 January');
  });
});

describe('timeIn()', () => {
  test.each([
    ['at noon', 720],
    ['at 6pm', 1_080],
    ['at 12:45', 765],
    ['at 9 am', 540],
    ['in the late afternoon', 1_020],
    ['whenever', null],
  ])('parses %s', (words, minutes) => {
    expect(timeIn(words)).toBe(minutes);
  });
});
