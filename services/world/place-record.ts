import { countryNames } from '@waystory/infra/places/countries.ts';
import type { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import type { Sent } from '@waystory/proto/kit/route.ts';
import { type City, countryOf, type PlaceOfInterest } from './data.ts';

type NewPlace = Sent<typeof placeRoutes.createPlace>['body'];

/** Icon of each category in the Maki set. */
const icons: Readonly<Record<PlaceOfInterest['category'], string>> = {
  landmark: 'landmark',
  museum: 'museum',
  park: 'park',
  viewpoint: 'viewpoint',
  market: 'shop',
  religious: 'place-of-worship',
  historic: 'historic',
  neighbourhood: 'town',
  beach: 'beach',
  garden: 'garden',
  bridge: 'bridge',
  square: 'attraction',
  theatre: 'theatre',
  palace: 'castle',
  nature: 'natural',
  food: 'restaurant',
  street: 'road',
};

/** A place of interest as the API takes it. */
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
    maki: icons[category],
  };
}

/** Parts from small to large; a city that is its own country is named once. */
const inWords = (...parts: (string | undefined)[]): string => [...new Set(parts.filter((part) => part !== undefined))].join(', ');
