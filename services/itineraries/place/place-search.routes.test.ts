import { injectFetch } from '@waystory/infra/http/caller.ts';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { type PlaceSearchResult, placeReferenceOf, placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient, RequiredError } from '@waystory/proto/kit/client.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const client = () => createClient(placeSearchRoutes, { baseUrl: '/api', fetch: injectFetch(product.host.app) });
const find = async (query: { q: string; near?: string; limit?: number }): Promise<PlaceSearchResult[]> =>
  (await client().searchPlaces({ query })).items;
const porto = { latitude: 41.1405, longitude: -8.6094 };

/** Creates a place; returns the header that makes a read wait for it. */
async function record(name: string, coordinates = porto): Promise<{ id: string; headers: { 'x-after': string } }> {
  const answer = await product.send({ method: 'POST', url: '/api/places', as: admin, payload: { name, coordinates } });
  return { id: answer.json().id, headers: { 'x-after': String(answer.headers['x-position']) } };
}
const searchAfter = async (q: string, headers: object, as?: Person): Promise<PlaceSearchResult[]> =>
  (await product.send({ url: `/api/places/search?q=${encodeURIComponent(q)}`, headers: { ...headers }, ...(as && { as }) })).json().items;

describe('Place search', () => {
  test('finds towns and countries of the whole world', async () => {
    const items = await find({ q: 'sao paulo' });
    expect(items[0]).toMatchObject({ placeId: null, name: 'São Paulo', placeName: 'São Paulo, Brazil', address: { countryCode: 'BR' } });
    expect((await find({ q: 'portuga' }))[0]).toMatchObject({ name: 'Portugal', featureType: 'country' });
  });

  test('finds a place just recorded, with typing errors and without accents, before all others', async () => {
    const { id, headers } = await record('Livraria Lello');
    for (const q of ['livr', 'lello', 'LIVRÁRIA LEL', 'livrraia']) expect((await searchAfter(q, headers))[0]).toMatchObject({ placeId: id });
    expect((await searchAfter('livraria lello', headers)).map(({ placeId }) => placeId)).toEqual([id]);
  });

  test('finds a place no longer by its former name, nor after its removal', async () => {
    const { id } = await record('Mirador Viejo');
    const renamed = await product.send({ method: 'PATCH', url: `/api/places/${id}`, as: admin, payload: { name: 'Sunset Ledge' } });
    const after = { 'x-after': String(renamed.headers['x-position']) };
    expect((await searchAfter('mirador viejo', after)).map(({ placeId }) => placeId)).not.toContain(id);
    expect((await searchAfter('sunset le', after))[0]).toMatchObject({ placeId: id, name: 'Sunset Ledge' });
    const removed = await product.send({ method: 'DELETE', url: `/api/places/${id}`, as: admin });
    expect((await searchAfter('sunset le', { 'x-after': String(removed.headers['x-position']) })).map(({ placeId }) => placeId)).not.toContain(id);
  });

  test('puts near places first', async () => {
    const states = async (near: string) => (await find({ q: 'springfield', near })).map(({ address }) => address.state);
    expect((await states('39.8,-89.65'))[0]).toBe('Illinois');
    expect((await states(' 37.2 , -93.29 '))[0]).toBe('Missouri');
    expect((await states('42.1,-72.59'))[0]).toBe('Massachusetts');
  });

  test('lists a recorded town once, without its entry in the gazetteer', async () => {
    const [coimbra] = await find({ q: 'coimbra', near: '40.2,-8.4' });
    if (!coimbra) throw new Error('The gazetteer has Coimbra');
    const { headers } = await record('Coimbra', coimbra.coordinates);
    const items = (await searchAfter('coimbra', headers)).filter(({ address, placeId }) => placeId !== null || address.countryCode === 'PT');
    expect(items.filter(({ name }) => name === 'Coimbra')).toEqual([expect.objectContaining({ placeId: expect.any(String) })]);
  });

  test('returns at most the requested number', async () => {
    expect(await find({ q: 'san' })).toHaveLength(8);
    expect(await find({ q: 'san', limit: 20 })).toHaveLength(20);
  });

  test.each(['🎉', '%_%', "' or 1=1 --", '\\', 'a'.repeat(200), '鵺鸞龗'])('answers %s with an empty list', async (q) => {
    expect(await find({ q })).toEqual([]);
  });

  test.each([
    ['', 'query.q'],
    ['?q=', 'query.q'],
    ['?q=%20%20', 'query.q'],
    [`?q=${'a'.repeat(201)}`, 'query.q'],
    ['?q=%00', 'query.q'],
    ['?q=a&limit=0', 'query.limit'],
    ['?q=a&limit=21', 'query.limit'],
    ['?q=a&limit=many', 'query.limit'],
    ['?q=a&near=lisbon', 'query.near'],
    ['?q=a&near=91,0', 'query.near'],
    ['?q=a&near=38.7', 'query.near'],
    ['?q=a&near=', 'query.near'],
    ['?q=a&nearby=1,2', 'query.nearby'],
  ])('answers 400 to %s with the path %s', async (query, path) => {
    const answer = await product.send({ url: `/api/places/search${query}` });
    expect(answer.json()).toMatchObject({ status: 400, code: 'request/invalid', errors: [{ path }] });
  });

  test('states the expected format of a point, and its client refuses a missing query before the request', async () => {
    const answer = await product.send({ url: '/api/places/search?q=a&near=north' });
    expect(answer.json().errors[0].message).toBe('Must be a latitude and a longitude in degrees, for example 38.71,-9.14');
    await expect(client().searchPlaces({})).rejects.toThrow(RequiredError);
  });
});

