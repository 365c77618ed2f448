import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { timesOf } from '../../../lib/measures.ts';

type Timed = Pick<Stop, 'startTime' | 'arrivalTime' | 'departureTime' | 'durationMinutes' | 'travelTimeMinutes'>;

/** Times of a day. A time is null when the stops have no data for it. */
export interface DayTimes {
  /** First and last known moment, local time of the place. `until` is null when both are equal. */
  from: string | null;
  until: string | null;
  /** Total stay, and total travel time between the stops, minutes. */
  staying: number | null;
  travelling: number | null;
  /** Indices of stops that begin before the previous stop has ended. */
  overlaps: number[];
}

const minute = 60_000;
const halfDay = 720 * minute;

const momentText = (at: number): string => new Date(at).toISOString();

/** End of a stop: its departure, else its beginning plus the stay. */
function endOf(stop: Timed): string | null {
  const times = timesOf(stop);
  if (!times || times.until) return times?.until ?? null;
  return stop.durationMinutes ? new Date(Date.parse(times.from) + stop.durationMinutes * minute).toISOString() : times.from;
}

/** Beginning and end of a stop, milliseconds since 1970. */
export interface TimeSpan {
  from: number;
  until: number;
}

/**
 * Time span of each stop of a day, in order; null where no time is known. Clocks go back at midnight, and dates at the date line. A start more than
 * half a day before the previous end is therefore shifted by whole days.
 */
export function timeSpansOf(stops: readonly Timed[]): (TimeSpan | null)[] {
  let end = Number.NEGATIVE_INFINITY;
  return stops.map((stop) => {
    const [from, until] = [timesOf(stop)?.from, endOf(stop)].map((moment) => Date.parse(moment ?? ''));
    if (from === undefined || until === undefined || Number.isNaN(from)) return null;
    const shift = Math.max(0, Math.ceil((end - halfDay - from) / (2 * halfDay))) * 2 * halfDay;
    end = until + shift;
    return { from: from + shift, until: end };
  });
}

/** Times of a day at a glance, from its stops in their order. */
export function dayTimesOf(stops: readonly Timed[]): DayTimes {
  const spans = timeSpansOf(stops);
  const known = spans.filter((span) => span !== null);
  const overlaps = spans.flatMap((span, index) => {
    const before = spans.slice(0, index).findLast((one) => one !== null);
    return span && before && span.from < before.until ? [index] : [];
  });
  const from = Math.min(...known.map((span) => span.from));
  const until = Math.max(...known.map((span) => span.until));
  return {
    from: known.length > 0 ? momentText(from) : null,
    until: known.length > 0 && until > from ? momentText(until) : null,
    staying: sumOf(stops.map(({ durationMinutes }) => durationMinutes)),
    // The travel time to the first stop is not part of the day.
    travelling: sumOf(stops.slice(1).map(({ travelTimeMinutes }) => travelTimeMinutes)),
    overlaps,
  };
}

function sumOf(minutes: readonly (number | null)[]): number | null {
  const values = minutes.filter((value) => value !== null);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}
