import type { imageRoutes } from '@waystory/proto/media/image.ts';
import type { z } from 'zod';
import type { ChosenPlace } from '../place-field/chosen-place.ts';

type StopImages = z.input<typeof imageRoutes.previewStopImages.body>;

/** Data about the place of a stop for the picture search, besides its name. The category decides which pictures fit. */
export type PictureSearchPlace = Pick<StopImages, 'placeId' | 'poiCategories' | 'maki' | 'countryCode' | 'coordinates'>;

/** Data of a chosen place for the picture search; undefined for a pin, and for a stop without a location. */
export function pictureSearchPlaceOf(place: ChosenPlace): PictureSearchPlace | undefined {
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
