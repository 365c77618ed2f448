import { newId } from '@waystory/infra/identifier.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultContexts, type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { untilSearchable } from '../../testing/until-searchable.ts';

let product: TestProduct;
let [ada, bob, moderator, admin]: Person[] = [];
beforeAll(async () => {
  product = await testProduct();
  [ada, bob] = [product.person('ada'), product.person('bob')];
  [moderator, admin] = [product.person('mod', 'moderator'), product.person('root', 'admin')];
  await untilSearchable(product, '/itineraries/search', '/itineraries/stops/search');
}, 120_000);
afterAll(() => product.stop());

const people = () => {
  if (!ada || !bob || !moderator || !admin) throw new Error('nobody is there');
  return { ada, bob, moderator, admin };
};

interface Secret {
  word: string;
  coordinates: { latitude: number; longitude: number };
  itinerary: Itinerary;
  stop: Pick<Stop, 'id' | 'placeId'>;
  /** Log position of the last write to the story. */
  at: string;
}

let secrets = 0;
/** A story with a stop at a custom place, whose name contains a unique word. */
async function secret(visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC', by = people().ada): Promise<Secret> {
  const number = ++secrets;
  const word = `Zwirbelhof${'abcdefghijklmnopqrstuvwxyz'.charAt(number)}`;
  const coordinates = { latitude: 10.123_456 + number, longitude: -20.654_321 - number };
  const itinerary = await by.api.createItinerary({ body: { title: 'A walk', visibility } });
  const address = { addressLine1: `${word} 7`, city: `${word}stadt` };
  const payload = { title: 'Where we met', coordinates, placeName: word, address, mapboxId: `mb.${word}`, poiCategories: [word] };
  const answer = await product.send({ method: 'POST', url: `/api/itineraries/${itinerary.id}/stops`, as: by, payload });
  expect(answer.statusCode).toBe(201);
  return { word, coordinates, itinerary, stop: answer.json(), at: String(answer.headers['x-position']) };
}

/** All URLs whose response might contain a place. */
function addresses({ word, coordinates: { latitude, longitude }, itinerary, stop }: Secret): string[] {
  const of = defaultContexts.flatMap(({ routes, openRoutes = [] }) => [...routes.map((bound) => bound.routes), ...openRoutes]);
  const paths = of.flatMap((some) => Object.values(some)).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));
  const ids = [itinerary.id, stop.id, stop.placeId, itinerary.accountId];
  const box = `southWestLng=${longitude - 1}&southWestLat=${latitude - 1}&northEastLng=${longitude + 1}&northEastLat=${latitude + 1}`;
  const filters = [
    { id: stop.placeId },
    { placeId: stop.placeId },
    { name: { contains: word.slice(2) } },
    { name: word },
    { mapboxId: `mb.${word}` },
    { poiCategories: { has: word } },
  ];
  const questions = [
    ...[
      '',
      `q=${word}`,
      `q=${word}&limit=1`,
      `q=${word.slice(0, 6)}`,
      box,
      `lat=${latitude}&lng=${longitude}`,
      `ids=${stop.placeId}`,
      'sort=createdAt+DESC&limit=1',
    ],
    ...filters.map((filter) => `filter=${encodeURIComponent(JSON.stringify(filter))}`),
  ];
  const whole = paths.flatMap((path) => (path.includes(':') ? ids.map((id) => path.replaceAll(/:\w+/g, id)) : [path]));
  const x = Math.floor(((longitude + 180) / 360) * 2 ** 6);
  const y = Math.floor((0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** 6);
  return [...whole.flatMap((path) => questions.map((question) => `/api${path}?${question}`)), `/api/tiles/stops/6/${x}/${y}`];
}

