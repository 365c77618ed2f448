import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockTimesOf, likelyDate, momentsOf, nextDate, problemsOfTimes } from './clock-times.ts';

const none = { arrivalTime: null, startTime: null, departureTime: null };
const blank = { date: '', arrival: '', start: '', departure: '', departureDate: '' };

describe('times of a stop', () => {
  test('are in local time of the place, whatever time zone the writer is in', () => {
    expect(clockTimesOf({ ...none, arrivalTime: '2026-05-04T23:30:00.000Z' })).toEqual({ ...blank, date: '2026-05-04', arrival: '23:30' });
    expect(momentsOf({ ...blank, date: '2026-05-04', start: '09:15' })).toEqual({ ...none, startTime: '2026-05-04T09:15:00.000Z' });
  });

  test('are blank without data, and a date alone sets no time', () => {
    expect(clockTimesOf(none)).toEqual(blank);
    expect(momentsOf({ ...blank, date: '2026-05-04' })).toEqual(none);
  });

  test('survive a round trip, including nights between arrival and departure', () => {
    const minute = fc.date({ min: new Date('2000-01-02'), max: new Date('2099-12-31'), noInvalidDate: true }).map((date) => {
      date.setUTCSeconds(0, 0);
      return date.toISOString();
    });
    fc.assert(
      fc.property(minute, fc.option(minute), (arrivalTime, departureTime) => {
        const moments = { ...none, arrivalTime, departureTime };
        expect(momentsOf(clockTimesOf(moments))).toEqual(moments);
      }),
    );
  });
});

test('clock times without a date survive a round trip, also over night', () => {
  const night = { ...blank, arrival: '22:00', departure: '08:00', departureDate: nextDate('') };
  expect(momentsOf(night)).toEqual({ ...none, arrivalTime: '2000-01-01T22:00:00.000Z', departureTime: '2000-01-02T08:00:00.000Z' });
  expect(clockTimesOf(momentsOf(night))).toEqual(night);
  expect(nextDate('2026-02-28')).toBe('2026-03-01');
});

describe('time validation', () => {
  test('accepts clock times without a date, and blank times', () => {
    expect(problemsOfTimes({ ...blank, arrival: '10:00', departure: '11:00' })).toEqual([]);
    expect(problemsOfTimes({ ...blank, arrival: '22:00', departure: '08:00', departureDate: nextDate('') })).toEqual([]);
    expect(problemsOfTimes({ ...blank, arrival: '22:00', departure: '08:00' })).toEqual([{ field: 'departure', problem: 'leavesBefore' }]);
    expect(problemsOfTimes(blank)).toEqual([]);
  });

  test('rejects a departure or a start before the arrival', () => {
    const times = { ...blank, date: '2026-05-04', arrival: '10:00' };
    expect(problemsOfTimes({ ...times, departure: '09:00' })).toEqual([{ field: 'departure', problem: 'leavesBefore' }]);
    expect(problemsOfTimes({ ...times, start: '09:00' })).toEqual([{ field: 'start', problem: 'startsBefore' }]);
    expect(problemsOfTimes({ ...times, start: '11:00', departure: '10:30' })).toEqual([{ field: 'departure', problem: 'leavesBefore' }]);
    expect(problemsOfTimes({ ...times, departure: '09:00', departureDate: '2026-05-05' })).toEqual([]);
  });
});

describe('the likely date of a day', () => {
  const on = (number: number, ...dates: string[]) => ({ number, stops: dates.map((date) => ({ ...none, startTime: `${date}T09:00:00.000Z` })) });

  test('is the date of its other stops', () => {
    expect(likelyDate([on(1, '2026-05-04'), on(2, '2026-06-01')], 2)).toBe('2026-06-01');
  });

  test('is counted from the nearest dated day, across the end of a month', () => {
    expect(likelyDate([on(1, '2026-05-30'), on(2), on(3)], 3)).toBe('2026-06-01');
    expect(likelyDate([on(1), on(2), on(3, '2026-03-01')], 1)).toBe('2026-02-27');
  });

  test('is unknown when no stop has a time', () => {
    expect(likelyDate([on(1), on(2)], 1)).toBe('');
  });
});
