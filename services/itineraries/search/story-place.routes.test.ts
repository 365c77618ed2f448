import { storyPlaceRoutes } from '@waystory/proto/itineraries/story-place.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { untilSearchable } from '../../testing/until-searchable.ts';

const path = '/itineraries/places/search';

let product: TestProduct;
let ada: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  bob = product.person('bob');
  admin = product.person('root', 'admin');
  await untilSearchable(product, path);
});
afterAll(() => product.stop());

/** Results of a person after all writes. */
async function found(query: Record<string, string>, as?: Person) {
  const headers = { 'x-after': String(await product.engines.events.head()) };
  const ask = () => product.send({ url: `/api${path}?${new URLSearchParams(query)}`, headers, ...(as && { as }) });
  // On a busy machine a read model may take longer than one request waits.
  await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
  return storyPlaceRoutes.searchStoryPlaces.reply.parse((await ask()).json());
}
const rows = ({ results }: Awaited<ReturnType<typeof found>>) =>
  results.map(({ entity: { name, itinerariesCount, stopsCount } }) => [name, itinerariesCount, stopsCount]);

const porto = { latitude: 41.14, longitude: -8.61 };
async function record(name: string, more: object = {}): Promise<string> {
  const { id } = await admin.api.createPlace({ body: { name, coordinates: porto, ...more } });
  await admin.api.listPlaces({});
  return id;
}

/** A story with a stop at each of these places. */
async function story(
  placeIds: readonly string[],
  { by = ada, visibility = 'PUBLIC', title = 'Seen' }: { by?: Person; visibility?: 'PUBLIC' | 'PRIVATE'; title?: string } = {},
) {
  const { id: itineraryId } = await by.api.createItinerary({ body: { title: 'On foot', visibility } });
  for (const placeId of placeIds) await by.api.addStop({ params: { itineraryId }, body: { placeId, title, description: 'Gulls over the quay.' } });
  return itineraryId;
}

describe('Places of stories', () => {
  test('are listed once each, with kind, position and numbers of stories and stops', async () => {
    const address = { city: 'Porto', countryName: 'Portugal', countryCode: 'PT' };
    const tower = await record('Torre dos Grifos', { featureType: 'poi', poiCategories: ['landmark'], maki: 'castle', address });
    const hall = await record('Hall of the Grifos');
    await story([tower, tower, hall]);
    await story([tower], { by: bob, title: 'Torre dos Grifos' });
    const answer = await found({ q: 'grifos' });
    expect(rows(answer)).toEqual([
      ['Torre dos Grifos', 2, 3],
      ['Hall of the Grifos', 1, 1],
    ]);
    expect(answer).toMatchObject({ total: 2, onMap: [] });
    expect(answer.results[0]).toMatchObject({
      entity: { id: tower, featureType: 'poi', poiCategories: ['landmark'], maki: 'castle', addressCity: 'Porto', countryCode: 'PT' },
      matchedFields: expect.arrayContaining(['placeName']),
    });
    expect(answer.results[0]?.entity.stop).toMatchObject({ title: 'Torre dos Grifos' });
  });

  test('are found by the texts of their stops, page by page', async () => {
    const places = [await record('Cais A'), await record('Cais B'), await record('Cais C')];
    await story(places, { title: 'Herons at low tide' });
    await story(places, { title: 'Herons at low tide' });
    const pages = [await found({ q: 'herons', limit: '2' }), await found({ q: 'herons', limit: '2', page: '2' })];
    expect(pages.map(({ results, total }) => [results.length, total])).toEqual([
      [2, 3],
      [1, 3],
    ]);
    expect(pages.flatMap(({ results }) => results.map(({ entity }) => entity.id)).toSorted()).toEqual(places.toSorted());
  });

  test('of invisible stories are not found, and are not counted', async () => {
    const pier = await record('Molhe das Sombras');
    await story([pier], { visibility: 'PRIVATE' });
    expect(rows(await found({ q: 'sombras' }))).toEqual([]);
    expect(rows(await found({ q: 'sombras' }, bob))).toEqual([]);
    expect(rows(await found({ q: 'sombras' }, ada))).toEqual([['Molhe das Sombras', 0, 0]]);
    await story([pier]);
    expect(rows(await found({ q: 'sombras' }))).toEqual([['Molhe das Sombras', 1, 1]]);
  });

  test('omit the place of an unlocated stop', async () => {
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'On foot', visibility: 'PUBLIC' } });
    const body = { title: 'The bar Yuki told us of', placeName: 'Bar Yuki', coordinates: porto, isLocated: false };
    await ada.api.addStop({ params: { itineraryId }, body });
    expect(await found({ q: 'bar yuki' })).toMatchObject({ results: [], total: 0 });
  });

  test('have the name from their stop after their record is removed', async () => {
    const gone = await record('Quiosque Apagado', { featureType: 'poi' });
    await story([gone]);
    await admin.api.deletePlace({ params: { id: gone } });
    expect((await found({ q: 'apagado' })).results[0]?.entity).toMatchObject({
      id: gone,
      name: 'Quiosque Apagado',
      featureType: null,
      stopsCount: 1,
    });
  });
});

describe('Places meant by the search words', () => {
  test('are cities and countries with the stories there, also in other languages', async () => {
    const bench = await record('A bench by the Loire', {
      coordinates: { latitude: 47.21, longitude: -1.56 },
      address: { city: 'Nantes', countryCode: 'FR' },
    });
    await story([bench]);
    const nantes = await found({ q: 'nantes' });
    expect(nantes.onMap).toEqual([expect.objectContaining({ name: 'Nantes', featureType: 'place', itinerariesCount: 1, stopsCount: 1 })]);
    expect(rows(nantes)).toEqual([['A bench by the Loire', 1, 1]]);
    expect((await found({ q: 'Frankreich' })).onMap).toEqual([
      expect.objectContaining({ name: 'France', featureType: 'country', itinerariesCount: 1, stopsCount: 1 }),
    ]);
    expect((await found({ q: 'cologne' })).onMap).toEqual([expect.objectContaining({ name: 'Köln', itinerariesCount: 0 })]);
  });

  test('are listed once when stories have stops at the city itself', async () => {
    const [evora] = (await found({ q: 'évora' })).onMap;
    const town = await record('Évora', { featureType: 'place', mapboxId: evora?.mapboxId, coordinates: evora?.coordinates });
    await story([town]);
    const answer = await found({ q: 'évora' });
    expect(answer.onMap).toEqual([expect.objectContaining({ placeId: town, name: 'Évora', stopsCount: 1 })]);
    expect(rows(answer)).toEqual([]);
  });

  test('are listed among the results when they are no area and a story has a stop there', async () => {
    const lighthouse = await record('Farol do Vento', { featureType: 'poi' });
    expect((await found({ q: 'farol do vento' })).onMap).toEqual([expect.objectContaining({ placeId: lighthouse, itinerariesCount: null })]);
    await story([lighthouse]);
    const answer = await found({ q: 'farol do vento' });
    expect([rows(answer), answer.onMap]).toEqual([[['Farol do Vento', 1, 1]], []]);
  });
});
