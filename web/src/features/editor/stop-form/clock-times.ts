import { dateOfDay, placeholderDate } from '@waystory/proto/itineraries/day-date.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';

/** Times of a stop in the format of the form: dates as `2026-05-04`, clock times as `09:30`, '' when unknown. A clock time needs no date. */
export interface ClockTimes {
  date: string;
  arrival: string;
  start: string;
  departure: string;
  /** Date of a departure on another day than the arrival; relative to `placeholderDate` when the stop has no date. */
  departureDate: string;
}
type Moments = Pick<Stop, 'arrivalTime' | 'startTime' | 'departureTime'>;

const dateOf = (moment: string | null): string => (moment ? new Date(moment).toISOString().slice(0, 10) : '');
const clockOf = (moment: string | null): string => (moment ? new Date(moment).toISOString().slice(11, 16) : '');
/** Local times of the place are stored as if they were UTC, as the story reads them. */
const momentOf = (date: string, clock: string): string | null => (clock ? `${date || placeholderDate}T${clock}:00.000Z` : null);

export function clockTimesOf({ arrivalTime, startTime, departureTime }: Moments): ClockTimes {
  const date = dateOf(arrivalTime ?? startTime ?? departureTime);
  const departureDate = dateOf(departureTime);
  return {
    date: date === placeholderDate ? '' : date,
    arrival: clockOf(arrivalTime),
    start: clockOf(startTime),
    departure: clockOf(departureTime),
    departureDate: departureDate === date ? '' : departureDate,
  };
}

export const momentsOf = ({ date, arrival, start, departure, departureDate }: ClockTimes): Moments => ({
  arrivalTime: momentOf(date, arrival),
  startTime: momentOf(date, start),
  departureTime: momentOf(departureDate || date, departure),
});

/** The following day, as departure date of a stay over night. */
export const nextDate = (date: string): string => dateOfDay(date || placeholderDate, 2);

/** Invalid times: field and problem. */
export function problemsOfTimes(times: ClockTimes): { field: keyof ClockTimes; problem: 'startsBefore' | 'leavesBefore' }[] {
  const { arrivalTime, startTime, departureTime } = momentsOf(times);
  const startsBefore = startTime !== null && arrivalTime !== null && startTime < arrivalTime;
  const begins = [arrivalTime, startTime]
    .filter((moment) => moment !== null)
    .toSorted()
    .at(-1);
  const leavesBefore = departureTime !== null && begins !== undefined && departureTime < begins;
  return [
    ...(startsBefore ? [{ field: 'start', problem: 'startsBefore' } as const] : []),
    ...(leavesBefore ? [{ field: 'departure', problem: 'leavesBefore' } as const] : []),
  ];
}

/** Most likely date of a day: the date of its stops, else counted from the nearest dated day; '' when no stop has a date. */
export function likelyDate(days: readonly { number: number; stops: readonly Moments[] }[], number: number): string {
  const dated = days.flatMap((one) => {
    const date = one.stops.map((stop) => clockTimesOf(stop).date).find((candidate) => candidate !== '');
    return date ? [{ number: one.number, date }] : [];
  });
  const [nearest] = dated.toSorted((a, b) => Math.abs(a.number - number) - Math.abs(b.number - number));
  return nearest ? dateOfDay(nearest.date, 1 + number - nearest.number) : '';
}