/** URLs whose response leaks the word, the coordinates or the id of a place. */
async function leaksTo(as: Person | undefined, told: Secret, at = told.at): Promise<string[]> {
  const { word, coordinates, stop } = told;
  const signs = [word.toLowerCase(), stop.placeId, String(coordinates.latitude), String(coordinates.longitude)];
  const leaks: string[] = [];
  for (const url of addresses(told)) {
    const { statusCode, body } = await product.send({ url, headers: { 'x-after': at }, ...(as && { as }) });
    expect(statusCode, url).toBeLessThan(500);
    // A search repeats its query, and a point is labelled with its degrees.
    const text = body.replace(/"query":"[^"]*"/, '').toLowerCase();
    if (signs.some((sign) => text.includes(sign))) leaks.push(url);
  }
  return leaks;
}

/** Requests by which a person finds a place. */
async function waysTo(told: Secret, as: Person | undefined, at: string): Promise<string[]> {
  const { word, stop } = told;
  const filter = encodeURIComponent(JSON.stringify({ name: word }));
  const ways = {
    id: `/${stop.placeId}`,
    ids: `?ids=${stop.placeId}`,
    filter: `?filter=${filter}`,
    search: `/search?q=${encodeURIComponent(word)}`,
    list: '?sort=createdAt+DESC',
  };
  const found: string[] = [];
  for (const [way, path] of Object.entries(ways)) {
    const { body } = await product.send({ url: `/api/places${path}`, headers: { 'x-after': at }, ...(as && { as }) });
    if (body.includes(`"${word}"`)) found.push(way);
    else expect(body).not.toContain(word);
  }
  return found;
}
const all = ['id', 'ids', 'filter', 'search', 'list'];

async function change(told: Secret, as: Person, method: 'PATCH' | 'DELETE', path: string, payload?: object): Promise<string> {
  const answer = await product.send({ method, url: `/api/itineraries/${told.itinerary.id}${path}`, as, ...(payload && { payload }) });
  expect(answer.statusCode).toBeLessThan(300);
  return String(answer.headers['x-position']);
}

describe('Custom place of a private story', () => {
  test('is not readable by others through any request', async () => {
    const told = await secret('PRIVATE');
    expect(await leaksTo(undefined, told)).toEqual([]);
    expect(await leaksTo(people().bob, told)).toEqual([]);
  }, 120_000);

  test('is visible to its author and to moderators', async () => {
    const told = await secret('PRIVATE');
    expect(await waysTo(told, people().ada, told.at)).toEqual(all);
    expect(await waysTo(told, people().moderator, told.at)).toEqual(['id', 'ids', 'filter', 'list']);
  });

  test('is answered to others as unknown, also as the place of a new stop', async () => {
    const { bob } = people();
    const told = await secret('PRIVATE');
    const { id } = await bob.api.createItinerary({ body: { title: 'Mine' } });
    const add = async (payload: object, headers = {}) =>
      product.send({ method: 'POST', url: `/api/itineraries/${id}/stops`, as: bob, payload, headers: { 'x-after': told.at, ...headers } });
    const unlike = ({ body }: { body: string }) => body.replace(/"traceId":"\w+"/, '').replace(/Zwirbelhof\w/g, '');
    const unknown = { placeId: '0190a000-0000-7000-8000-000000000001' };
    const once = { 'idempotency-key': 'a-stop' };
    for (const headers of [{}, once, once]) expect(unlike(await add({ placeId: told.stop.placeId }, headers))).toBe(unlike(await add(unknown)));
    const words = await add({ locationQuery: told.word });
    expect(unlike(words)).toBe(unlike(await add({ locationQuery: 'Zwirbelhofz' })));
    expect((await add({ mapboxId: `mb.${told.word}` })).json()).toMatchObject({ code: 'place/not-found' });
    const unlikely = async (id: string) => unlike(await product.send({ url: `/api/places/${id}`, as: bob, headers: { 'x-after': told.at } }));
    expect(await unlikely(told.stop.placeId)).toBe(await unlikely(unknown.placeId));
  });

  test('is no candidate for the search words of others', async () => {
    const { admin, bob } = people();
    await secret('UNLISTED');
    const { id: placeId } = await admin.api.createPlace({ body: { name: 'Zwirbelhof Inn', coordinates: { latitude: 1, longitude: 1 } } });
    const told = await secret('PRIVATE');
    const { id } = await bob.api.createItinerary({ body: { title: 'Mine' } });
    const headers = { 'x-after': told.at };
    const answer = await product.send({
      method: 'POST',
      url: `/api/itineraries/${id}/stops`,
      as: bob,
      payload: { locationQuery: 'zwirbelhof' },
      headers,
    });
    expect(answer.json()).toMatchObject({ placeId });
  });

  test('has the same id for the same text of its author, and another id for another person', async () => {
    const { ada, bob } = people();
    const add = async (as: Person, addressLine1?: string) => {
      const { id: itineraryId } = await as.api.createItinerary({ body: { title: 'Another', visibility: addressLine1 ? 'PRIVATE' : 'PUBLIC' } });
      const address = { city: 'Quellstadt', ...(addressLine1 && { addressLine1 }) };
      return as.api.addStop({ params: { itineraryId }, body: { coordinates: { latitude: 7, longitude: 7 }, placeName: 'Quellhof', address } });
    };
    const hers = await add(ada, 'Secret Lane 5');
    expect((await add(ada, 'Secret Lane 5')).placeId).toBe(hers.placeId);
    const his = await add(bob, 'Secret Lane 5');
    expect(his.placeId).not.toBe(hers.placeId);
    // A custom place of a private story stays private when its author adds a public stop at the same coordinates.
    const open = await add(ada);
    expect((await ada.api.getPlace({ params: { id: open.placeId } })).address).toMatchObject({ city: 'Quellstadt', addressLine1: null });
    await expect(bob.api.getPlace({ params: { id: hers.placeId } })).rejects.toMatchObject({ status: 404 });
  });
});

