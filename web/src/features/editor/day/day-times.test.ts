import { describe, expect, test } from 'vitest';
import { stopFixture } from '../../../model/testing/plan.fixture.ts';
import { dayTimesOf } from './day-times.ts';

const at = (time: string): string => `2026-05-04T${time}:00.000Z`;
const stop = (changes: Parameters<typeof stopFixture>[3]) => stopFixture('s', ['d'], 0, changes);

describe('the times of a day', () => {
  test('are null when no stop has a time', () => {
    expect(dayTimesOf([stop({})])).toEqual({ from: null, until: null, staying: null, travelling: null, overlaps: [] });
  });

  test('run from the first arrival to the end of the last stay', () => {
    const stops = [
      stop({ arrivalTime: at('09:00'), durationMinutes: 60 }),
      stop({ travelTimeMinutes: 15, arrivalTime: at('10:30'), departureTime: at('11:00') }),
      stop({ travelTimeMinutes: 20, startTime: at('12:00'), durationMinutes: 90 }),
    ];
    expect(dayTimesOf(stops)).toEqual({ from: at('09:00'), until: at('13:30'), staying: 150, travelling: 35, overlaps: [] });
  });

  test('continue over midnight and over the date line, where clocks and dates go back', () => {
    const night = [stop({ startTime: at('22:30'), durationMinutes: 60 }), stop({ startTime: at('00:30'), durationMinutes: 90 })];
    expect(dayTimesOf(night)).toMatchObject({ from: at('22:30'), until: '2026-05-05T02:00:00.000Z', overlaps: [] });
    const flight = [
      stop({ startTime: at('10:00') }),
      stop({ startTime: '2026-05-03T11:00:00.000Z' }),
      stop({ startTime: '2026-05-03T13:00:00.000Z' }),
    ];
    expect(dayTimesOf(flight)).toMatchObject({ from: at('10:00'), until: at('13:00'), overlaps: [] });
    const early = [stop({ startTime: at('14:00') }), stop({ startTime: at('09:00') })];
    expect(dayTimesOf(early).overlaps).toEqual([1]);
  });

  test('exclude the travel time to the first stop', () => {
    expect(dayTimesOf([stop({ travelTimeMinutes: 600 }), stop({ travelTimeMinutes: 5 })]).travelling).toBe(5);
  });

  test('report a stop that begins before the previous one has ended', () => {
    const stops = [stop({ startTime: at('09:00'), durationMinutes: 120 }), stop({}), stop({ startTime: at('10:00') })];
    expect(dayTimesOf(stops).overlaps).toEqual([2]);
  });
});
