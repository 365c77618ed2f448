import { describe, expect, test } from 'vitest';
import { placesContract } from './contract.ts';
import { gazetteerPlaces } from './gazetteer.ts';
import { otherNames } from './other-names.ts';
import { townsByName } from './towns.ts';

placesContract(gazetteerPlaces);

const places = gazetteerPlaces();
const namesFor = async (query: string, limit = 8): Promise<string[]> => (await places.search(query, { limit })).map(({ placeName }) => placeName);

describe('the gazetteer', () => {
  test('finds countries and towns as one types', async () => {
    expect(await namesFor('port')).toEqual(expect.arrayContaining(['Portugal', 'Port-au-Prince, Haiti', 'Porto, Portugal']));
    expect((await namesFor('porto'))[0]).toBe('Porto, Portugal');
    expect((await namesFor('tok'))[0]).toBe('Tokyo, Japan');
    expect((await namesFor('new yor'))[0]).toBe('New York City, New York, United States');
    expect(await namesFor('s', 20)).toEqual(expect.arrayContaining(['Spain', 'Shanghai, China']));
  });

  test.each([
    ['lisbn', 'Lisbon, Portugal'],
    ['londno', 'London, United Kingdom'],
    ['isntanbul', 'Istanbul, Türkiye'],
    ['marakesh', 'Marrakesh, Morocco'],
    ['tokio', 'Tokyo, Japan'],
    ['xstanbul', 'Istanbul, Türkiye'],
  ])('forgives one slip: %s', async (typed, meant) => {
    expect((await namesFor(typed))[0]).toBe(meant);
  });

  test('forgives none in words of three letters', async () => {
    expect(await namesFor('rxm')).toEqual([]);
  });

  test.each([
    ['paris texas', 'Paris, Texas, United States'],
    ['springfield il', 'Springfield, Illinois, United States'],
    ['porto portugal', 'Porto, Portugal'],
    ['san jose costa rica', 'San José, Costa Rica'],
    ['paulo sao', 'São Paulo, Brazil'],
    ['the porto of portgual', 'Porto, Portugal'],
  ])('takes words of the surroundings, in any order: %s', async (typed, meant) => {
    expect((await namesFor(typed))[0]).toBe(meant);
  });

  test.each([
    ['münchen', 'Munich, Germany'],
    ['cologne', 'Köln, Germany'],
    ['lisboa', 'Lisbon, Portugal'],
    ['deutschland', 'Germany'],
    ['allemagne', 'Germany'],
    ['usa', 'United States'],
    ['laquila', "L'Aquila, Italy"],
    ['lodz', 'Łódź, Poland'],
    ['Москва', 'Moscow, Russia'],
    ['москв', 'Moscow, Russia'],
    ['東京', 'Tokyo, Japan'],
    ['القاهرة', 'Cairo, Egypt'],
    ['Αθήνα', 'Athens, Greece'],
    ['서울', 'Seoul, South Korea'],
    ['日本', 'Japan'],
    ['Єгипет', 'Egypt'],
  ])('knows other names: %s', async (typed, meant) => {
    expect((await namesFor(typed))[0]).toBe(meant);
  });

  test('every other name is one of a town that is there', async () => {
    const all = Object.entries(otherNames).flatMap(([code, towns]) => Object.keys(towns).map((name) => [code, name] as const));
    const missing: string[] = [];
    for (const [code, name] of all) if ((await townsByName(name, code)).length === 0) missing.push(`${name}, ${code}`);
    expect(missing).toEqual([]);
  });

  test('what is meant least comes last: namesakes in order of their people', async () => {
    expect((await namesFor('paris')).slice(0, 2)).toEqual(['Paris, France', 'Paris, Texas, United States']);
  });

  test('a find has all that a stop needs', async () => {
    const [found] = await places.search('springfield illinois', { limit: 1 });
    expect(found).toEqual({
      ...{ name: 'Springfield', placeName: 'Springfield, Illinois, United States', placeFormatted: 'Illinois, United States' },
      ...{ featureType: 'place', maki: 'city', mapboxId: 'geonames.4250542', poiCategories: [], wikidataId: null, relevance: expect.any(Number) },
      match: { extent: 'whole', slipped: false, weight: expect.any(Number) },
      coordinates: { latitude: expect.closeTo(39.8, 1), longitude: expect.closeTo(-89.64, 1) },
      address: {
        ...{ addressLine1: null, addressLine2: null, postalCode: null, city: 'Springfield', state: 'Illinois' },
        ...{ countryName: 'United States', countryCode: 'US' },
      },
    });
  });

  test('a country is a point on its land, on whichever side of the antimeridian', async () => {
    const [fiji] = await places.search('fiji', { limit: 1 });
    expect(fiji).toMatchObject({ featureType: 'country', coordinates: { latitude: expect.closeTo(-17.8, 0) } });
    expect(Math.abs(fiji?.coordinates.longitude ?? 0)).toBeGreaterThan(177);
  });

  test('a point at the border of a large town is not given to a village there', async () => {
    expect((await places.nearest({ latitude: 38.69, longitude: -9.21 }))?.placeName).toBe('Lisbon, Portugal');
    expect((await places.nearest({ latitude: 40.7, longitude: -73.95 }))?.placeName).toBe('New York City, New York, United States');
  });
});
