import { injectFetch } from '@waystory/infra/http/caller.ts';
import { accountIdOf } from '@waystory/infra/identity/account-id.ts';
import { createLog } from '@waystory/infra/log.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { loadWorld, placesOf } from './data.ts';
import { seedWorld } from './seed.ts';
import { worldRoutes } from './world-client.ts';

const { cities } = await loadWorld();
const world = { cities, itineraries: [] };
const sights = placesOf(world);

let product: TestProduct;
let traveller: Person;
let itineraryId: string;
beforeAll(async () => {
  product = await testProduct();
  const send = injectFetch(product.host.app);
  const clientFor = ({ subjectId, roles }: { subjectId: string; roles: readonly ('moderator' | 'admin')[] }) => {
    const identity = { subjectId, accountId: accountIdOf(subjectId), email: null, name: null, roles: [...roles] };
    const token = product.host.tokenFor({ ...identity, issuedAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY });
    return createClient(worldRoutes, { baseUrl: '/api', token: async () => token, fetch: send });
  };
  await seedWorld({ clientFor, log: createLog('silent') }, world);
  traveller = product.person('traveller');
  itineraryId = (await traveller.api.createItinerary({ body: { title: 'Where to' } })).id;
  // Waits for the last write, and so for all places written before it.
  await traveller.api.listPlaces({});
}, 60_000);
afterAll(() => product.stop());

/** Expected place: its kind, its coordinates, and the largest distance from them in kilometres. */
interface Expected {
  kind: 'poi' | 'place' | 'country';
  at: Coordinates;
  within: number;
}
/** Expected answer: one place first, several places among the results, or no result. */
type Answer = { one: Expected } | { several: readonly Expected[] } | 'none';

const sight = (address: string): Expected => {
  const known = sights.get(address);
  if (!known) throw new Error(`The world has no ${address}`);
  return { kind: 'poi', at: known.place, within: 0.05 };
};
const town = (latitude: number, longitude: number, within = 15): Expected => ({ kind: 'place', at: { latitude, longitude }, within });
const country = (latitude: number, longitude: number): Expected => ({ kind: 'country', at: { latitude, longitude }, within: 500 });

const one = (expected: Expected): Answer => ({ one: expected });
const several = (...expected: Expected[]): Answer => ({ several: expected });

const lisbon = one(town(38.72, -9.14));
const paris = one(town(48.86, 2.35));
const munich = one(town(48.14, 11.58));
const moscow = one(town(55.75, 37.62));
const tokyo = one(town(35.69, 139.69));
const cairo = one(town(30.06, 31.25));
const rome = one(town(41.89, 12.48));
const newYork = one(town(40.71, -74.0));
const kyoto = one(town(35.02, 135.75));
const barcelona = one(town(41.39, 2.16));
const vienna = one(town(48.21, 16.37));
const athens = one(town(37.98, 23.73));

