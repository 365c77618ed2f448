import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { expect, test } from 'vitest';
import { type City, loadWorld, type PlaceOfInterest } from './data.ts';
import { placeRecord } from './seed.ts';

const tower: PlaceOfInterest = {
  ...{ key: 'torre-de-belem', name: 'Torre de Belém', latitude: 38.69159, longitude: -9.21598, category: 'landmark', state: 'Lisboa' },
  ...{ addressLine1: 'Avenida Brasília', postalCode: '1400-038', about: 'A river fortress where caravels once took their leave.' },
};
const lisbon: City = { slug: 'lisbon', name: 'Lisbon', countryCode: 'PT', latitude: 38.7139, longitude: -9.1394, places: [tower] };

test('Place record has its full address, in parts and as text', () => {
  expect(placeRecord(lisbon, tower)).toEqual({
    name: 'Torre de Belém',
    coordinates: { latitude: 38.69159, longitude: -9.21598 },
    featureType: 'poi',
    address: {
      ...{ addressLine1: 'Avenida Brasília', postalCode: '1400-038', city: 'Lisbon', state: 'Lisboa' },
      ...{ countryName: 'Portugal', countryCode: 'PT' },
    },
    placeName: 'Torre de Belém, Lisbon, Portugal',
    placeFormatted: 'Avenida Brasília, 1400-038 Lisbon, Portugal',
    poiCategories: ['landmark'],
    maki: 'landmark',
  });
});

test('Place record outside its city has the town and country of its address', () => {
  const { placeName, address } = placeRecord(lisbon, { ...tower, town: 'Olivenza', countryCode: 'ES' });
  expect(placeName).toBe('Torre de Belém, Olivenza, Spain');
  expect(address).toMatchObject({ city: 'Olivenza', countryName: 'Spain', countryCode: 'ES' });
});

test('Place record of a city state has its name once', () => {
  expect(placeRecord({ ...lisbon, name: 'Singapore', countryCode: 'SG' }, tower).placeName).toBe('Torre de Belém, Singapore');
});

test('Place records of the world are all accepted by the API', async () => {
  const { cities } = await loadWorld();
  const refused = cities.flatMap((city) => city.places.filter((place) => !placeRoutes.createPlace.body.safeParse(placeRecord(city, place)).success));
  expect(refused).toEqual([]);
});
