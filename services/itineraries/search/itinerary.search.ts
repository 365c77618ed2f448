import { foldName } from '@waystory/infra/places/name-fit.ts';
import type { Doc } from '@waystory/infra/projection-store/port.ts';
import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import { dateOfDay } from '@waystory/proto/itineraries/day-date.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { type Season, season } from '@waystory/proto/itineraries/itinerary-search.ts';
import { type Stop, stopList } from '@waystory/proto/itineraries/stop.ts';
import { allOf, anyOf, eq, type Filter } from '@waystory/proto/kit/filter.ts';
import { positionsOf, textsOf } from './stop.search.ts';

/** Meteorological season of each month in the northern hemisphere, from January on. */
const ofMonths: readonly Season[] = [
  ...(['winter', 'winter', 'spring', 'spring', 'spring', 'summer'] as const),
  ...(['summer', 'summer', 'autumn', 'autumn', 'autumn', 'winter'] as const),
];
const halfYear = 6;

/** The season of a date such as `2026-05-04`; south of the equator, the season of half a year later. */
function seasonOn(date: string, latitude: number): Season {
  const month = Number(date.slice(5, 7)) - 1;
  return ofMonths[(month + (latitude < 0 ? halfYear : 0)) % ofMonths.length] ?? 'winter';
}

type Dated = Pick<Itinerary, 'firstDate' | 'dayIds'>;
type Placed = Pick<Stop, 'dayIds' | 'coordinates'>;

/** Seasons of a trip: the seasons of each stop's days, or of the first day for a stop without days. Empty without a date. */
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

// Documents in a collection were written by its own projection, so they have its shape.
const stopOf = (doc: Doc): Stop => doc as Stop;

/** Search index of itineraries: their texts, and the places of their accepted stops. */
export const itinerarySearch: Searchable<Itinerary> = {
  index: 'itineraries',
  version: 6,
  texts: {
    title: 'name',
    stops: 'place',
    cities: 'region',
    countries: 'region',
    shortDescription: 'prose',
    highlights: 'prose',
    description: 'prose',
  },
  filters: {
    accountId: 'id',
    visibility: 'text',
    hidden: 'flag',
    daysCount: 'number',
    hasPicture: 'flag',
    countries: 'set',
    countryCodes: 'set',
    seasons: 'set',
  },
  positions: true,
  category: 'itinerary',
  related: { collection: 'stops', field: 'itineraryId', most: stopList.maxLimit },
  searched({ title, shortDescription, highlights, description, imageUrl, imageId, ...itinerary }, related) {
    const { accountId, visibility, hidden, daysCount } = itinerary;
    const stops = related
      .map(stopOf)
      .filter(({ state }) => state === 'ACCEPTED')
      .sort((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1));
    return {
      texts: textsOf({
        title: [title],
        stops: stops.flatMap((stop) => [stop.title, stop.placeName, ...(stop.placeOtherNames ?? [])]),
        cities: stops.map(({ addressCity }) => addressCity),
        countries: stops.map(({ addressCountry }) => addressCountry),
        shortDescription: [shortDescription],
        highlights,
        description: [description],
      }),
      filters: {
        ...{ accountId, visibility, hidden, daysCount },
        hasPicture: imageUrl !== null || imageId !== null,
        countries: eachOnce(stops.map(({ addressCountry }) => addressCountry && foldName(addressCountry))),
        countryCodes: eachOnce(stops.map(({ countryCode }) => countryCode)),
        seasons: seasonsOf(itinerary, stops),
      },
      positions: stops.flatMap(positionsOf),
    };
  },
};

const eachOnce = (names: readonly (string | null)[]): string[] => [...new Set(names.flatMap((name) => name || []))];

/** Filters of a search for stories beside its words. */
interface StoryLimits {
  country?: string | undefined;
  minDays?: number | undefined;
  maxDays?: number | undefined;
  hasPicture?: boolean | undefined;
  season?: Season | undefined;
}

/** Stories within these limits. A country is given by its name or ISO code, regardless of case and accents. */
export const storyLimitsFilter = ({ country, minDays, maxDays, hasPicture, season }: StoryLimits): Filter | null =>
  allOf(
    country === undefined ? null : anyOf(has('countryCodes', country.toUpperCase()), has('countries', foldName(country))),
    minDays === undefined ? null : { op: 'gte', field: 'daysCount', value: minDays },
    maxDays === undefined ? null : { op: 'lte', field: 'daysCount', value: maxDays },
    hasPicture === undefined ? null : eq('hasPicture', hasPicture),
    season === undefined ? null : has('seasons', season),
  );

const has = (field: string, value: string): Filter => ({ op: 'has', field, value });