describe('Custom place becomes public with its first accepted stop in a public story', () => {
  test('and private again once no public story has an accepted stop there', async () => {
    const { ada, bob, moderator } = people();
    const told = await secret('PRIVATE');
    const published = await change(told, ada, 'PATCH', '', { visibility: 'PUBLIC' });
    for (const as of [undefined, bob]) expect(await waysTo(told, as, published)).toEqual(all);
    const { body } = await product.send({ url: `/api/places/${told.stop.placeId}`, headers: { 'x-after': published } });
    expect(body).not.toContain(ada.accountId);
    const stop = `/stops/${told.stop.id}`;
    for (const [out, back] of [
      [() => change(told, ada, 'PATCH', '', { visibility: 'PRIVATE' }), () => change(told, ada, 'PATCH', '', { visibility: 'PUBLIC' })],
      [() => change(told, moderator, 'PATCH', '', { hidden: true }), () => change(told, moderator, 'PATCH', '', { hidden: false })],
    ] as const) {
      const gone = await out();
      for (const as of [undefined, bob]) expect(await waysTo(told, as, gone)).toEqual([]);
      expect(await waysTo(told, ada, gone)).toEqual(all);
      expect(await waysTo(told, undefined, await back())).toEqual(all);
    }
    // The link of an unlisted story, or a suggestion in a public story, opens the place of its stop.
    expect(await waysTo(told, undefined, await change(told, ada, 'PATCH', '', { visibility: 'UNLISTED' }))).toEqual(['id']);
    await change(told, ada, 'PATCH', '', { visibility: 'PUBLIC' });
    expect(await waysTo(told, bob, await change(told, ada, 'PATCH', stop, { state: 'SUGGESTED' }))).toEqual(['id']);
    expect(await waysTo(told, bob, await change(told, ada, 'PATCH', stop, { state: 'ACCEPTED' }))).toEqual(all);
    expect(await waysTo(told, bob, await change(told, ada, 'DELETE', stop))).toEqual([]);
  }, 120_000);

  test('and stays public through a stop of another person in a public story', async () => {
    const { ada, bob } = people();
    const told = await secret('PUBLIC');
    const { id: itineraryId } = await bob.api.createItinerary({ body: { title: 'Mine', visibility: 'PUBLIC' } });
    const headers = { 'x-after': told.at };
    const answer = await product.send({
      method: 'POST',
      url: `/api/itineraries/${itineraryId}/stops`,
      as: bob,
      payload: { placeId: told.stop.placeId },
      headers,
    });
    expect(answer.json()).toMatchObject({ placeId: told.stop.placeId, placeName: told.word });
    expect(await waysTo(told, undefined, await change(told, ada, 'DELETE', ''))).toEqual(all);
    await bob.api.patchItinerary({ params: { id: itineraryId }, body: { visibility: 'PRIVATE' } });
    expect((await bob.api.getPlace({ params: { id: told.stop.placeId } })).name).toBe(told.word);
    await expect(ada.api.getPlace({ params: { id: told.stop.placeId } })).rejects.toMatchObject({ status: 404 });
  });

  test('but is not chosen for its map service id in a stop of another person', async () => {
    const { bob } = people();
    const told = await secret('PUBLIC');
    const { id } = await bob.api.createItinerary({ body: { title: 'Mine' } });
    const payload = { mapboxId: `mb.${told.word}`, coordinates: { latitude: 5, longitude: 5 }, placeName: 'The real one' };
    const answer = await product.send({ method: 'POST', url: `/api/itineraries/${id}/stops`, as: bob, payload, headers: { 'x-after': told.at } });
    expect(answer.json()).toMatchObject({ placeName: 'The real one', coordinates: payload.coordinates });
  });

  test('and is deleted with its story', async () => {
    const { ada, moderator } = people();
    const told = await secret('PUBLIC');
    const gone = await change(told, ada, 'DELETE', '');
    for (const as of [undefined, ada]) expect(await waysTo(told, as, gone)).toEqual([]);
    await expect.poll(() => waysTo(told, moderator, gone), { timeout: 30_000 }).toEqual([]);
  }, 60_000);
});

