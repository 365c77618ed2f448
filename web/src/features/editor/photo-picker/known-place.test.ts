import { expect, test } from 'vitest';
import { type ChosenPlace, pinAt } from '../place-field/chosen-place.ts';
import { pictureSearchPlaceOf } from './known-place.ts';

const coordinates = { latitude: 35.0394, longitude: 135.7292 };
const address = {
  ...{ addressLine1: null, addressLine2: null, city: 'Kyoto', state: 'Kyoto', postalCode: null, countryName: 'Japan', countryCode: 'JP' },
};

test('picture search receives the category of a search result, the place id of a stop, and nothing of a pin', () => {
  const found: ChosenPlace = {
    by: 'search',
    find: {
      ...{ placeId: null, name: 'Kinkaku-ji', placeName: 'Kinkaku-ji, Kyoto, Japan', featureType: 'poi', coordinates, address },
      ...{ placeFormatted: 'Kyoto, Japan', relevance: null, mapboxId: 'poi.kyoto.kinkaku-ji', poiCategories: ['religious'] },
      ...{ maki: 'place-of-worship', wikidataId: null, imageUrl: null },
    },
  };
  expect(pictureSearchPlaceOf(found)).toEqual({ poiCategories: ['religious'], maki: 'place-of-worship', countryCode: 'JP', coordinates });
  const stop = { by: 'stop', placeId: 'p', name: 'Kinkaku-ji', fullName: 'Kinkaku-ji, Kyoto', coordinates, address } as const;
  expect(pictureSearchPlaceOf({ ...stop, isLocated: true })).toEqual({ placeId: 'p' });
  expect(pictureSearchPlaceOf({ ...stop, isLocated: false })).toBeUndefined();
  expect(pictureSearchPlaceOf(pinAt(coordinates))).toBeUndefined();
});