describe('Label of a point', () => {
  const nearest = async (query: string) => (await product.send({ url: `/api/places/nearest?${query}` })).json();

  test('names the town near it', async () => {
    expect(await nearest('lat=38.69&lng=-9.21')).toMatchObject({ label: 'Near Lisbon, Portugal', place: { placeId: null, name: 'Lisbon' } });
  });

  test('is its degrees in the middle of an ocean', async () => {
    expect(await nearest('lat=-48&lng=-30')).toEqual({ place: null, label: '48.0000° S, 30.0000° W' });
  });

  test.each(['lat=38', 'lat=91&lng=0', 'lat=a&lng=0', 'lat=1&lng=181', 'lat=1&lng=2&z=3'])('answers 400 to %s', async (query) => {
    expect(await nearest(query)).toMatchObject({ status: 400, code: 'request/invalid' });
  });
});

describe('Places within a bounding box', () => {
  const corners = { southWestLat: '34.98', southWestLng: '135.74', northEastLat: '35.02', northEastLng: '135.79' };
  const within = async (query: Record<string, string>, headers: object = {}) =>
    (await product.send({ url: `/api/places/within?${new URLSearchParams(query)}`, headers: { ...headers } })).json();

  test('include points of interest, recorded or not, each once', async () => {
    const kyotoStation = { latitude: 34.98583, longitude: 135.75878 };
    const { id } = await record('A tea house on the way', { latitude: 34.99, longitude: 135.76 });
    const { headers } = await record('Kyoto Station', kyotoStation);
    const { items }: { items: PlaceSearchResult[] } = await within(corners, headers);
    expect(items.map(({ placeId }) => placeId)).toContain(id);
    expect(items.filter(({ name }) => name === 'Kyoto Station')).toEqual([expect.objectContaining({ placeId: expect.any(String) })]);
    expect(items.map(({ name }) => name)).toContain('Gion');
    expect((await within({ ...corners, limit: '3' }, headers)).items).toHaveLength(3);
  });

  test('omit custom places, even of a public story', async () => {
    const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Benches', imageUrl: '/flags/SH.svg' } });
    const params = { itineraryId };
    const at = { coordinates: { latitude: 35.001, longitude: 135.751 }, placeName: 'My bench' };
    await product.send({ method: 'POST', url: `/api/itineraries/${params.itineraryId}/stops`, as: ada, payload: at });
    const published = await product.send({ method: 'PATCH', url: `/api/itineraries/${itineraryId}`, as: ada, payload: { visibility: 'PUBLIC' } });
    const { items }: { items: PlaceSearchResult[] } = await within(corners, { 'x-after': String(published.headers['x-position']) });
    expect(published.statusCode).toBe(200);
    expect(items.map(({ name }) => name)).not.toContain('My bench');
  });

  test.each([
    [{ northEastLat: '38' }, 'query.northEastLat'],
    [{ northEastLat: '34' }, 'query.northEastLat'],
    [{ northEastLng: '139' }, 'query.northEastLng'],
    [{ northEastLng: '135' }, 'query.northEastLng'],
    [{ southWestLat: 'south' }, 'query.southWestLat'],
    [{ limit: '101' }, 'query.limit'],
  ])('answer 400 with %o', async (other, path) => {
    expect(await within({ ...corners, ...other })).toMatchObject({ status: 400, code: 'request/invalid', errors: [{ path }] });
  });
});

