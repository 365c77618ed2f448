import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hoursAndMinutesOf, minutesOf } from './stop-field.tsx';

test.each([
  ['', '', null],
  ['1', '30', 90],
  ['', '45', 45],
  ['2', '', 120],
  ['', '90', 90],
  ['0', '0', 0],
  ['x', '5', 5],
])('duration fields with the texts %s h and %s min are parsed to minutes', (hours, minutes, value) => {
  expect(minutesOf({ hours, minutes })).toBe(value);
});

test('duration in minutes survives a round trip through the fields for hours and minutes', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: 0, max: 10_080 })), (value) => {
      expect(minutesOf(hoursAndMinutesOf(value))).toBe(value);
    }),
  );
});
