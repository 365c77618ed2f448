import type { imageRoutes } from '@waystory/proto/media/image.ts';
import type { z } from 'zod';
import type { ChosenPlace } from '../place-field/chosen-place.ts';

type StopImages = z.input<typeof imageRoutes.previewStopImages.body>;

/** What is known of the place of a stop beside its name: what kind of place it is decides what pictures of it show. */
export type KnownPlace = Pick<StopImages, 'placeId' | 'poiCategories' | 'maki' | 'countryCode' | 'coordinates'>;

/** What a place says of pictures for a stop at it; nothing when nobody knows what it is. */
export function knownPlaceOf(place: ChosenPlace): KnownPlace | undefined {
  switch (place.by) {
    case 'search': {
      const { poiCategories, maki, address, coordinates } = place.find;
      return { poiCategories, maki: maki ?? undefined, countryCode: address.countryCode ?? undefined, coordinates };
    }
    case 'stop':
      return place.isLocated ? { placeId: place.placeId } : undefined;
    case 'pin':
      return undefined;
    default:
      return place satisfies never;
  }
}