describe('Found place', () => {
  const add = async (payload: object) => {
    const { id } = await ada.api.createItinerary({ body: { title: 'On the way' } });
    return product.send({ method: 'POST', url: `/api/itineraries/${id}/stops`, as: ada, payload });
  };

  test('becomes a stop in one call, and its writer finds the place again unchanged', async () => {
    const [evora] = await find({ q: 'evora portugal' });
    if (!evora) throw new Error('The gazetteer has Évora');
    const answer = await add(placeReferenceOf(evora));
    const stop = answer.json();
    expect(stop).toMatchObject({ title: 'Évora', placeFullName: 'Évora, Portugal', addressCity: 'Évora', countryCode: 'PT' });
    const [again] = await searchAfter('evora portugal', { 'x-after': String(answer.headers['x-position']) }, ada);
    const { relevance: _, ...found } = evora;
    expect(again).toMatchObject({ ...found, placeId: stop.placeId });
    expect((await add(placeReferenceOf(again ?? evora))).json()).toMatchObject({ placeId: stop.placeId });
  });

  test('of a map service keeps its id, and is the same place the next time', async () => {
    const tower: PlaceSearchResult = {
      ...{ placeId: null, name: 'Torre de Belém', placeName: 'Torre de Belém, Lisboa, Portugal', placeFormatted: 'Lisboa, Portugal' },
      ...{ featureType: 'poi', mapboxId: 'mb.tower', poiCategories: ['monument'], maki: 'castle', relevance: null, imageUrl: null, wikidataId: null },
      ...{ coordinates: { latitude: 38.69159, longitude: -9.21598 } },
      address: {
        ...{ addressLine1: null, addressLine2: null, city: 'Lisboa', state: null, postalCode: null, countryName: 'Portugal', countryCode: 'PT' },
      },
    };
    const first = await add(placeReferenceOf(tower));
    const { placeId } = first.json();
    const place = await product.send({ url: `/api/places/${placeId}`, as: ada, headers: { 'x-after': String(first.headers['x-position']) } });
    expect(place.json()).toMatchObject({ mapboxId: 'mb.tower', poiCategories: ['monument'], maki: 'castle', placeName: tower.placeName });
    const moved = { ...tower, name: 'Belém Tower', coordinates: { latitude: 38.6916, longitude: -9.216 } };
    expect((await add(placeReferenceOf(moved))).json()).toMatchObject({ placeId, placeName: 'Torre de Belém' });
  });

  test('can be given to a stop by its map service id, and an unknown id answers 422', async () => {
    const [faro] = await find({ q: 'faro portugal' });
    const { mapboxId, featureType } = faro ?? {};
    const first = (await add({ mapboxId, featureType })).json();
    expect(first).toMatchObject({ placeFullName: 'Faro, Portugal', countryCode: 'PT', coordinates: faro?.coordinates });
    expect((await add({ mapboxId })).json()).toMatchObject({ placeId: first.placeId });
    expect((await add({ mapboxId: 'country.PT', featureType: 'country' })).json()).toMatchObject({ title: 'Portugal' });
    for (const unknown of [{ mapboxId: 'mb.nowhere' }, { mapboxId: 'geonames.1', featureType: 'place' }, { mapboxId, featureType: 'poi' }])
      expect((await add(unknown)).json()).toMatchObject({ status: 422, code: 'place/not-found' });
  });

  test('cannot be given another name or position', async () => {
    const [beja] = await find({ q: 'beja portugal' });
    if (!beja) throw new Error('The gazetteer has Beja');
    const answer = await add({ ...placeReferenceOf(beja), placeName: 'Cheap watches', coordinates: { latitude: 1, longitude: 2 } });
    expect(answer.json()).toMatchObject({ title: 'Beja', coordinates: beja.coordinates });
    expect((await add({ locationQuery: 'Beja, Portugal' })).json()).toMatchObject({ placeId: answer.json().placeId, title: 'Beja' });
  });
});

