import { gunzipSync } from 'node:zlib';
import { type CountryInView, stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { countryIdOf } from '../country/country.ts';
import { pointsOf } from './stop-map.fixture.ts';

let product: TestProduct;
let ada: Person;
let moderator: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  moderator = product.person('mod', 'moderator');
  admin = product.person('admin', 'admin');
});
afterAll(() => product.stop());

interface Corners {
  southWestLng: number;
  southWestLat: number;
  northEastLng: number;
  northEastLat: number;
}

/** Number of stories so far. Each is a public itinerary with one stop at an otherwise unused location. */
let used = 0;
async function story({ visibility = 'PUBLIC' as const, country = 'PT', longitude = -60 + ++used, latitude = -30 } = {}) {
  const itinerary = await ada.api.createItinerary({ body: { title: 'On the map', visibility } });
  const params = { itineraryId: itinerary.id };
  const place = { coordinates: { latitude, longitude }, placeName: 'Tower' };
  const stop = await ada.api.addStop({ params, body: { title: 'Noon', ...place, address: { countryCode: country } } });
  const x = Math.floor((longitude / 360 + 0.5) * 2 ** 12);
  const radians = (latitude * Math.PI) / 180;
  const y = Math.floor((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** 12);
  const tile = { z: 12, x, y };
  const around: Corners = {
    southWestLng: longitude - 0.1,
    southWestLat: latitude - 0.1,
    northEastLng: longitude + 0.1,
    northEastLat: latitude + 0.1,
  };
  return { itinerary, stop, params, tile, around, url: `/api/tiles/stops/12/${x}/${y}` };
}

/** Country cards in a box after all writes; afterwards the tiles are current too. */
async function inView(around: Partial<Corners> = {}): Promise<CountryInView[]> {
  const corners = Object.entries(around).map(([corner, degrees]) => `${corner}=${degrees}`);
  const headers = { 'x-after': String(await product.engines.events.head()) };
  const ask = () => product.send({ url: `/api/countries/in-view?${corners.join('&')}`, headers });
  // On a busy machine a projection may take longer than one request waits.
  await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
  const answer = await ask();
  return stopMapRoutes.listCountriesInView.reply.parse(answer.json()).items;
}

async function tagsAt({ url, tile }: Pick<Awaited<ReturnType<typeof story>>, 'url' | 'tile'>) {
  await inView();
  const { statusCode, rawPayload } = await product.send({ url });
  expect([200, 204]).toContain(statusCode);
  return pointsOf(statusCode === 204 ? null : rawPayload, tile).map(({ tags }) => tags);
}

describe('Stop on the map', () => {
  test('appears when its itinerary is public', async () => {
    const one = await story();
    const { stop, itinerary } = one;
    expect(await tagsAt(one)).toEqual([
      { point_count: 1, t: '1', stopId: stop.id, itineraryId: itinerary.id, placeId: stop.placeId, title: 'Tower' },
    ]);
  });

  test('appears and disappears with the visibility of its itinerary', async () => {
    const one = await story();
    const params = { id: one.itinerary.id };
    for (const visibility of ['UNLISTED', 'PUBLIC', 'PRIVATE', 'PUBLIC'] as const) {
      await ada.api.patchItinerary({ params, body: { visibility } });
      expect(await tagsAt(one)).toHaveLength(visibility === 'PUBLIC' ? 1 : 0);
    }
    for (const hidden of [true, false]) {
      await moderator.api.patchItinerary({ params, body: { hidden } });
      expect(await tagsAt(one)).toHaveLength(hidden ? 0 : 1);
    }
  });

  test('is absent when suggested, removed, or of a deleted itinerary', async () => {
    const one = await story();
    const params = { ...one.params, id: one.stop.id };
    await ada.api.patchStop({ params, body: { state: 'SUGGESTED' } });
    expect(await tagsAt(one)).toEqual([]);
    await ada.api.patchStop({ params, body: { state: 'ACCEPTED' } });
    expect(await tagsAt(one)).toHaveLength(1);
    await ada.api.deleteStop({ params });
    expect(await tagsAt(one)).toEqual([]);
    const other = await story();
    expect(await tagsAt(other)).toHaveLength(1);
    await ada.api.deleteItinerary({ params: { id: other.itinerary.id } });
    expect(await tagsAt(other)).toEqual([]);
  });
});

describe('Tile', () => {
  test('is gzipped for clients that accept it, and answered 304 for its ETag', async () => {
    const one = await story();
    await inView();
    const plain = await product.send({ url: one.url });
    expect(plain.headers).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    const gzipped = await product.send({ url: one.url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag });
    expect(gunzipSync(gzipped.rawPayload)).toEqual(plain.rawPayload);
    const etag = String(plain.headers.etag);
    const again = await product.send({ url: one.url, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    await ada.api.deleteItinerary({ params: { id: one.itinerary.id } });
    await inView();
    const changed = await product.send({ url: one.url, headers: { 'if-none-match': etag } });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([204, 0]);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test.each([
    ['/23/0/0', 'params.z'],
    ['/-1/0/0', 'params.z'],
    ['/a/0/0', 'params.z'],
    ['/1.5/0/0', 'params.z'],
    ['/2/4/0', 'params.x'],
    ['/2/0/4', 'params.y'],
    ['/2/0/NaN', 'params.y'],
    ['/2/0/0.pbf', 'params.y'],
    ['/22/99999999/0', 'params.x'],
  ])('at %s answers 400 with the path of the parameter', async (path, named) => {
    const answer = await product.send({ url: `/api/tiles/stops${path}` });
    expect(answer.json()).toMatchObject({ status: 400, code: 'request/invalid', errors: [{ path: named }] });
  });

  test('is served without authentication', async () => {
    expect((await product.send({ url: '/api/tiles/stops/0/0/0', headers: { authorization: 'Bearer nonsense' } })).statusCode).toBeLessThan(300);
  });
});

describe('Countries in view', () => {
  test('carry name, picture and counts, most itineraries first', async () => {
    await admin.api.createCountry({ body: { code: 'NO', name: 'Norge', imageUrl: '/no.svg' } });
    const at = { latitude: 70 };
    const first = await story({ ...at, country: 'NO', longitude: 20 });
    await story({ ...at, country: 'SE', longitude: 20.01 });
    await story({ ...at, country: 'SE', longitude: 20.02 });
    await admin.api.getCountry({ params: { id: countryIdOf('NO') } });
    const [sweden, norway, ...others] = await inView(first.around);
    expect(others).toEqual([]);
    expect(norway).toMatchObject({ id: countryIdOf('NO'), code: 'NO', name: 'Norge', imageUrl: '/no.svg', itinerariesCount: 1, stopsCount: 1 });
    expect(norway?.bounds.southWest.lng).toBeCloseTo(20, 5);
    expect(norway?.bounds.northEast.lat).toBeCloseTo(70, 5);
    // A country without a record still has a name.
    expect(sweden).toMatchObject({ id: countryIdOf('SE'), code: 'SE', name: 'Sweden', imageUrl: null, itinerariesCount: 2, stopsCount: 2 });
  });

  test('are found across the antimeridian, and in the whole world without bounds', async () => {
    await story({ country: 'FJ', longitude: 179.5, latitude: -17 });
    await story({ country: 'FJ', longitude: -179.5, latitude: -16 });
    const across = { southWestLng: 179, southWestLat: -20, northEastLng: -179, northEastLat: -10 };
    const [fiji] = await inView(across);
    expect(fiji).toMatchObject({ code: 'FJ', itinerariesCount: 2 });
    expect(fiji?.bounds.southWest.lng).toBeCloseTo(179.5, 5);
    expect(fiji?.bounds.northEast.lng).toBeCloseTo(-179.5, 5);
    expect(await inView({ ...across, northEastLng: 179.4 })).toEqual([]);
    expect((await inView()).map(({ code }) => code)).toEqual(expect.arrayContaining(['FJ', 'PT']));
  });

  test('show earlier writes, also when the answer was cached', async () => {
    const one = await story({ country: 'IS', longitude: -20, latitude: 65 });
    for (let times = 1; times <= 4; times++) expect(await inView(one.around)).toMatchObject([{ code: 'IS', stopsCount: 1 }]);
    await ada.api.deleteItinerary({ params: { id: one.itinerary.id } });
    expect(await inView(one.around)).toEqual([]);
  });

  test('refuse an invalid box', async () => {
    const answer = await product.send({ url: '/api/countries/in-view?southWestLng=200&zoom=3' });
    const { status, errors } = answer.json();
    expect(status).toBe(400);
    const missing = ['query.southWestLat', 'query.northEastLng', 'query.northEastLat'];
    expect(errors.map(({ path }: { path: string }) => path)).toEqual(['query.southWestLng', 'query.zoom', ...missing]);
  });

  test('do not replace the route of a single country, which answers country/unknown for an unknown id', async () => {
    expect((await product.send({ url: `/api/countries/${countryIdOf('ZZ')}` })).json()).toMatchObject({ code: 'country/unknown' });
  });

  test('answer 503 with Retry-After when x-after is ahead of the read model', async () => {
    const answer = await product.send({ url: '/api/countries/in-view', headers: { 'x-after': '999999' } });
    expect(answer.json()).toMatchObject({ status: 503, code: 'read/behind' });
    expect(answer.headers['retry-after']).toBe('1');
  });
});
