import { dateOfDay } from '@waystory/proto/itineraries/day-date.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { type Season, season } from '@waystory/proto/itineraries/itinerary-search.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';

/** Meteorological seasons of three whole months each, for the northern hemisphere, from January on. */
const ofMonths: readonly Season[] = [
  ...(['winter', 'winter', 'spring', 'spring', 'spring', 'summer'] as const),
  ...(['summer', 'summer', 'autumn', 'autumn', 'autumn', 'winter'] as const),
];
const halfYear = 6;

/** The season of a date such as `2026-05-04`; south of the equator it is that of half a year later. */
function seasonOn(date: string, latitude: number): Season {
  const month = Number(date.slice(5, 7)) - 1;
  return ofMonths[(month + (latitude < 0 ? halfYear : 0)) % ofMonths.length] ?? 'winter';
}

type Dated = Pick<Itinerary, 'firstDate' | 'dayIds'>;
type Placed = Pick<Stop, 'dayIds' | 'coordinates'>;

/** Seasons of a trip: at each stop that of its days, at a stop without a day that of the first day. Empty without a date. */
export function seasonsOf({ firstDate, dayIds }: Dated, stops: readonly Placed[]): Season[] {
  if (firstDate === null) return [];
  const numberOf = new Map(dayIds.map((id, index) => [id, index + 1]));
  const seasons = new Set<Season>();
  for (const stop of stops) {
    const numbers = stop.dayIds.flatMap((id) => numberOf.get(id) ?? []);
    for (const number of numbers.length > 0 ? numbers : [1]) seasons.add(seasonOn(dateOfDay(firstDate, number), stop.coordinates.latitude));
  }
  return season.options.filter((one) => seasons.has(one));
}
