import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { describe, expect, test } from 'vitest';
import { stopFixture } from '../../../model/testing/plan.fixture.ts';
import { addressAt, chosenPlaceReferenceOf, isSamePlace, pinAt, placeNameOf, placeOfSearchResult, placeOfStop } from './chosen-place.ts';

const sintra: PlaceSearchResult = {
  placeId: null,
  name: 'Sintra',
  placeName: 'Sintra, Portugal',
  featureType: 'place',
  coordinates: { latitude: 38.80097, longitude: -9.37826 },
  address: { addressLine1: null, addressLine2: null, city: 'Sintra', state: null, postalCode: null, countryName: 'Portugal', countryCode: 'PT' },
  placeFormatted: 'Portugal',
  relevance: null,
  mapboxId: null,
  poiCategories: [],
  maki: 'town',
  wikidataId: null,
  imageUrl: null,
};
const recorded = { ...sintra, placeId: '0190a000-0000-7000-8000-000000000001' };
const takes = (reference: object): boolean => stopRoutes.addStop.body.safeParse({ title: 'A stop', ...reference }).success;

describe('a new stop', () => {
  test.each([
    ['a recorded place', placeOfSearchResult(recorded)],
    ['a place that was found elsewhere', placeOfSearchResult(sintra)],
    ['a pin', pinAt({ latitude: 38.8, longitude: -9.4 })],
    ['the place of another stop', placeOfStop(stopFixture('s', ['d'], 0, { placeId: recorded.placeId }))],
  ])('with %s has a body that the schema of addStop accepts', (_, place) => {
    expect(takes(chosenPlaceReferenceOf(place, { place: sintra, label: 'Near Sintra, Portugal' }))).toBe(true);
  });

  test('at a pin without reverse geocoding keeps its coordinates only', () => {
    expect(chosenPlaceReferenceOf(pinAt({ latitude: 0, longitude: -30 }), null)).toEqual({ coordinates: { latitude: 0, longitude: -30 } });
  });

  test('at a pin in a town has a place name and an address from the town', () => {
    expect(chosenPlaceReferenceOf(pinAt({ latitude: 38.79, longitude: -9.39 }), { place: sintra, label: 'Near Sintra, Portugal' })).toEqual({
      coordinates: { latitude: 38.79, longitude: -9.39 },
      placeName: 'Near Sintra, Portugal',
      placeFormatted: 'Sintra, Portugal',
      address: expect.objectContaining({ city: 'Sintra', countryCode: 'PT', addressLine1: null }),
    });
  });
});

describe('around a pin', () => {
  test('the address has the town up to 20 km, the country up to 60 km, and is null beyond', () => {
    expect(addressAt({ latitude: 39.1, longitude: -9.38 }, sintra)).toMatchObject({ city: null, countryCode: 'PT' });
    expect(addressAt({ latitude: 38.8, longitude: -12 }, sintra)).toBeNull();
    expect(addressAt({ latitude: 38.8, longitude: -9.4 }, null)).toBeNull();
  });
});

describe('places', () => {
  test('are equal by place id, or without an id by name and coordinates', () => {
    const ofStop = placeOfStop(stopFixture('s', ['d'], 0, { placeId: recorded.placeId }));
    expect(isSamePlace(ofStop, placeOfSearchResult(recorded))).toBe(true);
    expect(isSamePlace(ofStop, placeOfSearchResult(sintra))).toBe(false);
    expect(isSamePlace(placeOfSearchResult(sintra), placeOfSearchResult({ ...sintra }))).toBe(true);
    expect(isSamePlace(pinAt(sintra.coordinates), placeOfSearchResult(sintra))).toBe(false);
    expect(isSamePlace(pinAt({ latitude: 1, longitude: 1 }), pinAt({ latitude: 1, longitude: 1.001 }))).toBe(false);
  });

  test('have a name, except a pin', () => {
    expect(placeNameOf(placeOfSearchResult(sintra))).toBe('Sintra');
    expect(placeNameOf(pinAt(sintra.coordinates))).toBeNull();
  });
});
