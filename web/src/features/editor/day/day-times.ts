import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { timesOf } from '../../../lib/measures.ts';

type Timed = Pick<Stop, 'startTime' | 'arrivalTime' | 'departureTime' | 'durationMinutes' | 'travelTimeMinutes'>;

/** A day in figures; null where no stop says anything. */
export interface DayTimes {
  /** First and last moment that is known, on the clock of the place. */
  from: string | null;
  until: string | null;
  /** Planned stays and ways between the stops, minutes. */
  staying: number | null;
  travelling: number | null;
  /** Stops that begin before the one before them has ended. */
  overlaps: number[];
}

const minute = 60_000;

/** The moment at which one leaves a stop: as written, or its beginning and the stay. */
export function endOf(stop: Timed): string | null {
  const times = timesOf(stop);
  if (!times || times.until) return times?.until ?? null;
  return stop.durationMinutes ? new Date(Date.parse(times.from) + stop.durationMinutes * minute).toISOString() : times.from;
}

/** Times of a day at a glance, from its stops in their order. */
export function dayTimesOf(stops: readonly Timed[]): DayTimes {
  const from = stops.map((stop) => timesOf(stop)?.from ?? null);
  const until = stops.map(endOf);
  const moments = [...from, ...until].filter((moment) => moment !== null).toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const overlaps = stops.flatMap((_, index) => {
    const begins = from[index];
    const before = until.slice(0, index).findLast((moment) => moment !== null);
    return begins && before && Date.parse(begins) < Date.parse(before) ? [index] : [];
  });
  return {
    from: moments[0] ?? null,
    until: moments.length > 1 && moments.at(-1) !== moments[0] ? (moments.at(-1) ?? null) : null,
    staying: sumOf(stops.map(({ durationMinutes }) => durationMinutes)),
    // The way to the first stop is not part of the day's route.
    travelling: sumOf(stops.slice(1).map(({ travelTimeMinutes }) => travelTimeMinutes)),
    overlaps,
  };
}

function sumOf(minutes: readonly (number | null)[]): number | null {
  const values = minutes.filter((value) => value !== null);
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
}
