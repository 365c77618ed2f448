import { foldName } from '@waystory/infra/places/name-fit.ts';
import type { Searchable } from '@waystory/infra/read-models/searchable.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { eq, type Filter } from '@waystory/proto/kit/filter.ts';
import type { StoryEvent } from '../itinerary/story.ts';

/** Texts for the search index, each once. */
export function textsOf(parts: Readonly<Record<string, readonly (string | null)[]>>): Record<string, string> {
  const texts = Object.entries(parts).map(([name, all]): [string, string] => [name, [...new Set(all.filter((part) => part))].join(', ')]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** Position of a stop on the map; empty for an unlocated stop. Stops of older releases are always located. */
export const positionsOf = ({ coordinates, isLocated }: Pick<Stop, 'coordinates' | 'isLocated'>): Coordinates[] =>
  isLocated === false ? [] : [{ latitude: coordinates.latitude, longitude: coordinates.longitude }];

/** Events of an itinerary that change the visibility, existence or version of its stops. The event of a removed day contains no stop ids. */
const ofAllStops: readonly StoryEvent['type'][] = [
  'ItineraryVisibilityChanged',
  'ItineraryHidden',
  'ItineraryRestored',
  'ItineraryDeleted',
  'DayRemoved',
];

/** Search index of accepted stops: their texts and their positions. */
export const stopSearch: Searchable<Stop> = {
  index: 'stops',
  version: 6,
  texts: {
    title: 'name',
    placeName: 'place',
    placeFullName: 'place',
    otherNames: 'place',
    addressCity: 'region',
    addressCountry: 'region',
    highlight: 'prose',
    description: 'prose',
  },
  filters: {
    accountId: 'id',
    visibility: 'text',
    hidden: 'flag',
    state: 'text',
    version: 'number',
    country: 'text',
    countryCode: 'text',
    city: 'text',
    isLocated: 'flag',
    // Id of the place, filterable but not searched.
    placeId: 'text',
  },
  positions: true,
  category: 'itinerary',
  members: {
    idOf: ({ stopId }) => (typeof stopId === 'string' ? stopId : undefined),
    holder: ({ itineraryId }) => itineraryId,
    all: ofAllStops,
  },
  searched(stop) {
    const { accountId, visibility, hidden, state, version, countryCode, addressCountry, addressCity, placeId, isLocated } = stop;
    if (version === 0 || state !== 'ACCEPTED') return null;
    const { title, placeName, placeFullName, placeOtherNames = [], highlight, description } = stop;
    const texts = { title, placeName, placeFullName, addressCity, addressCountry, highlight, description };
    return {
      texts: textsOf({ ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, [text]])), otherNames: placeOtherNames }),
      filters: {
        accountId,
        visibility,
        hidden,
        state,
        version,
        country: addressCountry && foldName(addressCountry),
        countryCode,
        city: addressCity && foldName(addressCity),
        isLocated,
        placeId,
      },
      positions: positionsOf(stop),
    };
  },
};

/** Stops in a country, given by its name or ISO code, regardless of case and accents. */
export const countryFilter = (country: string): Filter => ({
  op: 'or',
  of: [eq('countryCode', country.toUpperCase()), eq('country', foldName(country))],
});

export const cityFilter = (city: string): Filter => eq('city', foldName(city));
