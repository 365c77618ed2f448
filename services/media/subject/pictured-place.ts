import type { PicturedPlace } from '@waystory/infra/photos/port.ts';
import type { PlaceEvent } from '@waystory/proto/itineraries/place.ts';

/** Look of a place after an event; null after its deletion. */
export function evolvePicturedPlace(place: PicturedPlace | null, { type, data }: PlaceEvent): PicturedPlace | null {
  switch (type) {
    case 'PlaceCreated': {
      const { name, otherNames = [], poiCategories = [], maki = null, address, coordinates } = data;
      return {
        categories: poiCategories,
        maki,
        names: [name, ...otherNames],
        countryCode: address?.countryCode ?? null,
        latitude: coordinates.latitude,
      };
    }
    case 'PlaceUpdated': {
      if (!place) return null;
      const { name = place.names[0] ?? '', otherNames = place.names.slice(1), poiCategories, maki, address, coordinates } = data.changes;
      return {
        categories: poiCategories ?? place.categories,
        maki: maki === undefined ? place.maki : maki,
        names: [name, ...otherNames],
        countryCode: address ? address.countryCode : place.countryCode,
        latitude: coordinates?.latitude ?? place.latitude,
      };
    }
    case 'PlaceDeleted':
      return null;
    default:
      return type satisfies never;
  }
}
