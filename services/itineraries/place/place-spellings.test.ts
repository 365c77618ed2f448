import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  // Loads the gazetteer, which the first search waits for.
  await found('Porto');
}, 120_000);
afterAll(() => product.stop());

const found = async (q: string, near?: string): Promise<PlaceSearchResult[]> => {
  const answer = await product.send({ url: `/api/places/search?limit=20&q=${encodeURIComponent(q)}${near ? `&near=${near}` : ''}` });
  return answer.json().items;
};

/** A typed spelling, and the spelling in the data. */
const spellings: [typed: string, usual: string][] = [
  ['Danang', 'Da Nang'],
  ['Da-Nang', 'Da Nang'],
  ['Đà Nẵng', 'Da Nang'],
  ['St Malo', 'Saint-Malo'],
  ['St. Malo', 'Saint-Malo'],
  ['st-malo', 'Saint-Malo'],
  ['Sankt Moritz', 'St. Moritz'],
  ['Saint Moritz', 'St. Moritz'],
  ['St Moritz', 'St. Moritz'],
  ['Ft Worth', 'Fort Worth'],
  ['Ft. Worth', 'Fort Worth'],
  ['Ft Lauderdale', 'Fort Lauderdale'],
  ['Newdelhi', 'New Delhi'],
  ['Newyork', 'New York'],
  ['Losangeles', 'Los Angeles'],
  ['Sanfrancisco', 'San Francisco'],
  ['Lasvegas', 'Las Vegas'],
  ['Kualalumpur', 'Kuala Lumpur'],
  ['Capetown', 'Cape Town'],
  ['Buenosaires', 'Buenos Aires'],
  ['Ha Noi', 'Hanoi'],
  ['Tel-Aviv', 'Tel Aviv'],
  ['Abudhabi', 'Abu Dhabi'],
  ['Portau Prince', 'Port-au-Prince'],
  ['Addisababa', 'Addis Ababa'],
  ['臺北', '台北'],
  ['東京', '东京'],
  ['廣州', '广州'],
  ['京都', '京都'],
  ['Muenchen', 'München'],
  ['Zuerich', 'Zürich'],
  ['Koeln', 'Köln'],
  ['Duesseldorf', 'Düsseldorf'],
  ['Nuernberg', 'Nürnberg'],
  ['Malmo', 'Malmö'],
  ['Malmoe', 'Malmö'],
  ['Goteborg', 'Göteborg'],
  ['Aarhus', 'Århus'],
  ['Tromso', 'Tromsø'],
  ['Lodz', 'Łódź'],
  ['Krakow', 'Kraków'],
  ['Gdansk', 'Gdańsk'],
  ['Sao Paulo', 'São Paulo'],
  ['St Petersburg', 'Saint Petersburg'],
  ['Sankt Petersburg', 'Saint Petersburg'],
  ['St Louis', 'Saint Louis'],
  ['St Paul', 'Saint Paul'],
  ['St Gallen', 'Sankt Gallen'],
  ['St Pölten', 'Sankt Pölten'],
  ['St Etienne', 'Saint-Étienne'],
  ['St Tropez', 'Saint-Tropez'],
  ['St Nazaire', 'Saint-Nazaire'],
  ['St Denis, Réunion', 'Saint-Denis, Réunion'],
  ['Mt Gambier', 'Mount Gambier'],
  ['Mt Isa', 'Mount Isa'],
  ['Mt Vernon, New York', 'Mount Vernon, New York'],
  ['Pt Elizabeth', 'Port Elizabeth'],
  ['Gt Yarmouth', 'Great Yarmouth'],
  ['N Vancouver', 'North Vancouver'],
  ['Laquila', "L'Aquila"],
  ['L’Aquila', "L'Aquila"],
  ['Kyiv', 'Kiev'],
  ['Xian', "Xi'an"],
  ['Xi’an', "Xi'an"],
  ['Saintmalo', 'Saint-Malo'],
  ['Stmalo', 'Saint-Malo'],
];

describe('Place name as people type it', () => {
  test.each(spellings)('%s finds the same place as %s', async (typed, usual) => {
    const [[first], [expected]] = await Promise.all([found(typed), found(usual)]);
    expect(expected).toBeDefined();
    expect(first?.placeName).toBe(expected?.placeName);
  });
});

