import { image } from '@waystory/proto/media/image.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  bob = product.person('bob');
});
afterAll(() => product.stop());

const idsOf = (images: readonly { id: string }[]): string[] => images.map(({ id }) => id);

async function itinerary(visibility: 'PRIVATE' | 'PUBLIC' = 'PRIVATE') {
  const { id } = await ada.api.createItinerary({ body: { title: 'Slow days', visibility } });
  const params = { itineraryId: id };
  const stop = await ada.api.addStop({
    params,
    body: { title: 'Ship', coordinates: { latitude: 30, longitude: 31 }, address: { city: 'Cairo', countryName: 'Egypt', countryCode: 'EG' } },
  });
  return { id, params, stop };
}

describe('POST preview-images', () => {
  test('lists described images, twelve by default', async () => {
    const answer = await product.send({ method: 'POST', url: '/api/itineraries/preview-images', payload: { word: 'lighthouse' }, as: ada });
    expect(answer.statusCode).toBe(201);
    const images = z.array(image).parse(answer.json());
    expect(images).toHaveLength(12);
    expect(images.every(({ source, url }) => source === 'illustration' && url.startsWith('/photos/'))).toBe(true);
    expect(await ada.api.previewImages({ body: { word: 'lighthouse', count: 3 } })).toHaveLength(3);
  });

  test('returns the same images to every account and stores each once', async () => {
    const first = await ada.api.previewImages({ body: { word: 'vineyard', count: 30 } });
    expect(new Set(idsOf(first)).size).toBe(30);
    await bob.api.createAccount({});
    const head = await product.engines.events.head();
    expect(await bob.api.previewImages({ body: { word: 'vineyard', count: 30 } })).toEqual(first);
    expect(await product.engines.events.head()).toBe(head);
  });

  test('stores each image once under concurrent requests', async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, () => bob.api.previewImages({ body: { word: 'canyon', count: 10 } })));
    for (const list of lists) expect(list).toEqual(lists[0]);
  });

  test('repeats its answer under one idempotency key', async () => {
    const ask = () => ada.api.previewImages({ body: { word: 'bazaar', count: 4 }, idempotencyKey: 'bazaar-1' });
    expect(await ask()).toEqual(await ask());
  });

  test.each([
    [{}, 'body.word'],
    [{ word: ' ' }, 'body.word'],
    [{ word: 'x'.repeat(201) }, 'body.word'],
    [{ word: 'sea', count: 0 }, 'body.count'],
    [{ word: 'sea', count: 31 }, 'body.count'],
    [{ word: 'sea', count: 1.5 }, 'body.count'],
    [{ word: 'sea', page: 2 }, 'body.page'],
  ])('answers 400 to %j with the path %s', async (payload, path) => {
    const answer = await product.send({ method: 'POST', url: '/api/itineraries/preview-images', payload, as: ada });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path }] });
  });

  test('answers 401 without a sign-in', async () => {
    await expect(product.anonymous.previewImages({ body: { word: 'sea' } })).rejects.toMatchObject({ status: 401 });
  });
});

describe('GET image', () => {
  test('answers 200 with its ETag without a sign-in', async () => {
    const [one] = await ada.api.previewImages({ body: { word: 'fjord', count: 1 } });
    expect(await ada.api.getImage({ params: { id: one?.id ?? '' } })).toEqual(one);
    const seen = await product.send({ url: `/api/images/${one?.id}` });
    expect([seen.statusCode, seen.headers.etag]).toEqual([200, '"1"']);
  });

  test('answers 404 for an unknown image', async () => {
    const unknown = product.anonymous.getImage({ params: { id: ada.accountId } });
    await expect(unknown).rejects.toMatchObject({ status: 404, problem: { code: 'image/unknown' } });
  });
});

describe('GET /images', () => {
  test('lists images to moderators and administrators', async () => {
    const found = await ada.api.previewImages({ body: { word: 'glacier', count: 2 } });
    const query = { filter: JSON.stringify({ id: found.map(({ id }) => id), source: 'illustration' }) };
    for (const role of ['moderator', 'admin'] as const) {
      const listed = async () => (await product.person(role, role).api.listImages({ query })).items.map(({ id }) => id).toSorted();
      await expect.poll(listed).toEqual(found.map(({ id }) => id).toSorted());
    }
    await expect(ada.api.listImages({})).rejects.toMatchObject({ status: 403 });
  });
});