describe('Stop that is relocated', () => {
  const relocate = async (stop: { itineraryId: string; id: string }, place: object) =>
    product.send({ method: 'PATCH', url: `/api/itineraries/${stop.itineraryId}/stops/${stop.id}`, as: ada, payload: { place } });

  test('keeps its id at a point, at a found place, and back at its first place', async () => {
    const { id } = await ada.api.createItinerary({ body: { title: 'On the way' } });
    const [evora] = await find({ q: 'evora portugal' });
    if (!evora) throw new Error('The gazetteer has Évora');
    const added = await product.send({
      method: 'POST',
      url: `/api/itineraries/${id}/stops`,
      as: ada,
      payload: { ...placeReferenceOf(evora), title: 'Lunch' },
    });
    const stop = added.json();
    const bench = await relocate(stop, { coordinates: { latitude: 38.5, longitude: -7.9 }, placeName: 'A bench' });
    expect(bench.json()).toMatchObject({ id: stop.id, title: 'Lunch', placeName: 'A bench', coordinates: { latitude: 38.5, longitude: -7.9 } });
    const [gion] = await find({ q: 'gion', near: '35.0,135.77' });
    const kyoto = await relocate(stop, placeReferenceOf(gion ?? evora));
    expect(kyoto.json()).toMatchObject({ id: stop.id, addressCity: 'Kyoto', countryCode: 'JP', place: { name: 'Gion' } });
    const back = await relocate(stop, { placeId: stop.placeId });
    expect(back.json()).toMatchObject({ id: stop.id, placeId: stop.placeId, countryCode: 'PT' });
    const after = String(back.headers['x-position']);
    const seen = await product.send({ url: `/api/itineraries/${id}?include=stops`, as: ada, headers: { 'x-after': after } });
    expect(seen.json().stops).toEqual([expect.objectContaining({ id: stop.id, placeId: stop.placeId, version: back.json().version })]);
  });

  test('is refused when its reference matches no place, or more than one place', async () => {
    const { id } = await ada.api.createItinerary({ body: { title: 'On the way' } });
    const added = await product.send({
      method: 'POST',
      url: `/api/itineraries/${id}/stops`,
      as: ada,
      payload: { coordinates: porto, placeName: 'Here' },
    });
    const answers = [
      await relocate(added.json(), { placeId: '0198f000-0000-7000-8000-000000000000' }),
      await relocate(added.json(), { locationQuery: 'springfield' }),
      await relocate(added.json(), { placeId: '0198f000-0000-7000-8000-000000000000', locationQuery: 'porto' }),
      await relocate(added.json(), {}),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual(['place/unknown', 'place/ambiguous', 'request/invalid', 'request/invalid']);
  });
});

describe('Process that does not answer reads', () => {
  test('looks places up for new stops', async () => {
    const writing = await testProduct(undefined, ['command', 'projector', 'relay']);
    const as = writing.person('bob');
    const send = (url: string, payload: object) => writing.send({ method: 'POST', url, as, payload });
    const { id } = (await send('/api/itineraries', { title: 'On the way' })).json();
    expect((await send(`/api/itineraries/${id}/stops`, { locationQuery: 'Lisboa' })).json()).toMatchObject({ placeFullName: 'Lisbon, Portugal' });
    await writing.stop();
  });

  test('adds stops for its internal client, with places looked up', async () => {
    const working = await testProduct(undefined, ['worker', 'projector', 'relay']);
    const as = { subjectId: 'world|editor', roles: [] };
    const { createAccount, createItinerary, addStop } = working.host.clientFor({ ...accountRoutes, ...itineraryRoutes, ...stopRoutes }, as);
    await createAccount({});
    const { id: itineraryId } = await createItinerary({ body: { title: 'On the way' } });
    expect(await addStop({ params: { itineraryId }, body: { locationQuery: 'Lisboa' } })).toMatchObject({ placeFullName: 'Lisbon, Portugal' });
    await working.stop();
  });
});