const story = async (body: object = {}): Promise<string> =>
  (await product.send({ method: 'POST', url: '/api/itineraries', as: ada, payload: { title: 'On the way', ...body } })).json().id;
const addTo = async (id: string, payload: object) =>
  (await product.send({ method: 'POST', url: `/api/itineraries/${id}/stops`, as: ada, payload })).json();
const at = (placeName: string, latitude: number, longitude: number, countryCode: string) => ({
  ...{ placeName, coordinates: { latitude, longitude } },
  address: { countryCode },
});

describe('Location query of a new stop', () => {
  test('Danang, a variant of Da Nang, resolves to the city in Vietnam', async () => {
    expect(await addTo(await story(), { locationQuery: 'Danang' })).toMatchObject({ countryCode: 'VN' });
  });

  test('Ambiguous words for a stop of a story in Porto answer 422, with the place in Porto as first candidate', async () => {
    const station = { name: 'Estação de São Bento', coordinates: { latitude: 41.1456, longitude: -8.6105 } };
    const recorded = await product.send({ method: 'POST', url: '/api/places', as: product.person('root', 'admin'), payload: station });
    expect(recorded.statusCode).toBe(201);
    await product.send({ url: '/api/places/search?q=estacao', headers: { 'x-after': String(recorded.headers['x-position']) } });
    const id = await story();
    await addTo(id, at('Lello', 41.1469, -8.6148, 'PT'));
    const answer = await addTo(id, { locationQuery: 'sao bento' });
    expect(answer).toMatchObject({ status: 422, code: 'place/ambiguous' });
    expect(answer.data.candidates[0].name).toBe('Estação de São Bento');
  });

  test.each([
    ['Paris', at('A farm', 33.2, -96.2, 'US'), 'Paris, Texas, United States'],
    ['Springfield', at('Chicago road', 39.9, -89.3, 'US'), 'Springfield, Illinois, United States'],
    ['Paris', at('Lello', 41.1469, -8.6148, 'PT'), 'Paris, France'],
  ])('%s chooses the namesake near the stops, else the best-known place', async (locationQuery, stop, placeFullName) => {
    const id = await story();
    await addTo(id, stop);
    expect(await addTo(id, { locationQuery })).toMatchObject({ placeFullName });
  });

  test.each([
    ['Paris', 'Paris, Texas, United States'],
    ['Springfield', 'Springfield, Missouri, United States'],
  ])('A new stop of a story in Dallas with the words %s answers 422 with candidates', async (locationQuery, first) => {
    const id = await story();
    await addTo(id, at('A hotel', 32.7767, -96.797, 'US'));
    const answer = await addTo(id, { locationQuery });
    expect(answer).toMatchObject({ status: 422, code: 'place/ambiguous' });
    expect(answer.data.candidates[0].placeName).toBe(first);
    const search = await product.send({ as: ada, url: `/api/places/search?q=${locationQuery}&itineraryId=${id}` });
    expect(search.json()).toMatchObject({ isMeant: false, items: [{ placeName: first }, ...Array.from({ length: 7 }, () => ({}))] });
  });

  test('A search for a story is answered only to those who see the story', async () => {
    const id = await story();
    await addTo(id, at('The harbour', 42.3601, -71.0589, 'US'));
    const search = (as?: Person) => product.send({ ...(as && { as }), url: `/api/places/search?q=Manchester&itineraryId=${id}` });
    expect((await search(ada)).json()).toMatchObject({
      isMeant: true,
      items: [{ placeName: 'Manchester, New Hampshire, United States' }, {}, {}, {}, {}, {}, {}, {}],
    });
    expect([(await search()).statusCode, (await search(product.person('bob'))).json().code]).toEqual([404, 'itinerary/unknown']);
  });

  test('A mistyped name of a place far from the story answers 422, and of a place in its country is accepted', async () => {
    const id = await story();
    await addTo(id, at('Lello', 41.1469, -8.6148, 'PT'));
    expect(await addTo(id, { locationQuery: 'Kyotto' })).toMatchObject({ status: 422, code: 'place/ambiguous' });
    expect(await addTo(id, { locationQuery: 'Lisabon' })).toMatchObject({ placeFullName: 'Lisbon, Portugal' });
  });
});
