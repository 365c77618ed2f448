import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { placesContract } from './contract.ts';
import { forwardParameters, mapboxPlaces, parseMapboxPlaces } from './mapbox.ts';

const { MAPBOX_TOKEN } = readConfig();

if (MAPBOX_TOKEN) placesContract(() => mapboxPlaces(MAPBOX_TOKEN));
else test('places contract on mapbox', ({ skip }) => skip('set MAPBOX_TOKEN to run it'));

/** Features as in the API's documentation: an address with its whole context, a point of interest, a country. */
const address = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-73.9613, 40.71426] },
  properties: {
    ...{ name: '277 Bedford Avenue', mapbox_id: 'dXJuOm1ieGFkcjo3', feature_type: 'address', address: '277 Bedford Avenue' },
    ...{ full_address: '277 Bedford Avenue, Brooklyn, New York 11211, United States', place_formatted: 'Brooklyn, New York 11211, United States' },
    context: {
      country: { name: 'United States', country_code: 'US', country_code_alpha_3: 'USA' },
      region: { name: 'New York', region_code: 'NY', region_code_full: 'US-NY' },
      postcode: { name: '11211' },
      place: { name: 'Brooklyn' },
      street: { name: 'bedford avenue' },
    },
    language: 'en',
  },
};
const poi = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-9.21598, 38.69159] },
  properties: {
    ...{ name: 'Torre de Belém', mapbox_id: 'dXJuOm1ieHBvaTo3', feature_type: 'poi', maki: 'castle', place_formatted: '1400-038 Lisboa, Portugal' },
    ...{ poi_category: ['monument', 'tourist attraction'], poi_category_ids: ['monument'], metadata: {} },
    context: { country: { name: 'Portugal', country_code: 'pt' }, place: { name: 'Lisboa' }, postcode: { name: '1400-038' } },
  },
};
const country = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-7.84, 39.6] },
  properties: {
    name: 'Portugal',
    mapbox_id: 'dXJuOm1ieHBsYzo3',
    feature_type: 'country',
    context: { country: { name: 'Portugal', country_code: 'PT' } },
  },
};

describe('Mapbox answer', () => {
  test('is converted to places with whole addresses', () => {
    const [bedford, tower, portugal] = parseMapboxPlaces({ type: 'FeatureCollection', features: [address, poi, country], attribution: '' });
    expect(bedford).toEqual({
      ...{ name: '277 Bedford Avenue', placeName: '277 Bedford Avenue, Brooklyn, New York 11211, United States' },
      ...{ placeFormatted: 'Brooklyn, New York 11211, United States', featureType: 'address', mapboxId: 'dXJuOm1ieGFkcjo3' },
      ...{ relevance: null, match: null, poiCategories: [], maki: null, wikidataId: null, coordinates: { latitude: 40.71426, longitude: -73.9613 } },
      address: {
        ...{ addressLine1: '277 Bedford Avenue', addressLine2: null, city: 'Brooklyn', state: 'New York', postalCode: '11211' },
        ...{ countryName: 'United States', countryCode: 'US' },
      },
    });
    expect(tower).toMatchObject({
      ...{ name: 'Torre de Belém', placeName: 'Torre de Belém, 1400-038 Lisboa, Portugal', featureType: 'poi', maki: 'castle' },
      ...{ poiCategories: ['monument', 'tourist attraction'], address: { addressLine1: null, city: 'Lisboa', countryCode: 'PT' } },
    });
    expect(portugal).toMatchObject({
      placeName: 'Portugal',
      placeFormatted: '',
      address: { city: null, countryName: 'Portugal', countryCode: 'PT' },
    });
  });

  test('with invalid features is converted without them', () => {
    expect(parseMapboxPlaces({ features: [{ type: 'Feature' }, null, poi] }).map(({ name }) => name)).toEqual(['Torre de Belém']);
    expect(parseMapboxPlaces({ features: [] })).toEqual([]);
  });

  test('of an invalid shape throws EngineUnavailable', () => {
    for (const answer of [null, 'busy', {}, { message: 'Not Authorized' }])
      expect(() => parseMapboxPlaces(answer)).toThrow(expect.objectContaining({ code: 'engine/unavailable', engine: 'mapbox' }));
  });
});

test('Mapbox request has at most ten results and puts the longitude first', () => {
  expect(forwardParameters('torre', { limit: 20, near: { latitude: 38.7, longitude: -9.1 } })).toEqual({
    ...{ q: 'torre', limit: '10', language: 'en', auto_complete: 'true', proximity: '-9.1,38.7' },
  });
  expect(forwardParameters('torre', { limit: 5, lang: 'de' })).toEqual({ q: 'torre', limit: '5', language: 'de', auto_complete: 'true' });
});