describe('POST preview-images of an itinerary or stop', () => {
  test('searches by the current places of the itinerary', async () => {
    const { params } = await itinerary();
    const images = await ada.api.previewItineraryImages({ params, body: { count: 4 } });
    expect(images.every(({ url }) => /^\/photos\/(domes|desert)-/.test(url))).toBe(true);
  });

  test('searches by the locationQuery of a stop', async () => {
    const { params } = await itinerary();
    const images = await ada.api.previewStopImages({ params, body: { locationQuery: 'Botanical garden', count: 2 } });
    expect(images.some(({ url }) => url.startsWith('/photos/garden-'))).toBe(true);
    await expect(ada.api.previewStopImages({ params, body: { locationQuery: '' } })).rejects.toMatchObject({ status: 400 });
  });

  test('searches by the recorded place of a stop, not by other meanings of its name', async () => {
    const { params } = await itinerary();
    const church = { poiCategories: ['church'], maki: 'religious-christian', coordinates: { latitude: 48.86, longitude: 2.35 } };
    const stop = await ada.api.addStop({ params, body: { title: 'Saint-Gervais', placeName: 'Saint-Gervais', ...church } });
    const kindsOf = (images: readonly { url: string }[]) => images.map(({ url }) => /^\/photos\/([a-z]+)-/.exec(url)?.[1] ?? '');
    const locationQuery = 'Saint-Gervais by the market';
    const images = await ada.api.previewStopImages({ params, body: { locationQuery, placeId: stop.placeId, count: 12 } });
    expect(kindsOf(images)[0]).toBe('church');
    expect(kindsOf(images)).not.toContain('market');
    const { coordinates: _, ...told } = church;
    const found = await ada.api.previewStopImages({ params, body: { locationQuery, ...told, count: 12 } });
    expect(kindsOf(found)[0]).toBe('church');
    expect(kindsOf(await ada.api.previewStopImages({ params, body: { locationQuery, count: 12 } }))).toContain('market');
  });

  test('reveals nothing of a place that is not in the itinerary', async () => {
    const [{ params }, other] = [await itinerary(), await itinerary()];
    const secret = await ada.api.addStop({
      params: other.params,
      body: { title: 'X', placeName: 'X', coordinates: { latitude: 1, longitude: 1 }, poiCategories: ['airport'] },
    });
    const images = await ada.api.previewStopImages({ params, body: { locationQuery: 'X', placeId: secret.placeId, count: 12 } });
    expect(images.filter(({ url }) => url.startsWith('/photos/airport-'))).toEqual([]);
  });

  test.each([
    [{ placeId: 'x' }, 'body.placeId'],
    [{ poiCategories: ['x'.repeat(61)] }, 'body.poiCategories.0'],
    [{ countryCode: 'Portugal' }, 'body.countryCode'],
    [{ coordinates: { latitude: 91, longitude: 0 } }, 'body.coordinates.latitude'],
  ])('answers 400 to %j with the path %s', async (told, path) => {
    const { params } = await itinerary();
    const payload = { locationQuery: 'Nile', ...told };
    const answer = await product.send({ method: 'POST', url: `/api/itineraries/${params.itineraryId}/stops/preview-images`, payload, as: ada });
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path }] });
  });

  test('answers other accounts 403, or 404 for a private itinerary', async () => {
    const [open, hidden] = [await itinerary('PUBLIC'), await itinerary()];
    const admin = product.person('root', 'admin');
    for (const preview of [
      (who: Person, params: { itineraryId: string }) => who.api.previewItineraryImages({ params, body: {} }),
      (who: Person, params: { itineraryId: string }) => who.api.previewStopImages({ params, body: { locationQuery: 'Nile' } }),
    ]) {
      await expect(preview(bob, open.params)).rejects.toMatchObject({ status: 403, problem: { code: 'itinerary/not-yours' } });
      await expect(preview(bob, hidden.params)).rejects.toMatchObject({ status: 404, problem: { code: 'itinerary/unknown' } });
      await expect(preview(ada, { itineraryId: ada.accountId })).rejects.toMatchObject({ status: 404 });
      expect(await preview(admin, hidden.params)).toHaveLength(12);
    }
  });
});

describe('chosen image', () => {
  test('is part of its stop and its itinerary in every route', async () => {
    const { id, params, stop } = await itinerary('PUBLIC');
    const [one] = await ada.api.previewImages({ body: { word: 'pyramids of the desert', count: 1 } });
    const imageId = one?.id ?? '';
    await ada.api.getImage({ params: { id: imageId } });
    await ada.api.patchStop({ params: { ...params, id: stop.id }, body: { imageId } });
    await ada.api.patchItinerary({ params: { id }, body: { imageId } });
    expect((await ada.api.getStop({ params: { id: stop.id } })).image).toEqual(one);
    expect((await ada.api.getItineraryStop({ params: { ...params, id: stop.id } })).image).toEqual(one);
    expect((await ada.api.listItineraryStops({ params })).items[0]?.image).toEqual(one);
    expect((await ada.api.listStops({ query: { ids: stop.id } })).items[0]?.image).toEqual(one);
    const whole = await ada.api.getItinerary({ params: { id }, query: { include: 'stops' } });
    expect([whole.image, whole.stops?.[0]?.image]).toEqual([one, one]);
    expect((await ada.api.listItineraries({ query: { ids: id } })).items[0]?.image).toEqual(one);
    expect((await ada.api.listItineraryProjections({ query: { ids: id } })).items[0]?.imageUrl).toBe(one?.url);
  });

  test('is null without an imageId, and an unknown imageId answers 422', async () => {
    const { id, params, stop } = await itinerary();
    expect([stop.image, (await ada.api.getItinerary({ params: { id } })).image]).toEqual([null, null]);
    const unknown = ada.api.patchStop({ params: { ...params, id: stop.id }, body: { imageId: ada.accountId } });
    await expect(unknown).rejects.toMatchObject({ status: 422, problem: { code: 'stop/no-such-image' } });
  });
});
