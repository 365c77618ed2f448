import { type PlaceSearchResult, placeReferenceOf, placeSearchResult, type placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import type { Stop, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { type Address, address, type Coordinates, coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';

const point = z.object(coordinates.shape);
const { addressLine1, addressLine2, city, state, postalCode, countryName, countryCode } = address.shape;
/** Address in which every part is present, so that a draft survives a round trip. */
const whole = z.strictObject({
  addressLine1: addressLine1.unwrap(),
  addressLine2: addressLine2.unwrap(),
  city: city.unwrap(),
  state: state.unwrap(),
  postalCode: postalCode.unwrap(),
  countryName: countryName.unwrap(),
  countryCode: countryCode.unwrap(),
});

/** Location of a stop: a search result, a pin, or the stored place. */
export const chosenPlace = z.discriminatedUnion('by', [
  z.object({ by: z.literal('search'), find: placeSearchResult.extend({ address: whole }) }),
  z.object({ by: z.literal('pin'), coordinates: point }),
  z.object({
    by: z.literal('stop'),
    placeId: z.string(),
    name: z.string(),
    fullName: z.string(),
    coordinates: point,
    address: whole,
    isLocated: z.boolean(),
  }),
]);
export type ChosenPlace = z.output<typeof chosenPlace>;

/** Result of reverse geocoding: the place that a point on the map is named after. */
export type NearestPlace = z.output<typeof placeSearchRoutes.nearestPlace.reply>;

type AddStop = z.input<typeof stopRoutes.addStop.body>;
/** Location fields of a new stop, in the format of `addStop`. */
export type PlaceReference = Pick<
  AddStop,
  | ('placeId' | 'mapboxId' | 'featureType' | 'coordinates' | 'address' | 'isLocated')
  | ('placeName' | 'placeFullName' | 'placeFormatted' | 'poiCategories' | 'maki')
>;

/** Longest distances from a place at which a pin shares its town and its country, kilometres. */
const inTown = 20;
const inCountry = 60;

export const placeOfStop = ({ placeId, placeName, placeFullName, coordinates: at, address: where, isLocated }: Stop): ChosenPlace => ({
  by: 'stop',
  placeId,
  name: placeName,
  fullName: placeFullName,
  coordinates: at,
  address: where,
  isLocated,
});

export const placeOfSearchResult = (find: PlaceSearchResult): ChosenPlace => ({ by: 'search', find });
export const pinAt = (at: Coordinates): ChosenPlace => ({ by: 'pin', coordinates: at });

/** Whether the place has a known location. */
export const hasLocation = (place: ChosenPlace): boolean => place.by !== 'stop' || place.isLocated;

/** Null for a stop without a location. */
export function coordinatesOf(place: ChosenPlace): Coordinates | null {
  if (place.by === 'search') return place.find.coordinates;
  return hasLocation(place) ? place.coordinates : null;
}

/** Name of a place; null for a pin. */
export function placeNameOf(place: ChosenPlace): string | null {
  switch (place.by) {
    case 'search':
      return place.find.name;
    case 'stop':
      return place.name;
    case 'pin':
      return null;
    default:
      return place satisfies never;
  }
}

/** Address of a point, taken from the nearest place. City and state are kept up to 20 km, the country up to 60 km. Null beyond. */
export function addressAt(at: Coordinates, near: PlaceSearchResult | null): Address | null {
  if (!near) return null;
  const kilometres = kilometresBetween(at, near.coordinates);
  if (kilometres > inCountry) return null;
  const isTown = kilometres <= inTown;
  return {
    addressLine1: null,
    addressLine2: null,
    postalCode: null,
    city: isTown ? near.address.city : null,
    state: isTown ? near.address.state : null,
    countryName: near.address.countryName,
    countryCode: near.address.countryCode,
  };
}

/**
 * Place fields of `addStop` for a chosen place. A pin is named by reverse geocoding, because the title of the stop may change later.
 * @param near Result of reverse geocoding for a pin; null when it failed
 */
export function chosenPlaceReferenceOf(place: ChosenPlace, near: NearestPlace | null): PlaceReference {
  switch (place.by) {
    case 'search':
      return placeReferenceOf(place.find);
    case 'stop':
      return place.isLocated ? { placeId: place.placeId } : { placeName: place.name, coordinates: place.coordinates, isLocated: false };
    case 'pin': {
      const where = addressAt(place.coordinates, near?.place ?? null);
      const surroundings = [where?.city, where?.countryName].filter(Boolean).join(', ');
      return {
        coordinates: place.coordinates,
        ...(near && { placeName: near.label }),
        ...(where && { address: where, placeFormatted: surroundings }),
      };
    }
    default:
      return place satisfies never;
  }
}

/** Whether two chosen places are the same for a stop: by place id, else by name and coordinates. */
export function isSamePlace(one: ChosenPlace, other: ChosenPlace): boolean {
  const [a, b] = [one, other].map((place) => (place.by === 'search' ? place.find.placeId : place.by === 'stop' ? place.placeId : null));
  if (a || b) return a === b && hasLocation(one) === hasLocation(other);
  const [from, to] = [coordinatesOf(one), coordinatesOf(other)];
  return placeNameOf(one) === placeNameOf(other) && from !== null && to !== null && kilometresBetween(from, to) === 0;
}
