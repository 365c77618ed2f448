import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  admin = product.person('root', 'admin');
  ada = product.person('ada');
});
afterAll(() => product.stop());

const coordinates = { latitude: 41.1405, longitude: -8.6094 };
const livraria = { name: 'Livraria Lello', coordinates, mapboxId: 'mb.1', featureType: 'poi', poiCategories: ['landmark'] };

describe('Places and countries over HTTP', () => {
  test('A place is created, changed, found and removed by admins', async () => {
    const place = await admin.api.createPlace({ body: { ...livraria, mapboxId: 'mb.0' } });
    const params = { id: place.id };
    expect(await admin.api.getPlace({ params })).toEqual(place);
    const changed = await admin.api.patchPlace({ params, body: { wikidataId: 'Q1' } });
    expect(changed).toMatchObject({ wikidataId: 'Q1', version: 2 });
    const found = await admin.api.listPlaces({ query: { filter: '{"poiCategories":{"has":"landmark"}}' } });
    expect(found.items).toEqual([changed]);
    await admin.api.deletePlace({ params });
    await expect(admin.api.getPlace({ params })).rejects.toMatchObject({ status: 404 });
    await expect(admin.api.patchPlace({ params, body: { name: 'x' } })).rejects.toMatchObject({ status: 404 });
  });

  test('Only admins write places or countries', async () => {
    await expect(ada.api.createPlace({ body: livraria })).rejects.toMatchObject({ status: 403 });
    await expect(product.person('mod', 'moderator').api.createPlace({ body: livraria })).rejects.toMatchObject({ status: 403 });
    await expect(product.anonymous.createCountry({ body: { code: 'PT', name: 'Portugal' } })).rejects.toMatchObject({ status: 401 });
  });

  test('A country has a unique code', async () => {
    const portugal = await admin.api.createCountry({ body: { code: 'PT', name: 'Portugal' } });
    await expect(admin.api.createCountry({ body: { code: 'PT', name: 'Lusitania' } })).rejects.toMatchObject({
      status: 409,
      problem: { code: 'country/taken' },
    });
    const params = { id: portugal.id };
    expect(await admin.api.patchCountry({ params, body: { imageUrl: '/flags/pt.svg' } })).toMatchObject({ imageUrl: '/flags/pt.svg', version: 2 });
    expect((await admin.api.listCountries({ query: { filter: '{"code":"PT"}' } })).total).toBe(1);
    await admin.api.deleteCountry({ params });
    expect(await admin.api.createCountry({ body: { code: 'PT', name: 'Portugal' } })).toMatchObject({ id: portugal.id });
  });

  test('A stop refers to its place by id, by map service id, by words or by coordinates', async () => {
    const place = await admin.api.createPlace({ body: livraria });
    await admin.api.getPlace({ params: { id: place.id } });
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Porto' } });
    const add = (body: object) => product.send({ method: 'POST', url: `/api/itineraries/${itineraryId}/stops`, as: ada, payload: body });
    for (const reference of [{ placeId: place.id }, { mapboxId: 'mb.1', featureType: 'poi' }, { locationQuery: 'livraria' }]) {
      expect((await add(reference)).json()).toMatchObject({ placeId: place.id, title: 'Livraria Lello', coordinates });
    }
    const named = { coordinates: { latitude: 41.15, longitude: -8.61 }, address: { city: 'Porto' }, placeName: 'A bench' };
    const answer = await add(named);
    const bench = answer.json();
    expect(bench).toMatchObject({ title: 'A bench', addressCity: 'Porto' });
    expect((await add(named)).json().placeId).toBe(bench.placeId);
    const unnamed = { coordinates: { latitude: 41.5, longitude: -8.5 }, address: { addressLine1: ' ' } };
    expect((await add(unnamed)).json()).toMatchObject({ title: '41.5000, -8.5000' });
    const headers = { 'x-after': String(answer.headers['x-position']) };
    expect((await product.send({ url: `/api/places/${bench.placeId}`, as: ada, headers })).json()).toMatchObject({ name: 'A bench' });
  });

  test('Words that match several places are answered with the candidates', async () => {
    for (const name of ['Esplanadinha Nova', 'Esplanadinha Velha']) await admin.api.createPlace({ body: { name, coordinates } });
    await admin.api.listPlaces({});
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Squares' } });
    const answer = await product.send({
      method: 'POST',
      url: `/api/itineraries/${itineraryId}/stops`,
      as: ada,
      payload: { locationQuery: 'esplanadinha' },
    });
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'place/ambiguous',
      data: { candidates: [{ name: 'Esplanadinha Nova' }, { name: 'Esplanadinha Velha' }] },
    });
  });

  test('A stop at a known place, or at coordinates, reads no stream and is one append', async () => {
    // The clock stands still, because a cached state counts for 200 ms.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    const place = await admin.api.createPlace({ body: { name: 'Ponte', coordinates } });
    const { id: itineraryId, dayIds } = await ada.api.createItinerary({ body: { title: 'Bridges', daysCount: 1 } });
    const { events } = product.engines;
    const [reads, appends] = [vi.spyOn(events, 'read'), vi.spyOn(events, 'append')];
    const params = { itineraryId };
    await ada.api.addStop({ params, body: { placeId: place.id, dayIds } });
    const { placeId } = await ada.api.addStop({ params, body: { coordinates: { latitude: 41.2, longitude: -8.5 }, placeName: 'A wall', dayIds } });
    const mine = [`itinerary-${itineraryId}`, `place-${place.id}`, `place-${placeId}`];
    expect(reads.mock.calls.filter(([stream]) => mine.includes(stream))).toEqual([]);
    const [first, second] = appends.mock.calls.filter(([stream]) => mine.includes(stream)).map((call) => call.slice(0, 4));
    expect(first).toMatchObject([mine[0], 2, [{ type: 'StopAdded' }], []]);
    expect(second).toMatchObject([mine[0], 3, [{ type: 'StopAdded' }], [{ stream: mine[2], expected: 0, events: [{ type: 'PlaceCreated' }] }]]);
    vi.restoreAllMocks();
  });
});