describe('World place', () => {
  test('stays public, whatever happens to the stops there', async () => {
    const { ada, admin, bob } = people();
    const { id: placeId } = await admin.api.createPlace({ body: { name: 'Town Hall', coordinates: { latitude: 3, longitude: 3 } } });
    const itinerary = await ada.api.createItinerary({ body: { title: 'Private' } });
    const stop = await ada.api.addStop({ params: { itineraryId: itinerary.id }, body: { placeId } });
    const told = { word: 'Town Hall', coordinates: stop.coordinates, itinerary, stop, at: '' };
    const gone = await change(told, ada, 'DELETE', '');
    for (const as of [undefined, bob]) expect(await waysTo(told, as, gone)).toEqual(all);
  });
});

test('A stop added to a deleted story is refused for the missing story, not its missing place', async () => {
  const { ada } = people();
  const { itinerary, stop } = await secret('PRIVATE');
  const payload = { title: 'Once more', placeId: newId() };
  const add = async () => (await product.send({ method: 'POST', url: `/api/itineraries/${itinerary.id}/stops`, as: ada, payload })).json().code;
  expect(await add()).toBe('place/unknown');
  await ada.api.deleteItinerary({ params: { id: itinerary.id } });
  expect(await add()).toBe('itinerary/unknown');
  payload.placeId = stop.placeId;
  expect(await add()).toBe('itinerary/unknown');
});

test('A custom place has every field from the start, null when empty', async () => {
  const { stop } = await secret('PUBLIC');
  const params = { id: stop.placeId ?? '' };
  expect(await people().admin.api.patchPlace({ params, body: { wikidataId: 'Q40807' } })).toMatchObject({ featureType: null, wikidataId: 'Q40807' });
});