const queries: [words: string, answer: Answer][] = [
  // Cities, in English, in their own language and in others.
  ['Lisbon', lisbon],
  ['Lisboa', lisbon],
  ['lisbon, portugal', lisbon],
  ['Paris', paris],
  ['Paris, Texas', one(town(33.66, -95.56))],
  ['Rome', rome],
  ['Roma', rome],
  ['Munich', munich],
  ['München', munich],
  ['Munchen', munich],
  ['New York', newYork],
  ['NYC', newYork],
  ['Barcelona', barcelona],
  ['Wien', vienna],
  ['Athens', athens],
  ['Kyoto', kyoto],
  ['Firenze', one(town(43.77, 11.25))],
  ['Praha', one(town(50.09, 14.42))],
  ['London', one(town(51.51, -0.13))],
  ['San José, Costa Rica', one(town(9.93, -84.08))],
  // A city much larger than its namesakes.
  ['Santiago', one(town(-33.46, -70.65))],
  // Countries.
  ['Portugal', one(country(39.6, -8.0))],
  ['Japan', one(country(36.5, 137))],
  ['日本', one(country(36.5, 137))],
  // Other scripts.
  ['Москва', moscow],
  ['東京', tokyo],
  ['القاهرة', cairo],
  ['Париж', paris],
  ['서울', one(town(37.57, 126.98))],
  ['Αθήνα', athens],
  ['กรุงเทพ', one(town(13.75, 100.5, 20))],
  ['ירושלים', one(town(31.77, 35.22))],
  ['दिल्ली', one(town(28.65, 77.23))],
  ['京都', kyoto],
  // Sights, in English and in their own language.
  ['Torre de Belém', one(sight('lisbon/torre-de-belem'))],
  ['Torre de Belem', one(sight('lisbon/torre-de-belem'))],
  ['Belem Tower', one(sight('lisbon/torre-de-belem'))],
  ['Colosseum', one(sight('rome/colosseo'))],
  ['Colosseo', one(sight('rome/colosseo'))],
  ['Coliseum', one(sight('rome/colosseo'))],
  ['Colosseum, Rome', one(sight('rome/colosseo'))],
  ['the colosseum', one(sight('rome/colosseo'))],
  ['Charles Bridge', one(sight('prague/karluv-most'))],
  ['Charles Bridge Prague', one(sight('prague/karluv-most'))],
  ['Karluv most', one(sight('prague/karluv-most'))],
  ['Karlův most, Praha', one(sight('prague/karluv-most'))],
  ['Notre-Dame Paris', one(sight('paris/notre-dame-de-paris'))],
  ['Sagrada Família', one(sight('barcelona/sagrada-familia'))],
  ['Colosseo Roma', one(sight('rome/colosseo'))],
  ['Eiffel Tower', one(sight('paris/tour-eiffel'))],
  ['The Louvre', one(sight('paris/musee-du-louvre'))],
  ['Hagia Sophia', one(sight('istanbul/ayasofya'))],
  ['Golden Pavilion', one(sight('kyoto/kinkaku-ji'))],
  ['金閣寺', one(sight('kyoto/kinkaku-ji'))],
  ['경복궁', one(sight('seoul/gyeongbokgung'))],
  ['Nijo Castle', one(sight('kyoto/nijo-jo'))],
  ['Little Mermaid Copenhagen', one(sight('copenhagen/den-lille-havfrue'))],
  ['castle edinburgh', one(sight('edinburgh/edinburgh-castle'))],
  ['Brandenburg Gate', one(sight('berlin/brandenburger-tor'))],
  ['Pantheon, Rome', one(sight('rome/pantheon'))],
  ["St Peter's Basilica", one(sight('rome/basilica-di-san-pietro'))],
  ['Schönbrunn Palace', one(sight('vienna/schloss-schoenbrunn'))],
  ['Fisherman’s Bastion', one(sight('budapest/halaszbastya'))],
  ['Temple of Literature', one(sight('hanoi/temple-of-literature'))],
  // Ambiguous.
  ['Castle', several(sight('dublin/dublin-castle'), sight('edinburgh/edinburgh-castle'), sight('cape-town/castle-of-good-hope'))],
  ['Cathedral', several(sight('paris/notre-dame-de-paris'), sight('lima/catedral-de-lima'))],
  ['Springfield', several(town(39.8, -89.64), town(37.22, -93.3), town(42.1, -72.59))],
  ['San Jose', several(town(37.34, -121.89), town(9.93, -84.08))],
  ['Pantheon', several(sight('rome/pantheon'), sight('paris/pantheon'))],
  ['Plaza Mayor', several(sight('madrid/plaza-mayor'), sight('lima/plaza-mayor'))],
  ['Plaza de Armas', several(sight('cusco/plaza-de-armas'), sight('havana/plaza-de-armas'), sight('santiago/plaza-de-armas'))],
  ['Tivoli', several(sight('copenhagen/tivoli'), town(41.96, 12.8))],
  ['Valencia', several(town(39.47, -0.38), town(10.16, -68))],
  ['Kyotto temple', several(sight('kyoto/kinkaku-ji'), sight('kyoto/kiyomizu-dera'))],
  // Misspelt.
  ['Colloseum', one(sight('rome/colosseo'))],
  ['Lisabon', lisbon],
  ['Barcelna', barcelona],
  ['Kyotto', kyoto],
  ['Charls Bridge Prague', one(sight('prague/karluv-most'))],
  ['Eifel Tower', one(sight('paris/tour-eiffel'))],
  ['Sagrada Famila', one(sight('barcelona/sagrada-familia'))],
  ['Brandenburg Gate Berln', one(sight('berlin/brandenburger-tor'))],
  // No result.
  ['Xqzvbnwk', 'none'],
  ['Colosseum Xqzvbnwk', 'none'],
  ['🎉', 'none'],
  ['%_%', 'none'],
  ["' or 1=1 --", 'none'],
];

