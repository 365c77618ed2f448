import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { legKey, noStreetLegs, type StreetLegs } from '../../../model/itinerary/street-ways.ts';
import { type Travel, travelBetween } from '../../../model/itinerary/travel.ts';
import { dayTimesOf, type TimeSpan, timeSpansOf } from './day-times.ts';

/** A warning about a stop on its day. */
export type StopWarning =
  /** The stop begins before the previous one has ended. */
  | { kind: 'overlap' }
  /** The travel time (`needed`) exceeds the time since the end of the previous stop (`left`), both in minutes. */
  | { kind: 'tight'; needed: number; left: number }
  /** The stop is an outlier: its nearest stop of the day is this far away, kilometres. */
  | { kind: 'far'; kilometres: number }
  /** The stop has no location yet. */
  | { kind: 'nowhere' };

/** Leg to a stop of a day, with the warnings about this stop. */
export interface PlannedLeg {
  /** Route from the previous located stop; null for the first located stop, and for a stop without a location. */
  travel: Travel | null;
  /** True for a street route, false for a straight-line estimate. */
  isByStreets: boolean;
  marks: StopWarning[];
}

type Planned = Pick<Stop, 'coordinates' | 'isLocated' | 'startTime' | 'arrivalTime' | 'departureTime' | 'durationMinutes' | 'travelTimeMinutes'>;

/** Least distance of an outlier to its nearest stop, kilometres. It must also exceed `unusual` times the median of the day. */
const farFrom = 30;
const unusual = 6;
/** Most located stops of a day whose distances are compared, because the pairwise comparison is quadratic. */
const mostCompared = 200;

/** Routes and warnings of a day, one entry per stop, in order. */
export function plannedLegsOf(stops: readonly Planned[], ways: StreetLegs = noStreetLegs): PlannedLeg[] {
  const { overlaps } = dayTimesOf(stops);
  const spans = timeSpansOf(stops);
  const far = distancesOfFar(stops);
  return stops.map((stop, index) => {
    const from = stop.isLocated ? stops.slice(0, index).findLast(({ isLocated }) => isLocated) : undefined;
    const travel = from ? travelOf(from, stop, ways) : null;
    const marks: (StopWarning | null)[] = [
      stop.isLocated ? null : { kind: 'nowhere' },
      overlaps.includes(index) ? { kind: 'overlap' } : tightMark(spans[index - 1], spans[index], travel),
      far[index] === null || far[index] === undefined ? null : { kind: 'far', kilometres: far[index] },
    ];
    const isByStreets = from !== undefined && ways.has(legKey(from.coordinates, stop.coordinates));
    return { travel, isByStreets, marks: marks.filter((mark) => mark !== null) };
  });
}

/** The writer's travel time takes precedence over the street route, and the street route over the estimate. */
const travelOf = (from: Planned, to: Planned, ways: StreetLegs): Travel => {
  const estimate = travelBetween(from.coordinates, to.coordinates);
  const way = ways.get(legKey(from.coordinates, to.coordinates));
  // A driving time says nothing about public transport, so it is ignored for transit.
  const known = way && { kilometres: way.metres / 1_000, ...(estimate.mode !== 'transit' && { minutes: Math.max(1, Math.round(way.seconds / 60)) }) };
  const travel = { ...estimate, ...known };
  return { ...travel, minutes: to.travelTimeMinutes ?? travel.minutes };
};

function tightMark(before: TimeSpan | null | undefined, span: TimeSpan | null | undefined, travel: Travel | null): StopWarning | null {
  if (!before || !span || !travel) return null;
  const minutes = Math.round((span.from - before.until) / 60_000);
  return minutes < travel.minutes ? { kind: 'tight', needed: travel.minutes, left: minutes } : null;
}

/**
 * Distance of each outlier to its nearest stop, kilometres; null for other stops. A day with fewer than 3 or more than `mostCompared` located stops
 * has no outliers.
 */
function distancesOfFar(stops: readonly Planned[]): (number | null)[] {
  const located = stops.filter(({ isLocated }) => isLocated);
  if (located.length < 3 || located.length > mostCompared) return stops.map(() => null);
  const nearest = stops.map((stop) =>
    stop.isLocated
      ? Math.min(...located.filter((other) => other !== stop).map((other) => kilometresBetween(stop.coordinates, other.coordinates)))
      : null,
  );
  const known = nearest.filter((kilometres) => kilometres !== null).toSorted((a, b) => a - b);
  const usual = known[Math.floor((known.length - 1) / 2)] ?? 0;
  return nearest.map((kilometres) => (kilometres !== null && kilometres > farFrom && kilometres > usual * unusual ? kilometres : null));
}
