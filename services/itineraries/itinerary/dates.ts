import { dateOfDay, lastMoment, undated } from '@waystory/proto/itineraries/day-date.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { docIn, docsIn } from './doc-table.ts';
import type { Story, StoryEvent } from './story.ts';

const dayLength = 86_400_000;
const times = ['arrivalTime', 'startTime', 'departureTime'] as const;

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayLength);

/**
 * Dates follow from the day that a stop is on: what brings the times of stops to the dates of their days, in a story as it is after a change. How long
 * somebody stays is kept, also over midnight.
 * @param hadDate Whether the story had a first date before the change: one that has none leaves times as they were written, and one that lost it keeps
 * the clock alone.
 */
export function redated(story: Story, hadDate: boolean): StoryEvent[] {
  const firstDate = story.itinerary?.firstDate ?? null;
  if (firstDate === null && !hadDate) return [];
  return docsIn(story.stops).flatMap((stop) => {
    const written = dateOf(stop);
    const date = firstDate === null ? undated : dateOnDay(story, stop, firstDate);
    if (written === null || date === null || written === date) return [];
    const shift = daysBetween(written, isNightAfter(stop, written, date) ? dayAfter(date) : date);
    if (shift === 0) return [];
    const moved = times.flatMap((time) => (stop[time] === null ? [] : [[time, later(stop[time], shift)]]));
    return [{ type: 'StopRewritten' as const, data: { stopId: stop.id, changes: Object.fromEntries(moved) } }];
  });
}

/** Until this hour a day that was begun goes on: a club at half past midnight belongs to the evening before. */
const nightEnds = '05:00';

/** Whether a time was written for the night that follows the date of its day. */
function isNightAfter(stop: Stop, written: string, date: string): boolean {
  const first = times.map((time) => stop[time]).find((moment) => moment !== null) ?? '';
  return written === dayAfter(date) && first.slice(11, 16) < nightEnds;
}

const dayAfter = (date: string): string => dateOfDay(date, 2);

/** The date on which one comes; null for a stop without a time. */
function dateOf(stop: Stop): string | null {
  const first = times.map((time) => stop[time]).find((moment) => moment !== null);
  return first?.slice(0, 10) ?? null;
}

/** A stop of several days has the date of the first of them; one without a day keeps its own. */
function dateOnDay({ days }: Story, { dayIds }: Stop, firstDate: string): string | null {
  const numbers = dayIds.flatMap((id) => docIn(days, id)?.number ?? []);
  return numbers.length === 0 ? null : dateOfDay(firstDate, Math.min(...numbers));
}

const later = (moment: string, days: number): string => new Date(Math.min(Date.parse(moment) + days * dayLength, lastMoment)).toISOString();
