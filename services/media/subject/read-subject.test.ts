import type { PicturedPlace } from '@waystory/infra/photos/port.ts';
import type { PlaceEvent } from '@waystory/proto/itineraries/place.ts';
import { expect, test } from 'vitest';
import { evolvePicturedPlace } from './read-subject.ts';

const placeId = 'e0000000-0000-8000-8000-000000000001';
const address = { addressLine1: null, addressLine2: null, city: 'Lisbon', state: null, postalCode: null, countryName: 'Portugal', countryCode: 'PT' };
const created: PlaceEvent = {
  type: 'PlaceCreated',
  data: {
    ...{ placeId, name: 'Sé de Lisboa', otherNames: ['Lisbon Cathedral'], coordinates: { latitude: 38.71, longitude: -9.13 }, address },
    ...{ poiCategories: ['religious'], maki: 'place-of-worship' },
  },
};
const updated = (changes: Extract<PlaceEvent, { type: 'PlaceUpdated' }>['data']['changes']): PlaceEvent => ({
  type: 'PlaceUpdated',
  data: { placeId, changes },
});
const after = (...events: PlaceEvent[]): PicturedPlace | null => events.reduce<PicturedPlace | null>(evolvePicturedPlace, null);

test('evolvePicturedPlace returns the picture data of a place after each of its events, and null after its deletion', () => {
  const known = {
    categories: ['religious'],
    maki: 'place-of-worship',
    names: ['Sé de Lisboa', 'Lisbon Cathedral'],
    countryCode: 'PT',
    latitude: 38.71,
  };
  expect(after(created)).toEqual(known);
  expect(after(created, updated({ name: 'Sé', maki: null }))).toEqual({ ...known, names: ['Sé', 'Lisbon Cathedral'], maki: null });
  expect(after(created, updated({ otherNames: [], poiCategories: ['church'] }))).toEqual({
    ...known,
    names: ['Sé de Lisboa'],
    categories: ['church'],
  });
  expect(after(created, { type: 'PlaceDeleted', data: { placeId } })).toBeNull();
  expect(after(updated({ name: 'Never recorded' }))).toBeNull();
});

test('evolvePicturedPlace returns no categories and no country for a place with only a name', () => {
  const bare: PlaceEvent = { type: 'PlaceCreated', data: { placeId, name: 'Somewhere', coordinates: { latitude: 1, longitude: 2 } } };
  expect(after(bare)).toEqual({ categories: [], maki: null, names: ['Somewhere'], countryCode: null, latitude: 1 });
});