interface Found {
  featureType: string | null;
  coordinates: Coordinates;
}
const isIt =
  ({ kind, at, within }: Expected) =>
  ({ featureType, coordinates }: Found): boolean =>
    featureType === kind && kilometresBetween(coordinates, at) <= within;

/** Compares the array of found places, so that a failure prints them. */
const expectAmong = (found: readonly Found[], expected: Expected) => expect(found).toSatisfy((all: readonly Found[]) => all.some(isIt(expected)));

const add = async (payload: object) => {
  const answer = await product.send({ method: 'POST', url: `/api/itineraries/${itineraryId}/stops`, as: traveller, payload });
  return { ...answer.json(), after: String(answer.headers['x-position']) };
};
const placeOf = async ({ placeId, after }: { placeId: string; after: string }) =>
  (await product.send({ url: `/api/places/${placeId}`, headers: { 'x-after': after } })).json();

describe('place search', () => {
  test.each(queries)('has the expected results for %s', async (words, answer) => {
    const { items } = (await product.send({ url: `/api/places/search?limit=20&q=${encodeURIComponent(words)}` })).json();
    if (answer === 'none') expect(items).toEqual([]);
    else if ('one' in answer) expectAmong(items.slice(0, 1), answer.one);
    else for (const expected of answer.several) expectAmong(items, expected);
  });
});

describe('stop with a locationQuery', () => {
  test.each(queries)('resolves %s', async (words, answer) => {
    const stop = await add({ locationQuery: words });
    if (answer === 'none') expect(stop).toMatchObject({ status: 422, code: 'place/not-found' });
    else if ('one' in answer) expectAmong([await placeOf(stop)], answer.one);
    else {
      expect(stop).toMatchObject({ status: 422, code: 'place/ambiguous' });
      for (const expected of answer.several) expectAmong(stop.data.candidates, expected);
    }
  });

  test('answers 400 for a blank text', async () => {
    expect(await add({ locationQuery: '   ' })).toMatchObject({ status: 400, errors: [{ path: 'body.locationQuery' }] });
  });

  test('resolves to the city when its country has the same name', async () => {
    expect(await placeOf(await add({ locationQuery: 'Singapore' }))).toMatchObject({ featureType: 'place', address: { countryCode: 'SG' } });
  });

  test('accepts any of the returned candidates', async () => {
    for (const words of ['Springfield', 'Castle', 'Tivoli']) {
      const { candidates } = (await add({ locationQuery: words })).data;
      for (const { placeId, mapboxId, featureType, name, placeName, coordinates } of candidates) {
        const stop = await add(placeId ? { placeId } : { mapboxId, featureType });
        expect(stop).toMatchObject({ placeName: name, placeFullName: placeName, coordinates });
      }
    }
  });

  test('creates one place per town for different spellings', async () => {
    const first = await add({ locationQuery: 'Porto, Portugal' });
    const second = await add({ locationQuery: 'porto portugal' });
    expect(second.placeId).toBe(first.placeId);
    const { mapboxId, featureType } = await placeOf(first);
    expect((await add({ mapboxId, featureType })).placeId).toBe(first.placeId);
  });
});
