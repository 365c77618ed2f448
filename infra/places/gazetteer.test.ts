import { describe, expect, test } from 'vitest';
import { placesContract } from './contract.ts';
import { gazetteerPlaces } from './gazetteer.ts';
import { otherNames } from './other-names.ts';
import { townsByName } from './towns.ts';

placesContract(gazetteerPlaces);

const places = gazetteerPlaces();
const namesFor = async (query: string, limit = 8): Promise<string[]> => (await places.search(query, { limit })).map(({ placeName }) => placeName);

describe('gazetteer', () => {
  const first = async (typed: string) => {
    const [found] = await gazetteerPlaces().search(typed, { limit: 3 });
    return [found?.address.countryCode, found?.name];
  };

  test('finds countries and towns by an unfinished word', async () => {
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
  ])('finds a town in spite of a typing error: %s', async (typed, meant) => {
    expect((await namesFor(typed))[0]).toBe(meant);
  });

  test('allows no typing error in words of three letters', async () => {
    expect(await namesFor('rxm')).toEqual([]);
  });

  test.each([
    ['paris texas', 'Paris, Texas, United States'],
    ['springfield il', 'Springfield, Illinois, United States'],
    ['porto portugal', 'Porto, Portugal'],
    ['san jose costa rica', 'San José, Costa Rica'],
    ['paulo sao', 'São Paulo, Brazil'],
    ['the porto of portgual', 'Porto, Portugal'],
  ])('accepts words of the state or country, in any order: %s', async (typed, meant) => {
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
  ])('finds towns and countries by names in other languages: %s', async (typed, meant) => {
    expect((await namesFor(typed))[0]).toBe(meant);
  });

  // Names in French, Spanish, Italian, Portuguese, German, Polish, Czech and Turkish. Most of these names are also names of villages, or prefixes of
  // other names.
  test.each([
    ...['Le Caire', 'El Cairo', 'Kairo'].map((typed) => [typed, 'EG', 'Cairo']),
    ...['Kapstadt', 'Ciudad del Cabo'].map((typed) => [typed, 'ZA', 'Cape Town']),
    ...['Vienne', 'Viena', 'Wiedeń', 'Bécs', 'Vídeň', 'Viyana'].map((typed) => [typed, 'AT', 'Vienna']),
    ...['Moscú', 'Mosca', 'Moscou', 'Moskau'].map((typed) => [typed, 'RU', 'Moscow']),
    ...['Londra', 'Londen', 'Londres', 'Londyn'].map((typed) => [typed, 'GB', 'London']),
    ...['Parigi', 'Parijs', 'Paryż'].map((typed) => [typed, 'FR', 'Paris']),
    ...['Atenas', 'Athènes', 'Ateny'].map((typed) => [typed, 'GR', 'Athens']),
    ...['Pechino', 'Pékin', 'Pequim'].map((typed) => [typed, 'CN', 'Beijing']),
    ...['Neu-Delhi', 'Nueva Delhi'].map((typed) => [typed, 'IN', 'New Delhi']),
    ...[['Varsovie', 'PL', 'Warsaw'], ['Estocolmo', 'SE', 'Stockholm'], ['Marsella', 'FR', 'Marseille'], ['Bangcoc', 'TH', 'Bangkok']], // biome-ignore format: pairs
    ...[['Lüttich', 'BE', 'Liège'], ['Löwen', 'BE', 'Leuven'], ['Saloniki', 'GR', 'Thessaloníki'], ['Kolozsvár', 'RO', 'Cluj-Napoca']], // biome-ignore format: pairs
    ...[['Gerona', 'ES', 'Girona'], ['Lerida', 'ES', 'Lleida'], ['Ginebra', 'CH', 'Genève'], ['Manille', 'PH', 'Manila']], // biome-ignore format: pairs
  ])('finds %s as a town in %s by the name of another language: %s', async (typed, code, name) => {
    expect(await first(typed ?? '')).toEqual([code, name]);
  });

  test.each([
    ['SF', 'US', 'San Francisco'],
    ['NYC', 'US', 'New York City'],
    ['DC', 'US', 'Washington, D.C.'],
    ['KL', 'MY', 'Kuala Lumpur'],
    ['HK', 'HK', 'Hong Kong'],
    ['HCMC', 'VN', 'Ho Chi Minh City'],
    ['CDMX', 'MX', 'Mexico City'],
    ['BsAs', 'AR', 'Buenos Aires'],
    ['FFM', 'DE', 'Frankfurt am Main'],
    ['SPb', 'RU', 'Saint Petersburg'],
    ['Mtl', 'CA', 'Montréal'],
    ["Jo'burg", 'ZA', 'Johannesburg'],
  ])('finds the abbreviation %s of a town in %s: %s', async (typed, code, name) => {
    expect(await first(typed)).toEqual([code, name]);
  });

  test.each([
    ['San Sebastian', 'ES', 'Donostia / San Sebastián'],
    ['Donostia', 'ES', 'Donostia / San Sebastián'],
    ['Biel', 'CH', 'Biel/Bienne'],
  ])('finds %s, one part of the bilingual name of a town in %s: %s', async (typed, code, name) => {
    expect(await first(typed)).toEqual([code, name]);
  });

  test.each([
    ...[['London, England', 'GB', 'London'], ['Edinburgh Scotland', 'GB', 'Edinburgh'], ['Cardiff, Wales', 'GB', 'Cardiff'], ['Perth Scotland', 'GB', 'Perth']], // biome-ignore format: rows
    ...[['Valencia, España', 'ES', 'Valencia'], ['Praha, Česko', 'CZ', 'Prague'], ['Москва, Россия', 'RU', 'Moscow'], ['東京 日本', 'JP', 'Tokyo'], ['Athina Ελλάδα', 'GR', 'Athens']], // biome-ignore format: rows
    ...[['Vancouver, BC', 'CA', 'Vancouver'], ['Toronto, ON', 'CA', 'Toronto'], ['Sydney NSW', 'AU', 'Sydney'], ['Perth, WA', 'AU', 'Perth'], ['Portland OR', 'US', 'Portland']], // biome-ignore format: rows
    ...[['Rio de Janeiro, RJ', 'BR', 'Rio de Janeiro'], ['Sao Paulo - SP', 'BR', 'São Paulo'], ['Barcelona, Catalunya', 'ES', 'Barcelona'], ['Firenze, Toscana', 'IT', 'Florence']], // biome-ignore format: rows
    ...[['Würzburg Bayern', 'DE', 'Würzburg'], ['Ubud Bali', 'ID', 'Ubud']], // biome-ignore format: rows
  ])('finds %s by town and local name of the country or region', async (typed, code, name) => {
    expect(await first(typed ?? '')).toEqual([code, name]);
  });

  test('has a town for every alternative name', async () => {
    const all = Object.entries(otherNames).flatMap(([code, towns]) => Object.keys(towns).map((name) => [code, name] as const));
    const missing: string[] = [];
    for (const [code, name] of all) if ((await townsByName(name, code)).length === 0) missing.push(`${name}, ${code}`);
    expect(missing).toEqual([]);
  });

  test('lists namesakes by descending population', async () => {
    expect((await namesFor('paris')).slice(0, 2)).toEqual(['Paris, France', 'Paris, Texas, United States']);
  });

  test('returns all fields of a place', async () => {
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

  test('locates a country on its land, even across the antimeridian', async () => {
    const [fiji] = await places.search('fiji', { limit: 1 });
    expect(fiji).toMatchObject({ featureType: 'country', coordinates: { latitude: expect.closeTo(-17.8, 0) } });
    expect(Math.abs(fiji?.coordinates.longitude ?? 0)).toBeGreaterThan(177);
  });

  test('assigns a point at the border of a large town to that town, not to a village', async () => {
    expect((await places.nearest({ latitude: 38.69, longitude: -9.21 }))?.placeName).toBe('Lisbon, Portugal');
    expect((await places.nearest({ latitude: 40.7, longitude: -73.95 }))?.placeName).toBe('New York City, New York, United States');
  });
});
