import { describe, expect, test } from 'vitest';
import { phasesOf, secondsIn } from './artillery.ts';

describe('load phases', () => {
  test('of a spike have five times the rate for ten seconds in the middle', () => {
    const phases = phasesOf('spike', 50, 130);
    expect(phases.map(({ duration, arrivalRate }) => [duration, arrivalRate])).toEqual([
      [60, 50],
      [10, 250],
      [60, 50],
    ]);
  });

  test('of a soak last at least twenty minutes', () => {
    expect(phasesOf('soak', 10, 60)).toEqual([{ name: 'soak', duration: 1_200, arrivalRate: 10 }]);
  });

  test('of a ramp rise from a tenth of the rate to the full rate', () => {
    expect(phasesOf('ramp', 100, 60)).toEqual([{ name: 'ramp', duration: 60, arrivalRate: 10, rampTo: 100 }]);
  });
});

test.each([
  ['90', 90],
  ['90s', 90],
  ['2m', 120],
  ['1h', 3_600],
  ['0', null],
  ['', null],
  ['2 m', null],
  ['-1', null],
  ['1d', null],
])('secondsIn() parses the duration %s as %s', (text, seconds) => {
  expect(secondsIn(text)).toBe(seconds);
});
