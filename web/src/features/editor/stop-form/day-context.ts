import type { Day } from '@waystory/proto/itineraries/day.ts';
import { dateOfDay } from '@waystory/proto/itineraries/day-date.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { columnsOf, type Plan } from '../../../model/arrangement/arrangement.ts';
import { likelyDate } from './clock-times.ts';

/** Context of a stop form: the day of the stop, its neighbours and its date. */
export interface DayContext {
  day: Day;
  /** Position of the day among all, 1 for the first. */
  number: number;
  /** Previous stop of this day. */
  before: Stop | null;
  /** The day's other stops in their order. */
  others: Stop[];
  /** Reference stop of the place search: the previous located stop, else the first of the day, else the last of earlier days. */
  near: Stop | null;
  /** Points in the initial viewport before the place is chosen. */
  around: Coordinates[];
  /** Date of the day: counted from the first date of the story, else the most likely date; '' when unknown. */
  date: string;
  /** The story has a first date, which determines the date of the stop. */
  isDateFixed: boolean;
}

const isLocated = (stop: Stop): boolean => stop.isLocated;

/**
 * @param stopId Id of the edited stop; null for a new one at the end of the day.
 * @returns Null when the day does not exist, or the stop is not on it.
 */
export function dayContextOf(plan: Plan & { firstDate?: string | null }, dayId: string, stopId: string | null): DayContext | null {
  const days = columnsOf(plan).flatMap(({ day, stops }) => (day ? [{ day, stops }] : []));
  const at = days.findIndex(({ day }) => day.id === dayId);
  const here = days[at];
  if (!here) return null;
  const place = stopId === null ? here.stops.length : here.stops.findIndex(({ id }) => id === stopId);
  if (place < 0) return null;
  const others = here.stops.filter(({ id }) => id !== stopId);
  const earlier = days.slice(0, at).flatMap(({ stops }) => stops.filter(isLocated));
  const before = here.stops[place - 1] ?? null;
  const located = others.filter(isLocated);
  const around =
    located.length > 0 ? located : earlier.length > 0 ? earlier.slice(-1) : plan.stops.filter((stop) => stop.id !== stopId && isLocated(stop));
  return {
    day: here.day,
    number: at + 1,
    before,
    others,
    near: here.stops.slice(0, place).findLast(isLocated) ?? located[0] ?? earlier.at(-1) ?? null,
    around: around.map(({ coordinates }) => coordinates),
    date: plan.firstDate
      ? dateOfDay(plan.firstDate, at + 1)
      : likelyDate(
          days.map(({ stops }, index) => ({ number: index + 1, stops })),
          at + 1,
        ),
    isDateFixed: Boolean(plan.firstDate),
  };
}
