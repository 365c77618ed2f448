import { countryNames } from '@waystory/infra/places/countries.ts';
import { poiIcons } from '@waystory/infra/places/points-of-interest.ts';
import type { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import type { Sent } from '@waystory/proto/kit/route.ts';
import { type City, countryOf, type PlaceOfInterest } from './data.ts';

type NewPlace = Sent<typeof placeRoutes.createPlace>['body'];

/** A place of interest as the body of the API. */
export function placeRecord(city: City, place: PlaceOfInterest): NewPlace {
  const { name, otherNames, latitude, longitude, category, addressLine1, postalCode, state, town = city.name } = place;
  const countryCode = countryOf(city, place);
  const countryName = countryNames.get(countryCode);
  return {
    name,
    otherNames,
    coordinates: { latitude, longitude },
    featureType: 'poi',
    address: { addressLine1, city: town, state, postalCode, countryName, countryCode },
    placeName: inWords(name, town, countryName),
    placeFormatted: inWords(addressLine1, postalCode ? `${postalCode} ${town}` : town, countryName),
    poiCategories: [category],
    maki: poiIcons[category],
  };
}

/** Address from small to large; a city state is named once. */
const inWords = (...parts: (string | undefined)[]): string => [...new Set(parts.filter((part) => part !== undefined))].join(', ');
