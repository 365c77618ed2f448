import { calendarDay, lastDay, laterByDays, placeholderDate } from '@waystory/proto/itineraries/day-date.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { docIn, docsIn } from './doc-table.ts';
import type { Story, StoryEvent } from './story.ts';

const times = ['arrivalTime', 'startTime', 'departureTime'] as const;

/** End of a night, minutes after midnight: a club at half past midnight belongs to the day before. */
const nightEnds = 300;
/** Smallest step back of the clock that counts as a passed midnight, minutes. */
const halfDay = 720;

/**
 * Moves the times of stops to the dates of their days after a change. A stay keeps its length, also over midnight. A start in the night after a day
 * stays in that night. Without a first date, times stay as written. When the first date is removed, only clock times stay.
 */
export function rescheduleStops(before: Story, after: Story): StoryEvent[] {
  if (!firstDateOf(before) && !firstDateOf(after)) return [];
  return docsIn(after.stops).flatMap((stop) => {
    const [moment, day] = [momentOf(stop), dayOf(after, stop)];
    if (moment === null || day === null) return [];
    const old = docIn(before.stops, stop.id);
    const nights = firstDateOf(after) === null ? 0 : nightsOf(stop, after, old && momentOf(old) === moment ? dayOf(before, old) : null);
    const shift = Math.min(day + nights, lastDay) - calendarDay(moment);
    if (shift === 0) return [];
    const moved = times.flatMap((time) => (stop[time] === null ? [] : [[time, laterByDays(stop[time], shift)]]));
    return [{ type: 'StopRewritten' as const, data: { stopId: stop.id, changes: Object.fromEntries(moved) } }];
  });
}

const firstDateOf = ({ itinerary }: Story): string | null => itinerary?.firstDate ?? null;

/** First time of a stop; null for a stop without times. */
const momentOf = (stop: Stop): string | null => times.map((time) => stop[time]).find((moment) => moment !== null) ?? null;

/**
 * Calendar day of a stop, the first of several; that of `placeholderDate` while the story has no first date. Null for a stop without a day, which
 * keeps its own date.
 */
function dayOf(story: Story, { dayIds }: Stop): number | null {
  const firstDate = firstDateOf(story);
  if (firstDate === null) return calendarDay(placeholderDate);
  const numbers = dayIds.flatMap((id) => docIn(story.days, id)?.number ?? []);
  return numbers.length === 0 ? null : calendarDay(firstDate) + Math.min(...numbers) - 1;
}

/** 1 when the time of a stop lies in the night after its day, else 0. `dayBefore` is the former day of a stop with an unchanged time. */
function nightsOf(stop: Stop, story: Story, dayBefore: number | null): number {
  const moment = momentOf(stop) ?? '';
  const nights = nightsAfter(dayBefore, moment) ?? nightsAfter(dayOf(story, stop), moment);
  return moment.startsWith(placeholderDate) ? nightsByOrder(stop, story) : (nights ?? 0);
}

/**
 * 1 for an undated clock time after midnight, by the order of the day's stops, else 0. When the clock steps back by more than half a day, midnight
 * has passed.
 */
function nightsByOrder({ id, dayIds }: Stop, { days, stops }: Story): number {
  const [first] = dayIds.flatMap((dayId) => docIn(days, dayId) ?? []).toSorted((a, b) => a.number - b.number);
  let [nights, before] = [0, 0];
  for (const stopId of first?.stopIds ?? []) {
    const stop = docIn(stops, stopId);
    const moment = stop && momentOf(stop);
    if (!moment) continue;
    const clock = clockOf(moment);
    if (clock >= nightEnds) nights = 0;
    else if (before - clock > halfDay) nights = 1;
    if (stopId === id) return nights;
    before = clock;
  }
  return 0;
}

/** Minutes since midnight. */
function clockOf(moment: string): number {
  const at = new Date(moment);
  return at.getUTCHours() * 60 + at.getUTCMinutes();
}

/** 0 for a time on the day, 1 for a time in the night after it, until `nightEnds`. Null for any other time, or for an unknown day. */
function nightsAfter(day: number | null, moment: string): 0 | 1 | null {
  const distance = day === null ? null : calendarDay(moment) - day;
  if (distance === 0) return 0;
  return distance === 1 && clockOf(moment) < nightEnds ? 1 : null;
}
