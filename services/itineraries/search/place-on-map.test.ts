import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { placeOnMap as shape } from '@waystory/proto/itineraries/story-place.ts';
import { describe, expect, test } from 'vitest';
import { noAddress } from '../place/place.ts';
import type { RankedFind } from '../place/place-finds.ts';
import { placeOnMap, placesMeant } from './story-place.routes.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };
const find = (name: string, more: Partial<PlaceSearchResult> = {}): PlaceSearchResult => ({
  ...{ placeId: null, name, placeName: name, featureType: 'place', coordinates: lisbon, address: { ...noAddress, countryCode: 'PT' } },
  ...{ placeFormatted: '', relevance: null, mapboxId: null, poiCategories: [], maki: null, wikidataId: null, imageUrl: null },
  ...more,
});
const ranked = (
  name: string,
  extent: RankedFind['match']['extent'],
  weight = 0.5,
  more: Partial<PlaceSearchResult> = {},
  slipped = false,
): RankedFind => ({
  item: find(name, more),
  match: { extent, slipped },
  weight: { least: weight, most: weight },
});
const namesMeant = (words: string, ...finds: RankedFind[]): string[] => placesMeant(words, finds).map(({ name }) => name);

describe('Places meant by search words', () => {
  test('are one place when it is far more popular, or else up to three namesakes', () => {
    expect(namesMeant('paris', ranked('Paris', 'whole', 0.9), ranked('Paris, Texas', 'whole', 0.4), ranked('Parish Hall', 'part'))).toEqual([
      'Paris',
    ]);
    const namesakes = [1, 2, 3, 4].map((number) => ranked(`Springfield ${number}`, 'whole', 0.5));
    expect(namesMeant('springfield', ...namesakes)).toEqual(['Springfield 1', 'Springfield 2', 'Springfield 3']);
  });

  test('match by whole name, except for a typing error', () => {
    expect(namesMeant('lisbn', ranked('Lisbon', 'near', 0.8, {}, true))).toEqual(['Lisbon']);
    expect(namesMeant('castle', ranked('Dublin Castle', 'part', 0.5, { featureType: 'poi' }))).toEqual([]);
    expect(namesMeant('xqzw')).toEqual([]);
  });

  test('are the first area whose name begins with the words, for an unfinished name', () => {
    const sight = ranked('Lisbon Zoo', 'part', 0.9, { featureType: 'poi' });
    expect(namesMeant('Lisb', sight, ranked('Old Lisbon', 'part'), ranked('Lisbon', 'part'), ranked('Lisburn', 'part'))).toEqual(['Lisbon']);
    expect(namesMeant('lisb', sight, ranked('Lizbon', 'part', 0.5, {}, true))).toEqual([]);
  });
});

describe('Place on the map', () => {
  const bounds = { southWest: { lat: 36.9, lng: -9.5 }, northEast: { lat: 42.2, lng: -6.1 } };
  const portugal = { countryId: 'c', code: 'PT', itinerariesCount: 12, stopsCount: 60, bounds };
  const asked: unknown[] = [];
  const map = {
    countriesIn: () => [portugal],
    countWithin: (box: unknown) => {
      asked.push(box);
      return { itinerariesCount: 3, stopsCount: 9 };
    },
  };

  test('has the counts of stories around a town, and bounds around its centre', () => {
    const { bounds: shown, ...counts } = placeOnMap(find('Lisbon'), map);
    expect(counts).toMatchObject({ itinerariesCount: 3, stopsCount: 9 });
    expect(shown).toEqual({
      southWest: { lat: 38.5139, lng: expect.closeTo(-9.3957, 4) },
      northEast: { lat: 38.9139, lng: expect.closeTo(-8.8831, 4) },
    });
    expect(asked.at(-1)).toMatchObject({ south: expect.closeTo(38.5139, 4), west: expect.closeTo(-9.3957, 4) });
  });

  test('has the counts and bounds of a country, and zero counts with bounds around its centre for one without stories', () => {
    const country = { featureType: 'country' };
    expect(placeOnMap(find('Portugal', country), map)).toMatchObject({ itinerariesCount: 12, stopsCount: 60, bounds });
    const none = placeOnMap(find('Tonga', { ...country, address: { ...noAddress, countryCode: 'TO' } }), map);
    expect(none).toMatchObject({ itinerariesCount: 0, stopsCount: 0, bounds: { southWest: { lat: 34.7139 }, northEast: { lat: 42.7139 } } });
  });

  test('has no counts when its extent is unknown', () => {
    for (const featureType of ['region', 'district', 'locality', 'poi', null])
      expect(placeOnMap(find('Alentejo', { featureType }), map)).toMatchObject({ itinerariesCount: null, stopsCount: null });
  });

  test.each([
    { latitude: 89.99, longitude: 0 },
    { latitude: -90, longitude: 180 },
    { latitude: 0, longitude: 179.9 },
  ])('has bounds within the world, also at %j', (coordinates) => {
    const { southWest, northEast } = shape.parse(placeOnMap(find('Edge', { coordinates }), map)).bounds;
    for (const { lat, lng } of [southWest, northEast]) {
      expect(Math.abs(lat)).toBeLessThanOrEqual(90);
      expect(Math.abs(lng)).toBeLessThanOrEqual(180);
    }
    expect(northEast.lat).toBeGreaterThan(southWest.lat);
  });
});
