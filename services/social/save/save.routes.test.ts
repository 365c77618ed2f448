import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const nowhere = '00000000-0000-8000-8000-000000000000';
const unknown = expect.objectContaining({ status: 404, code: 'save/target-unknown' });

/** An itinerary with one stop. */
async function story(author: Person, visibility: 'PUBLIC' | 'UNLISTED' | 'PRIVATE' = 'PUBLIC') {
  const { id } = await author.api.createItinerary({ body: { title: 'Tram bells', visibility } });
  const place = { coordinates: { latitude: 38.7, longitude: -9.1 }, address: { city: 'Lisboa' } };
  const stop = await author.api.addStop({ params: { itineraryId: id }, body: { title: 'Belém', ...place } });
  return { itineraryId: id, stopId: stop.id };
}
const saveItinerary = (as: Person | undefined, itineraryId: unknown) =>
  product.send({ method: 'POST', url: '/api/saved-itineraries', payload: { itineraryId }, ...(as && { as }) });
const saveStop = (as: Person | undefined, stopId: unknown) =>
  product.send({ method: 'POST', url: '/api/saved-stops', payload: { stopId }, ...(as && { as }) });
/** Sends no `x-after`, because the route must see earlier writes by itself. */
async function saveNewStop(as: Person, stopId: string) {
  expect((await saveStop(as, stopId)).statusCode).toBe(201);
  return as.api.saveStop({ body: { stopId } });
}
const itinerariesOf = async (person: Person) => (await person.api.listSavedItineraries({})).items.map(({ itineraryId }) => itineraryId);
const stopsOf = async (person: Person) => (await person.api.listSavedStops({})).items.map(({ stopId }) => stopId);
const patch = (author: Person, id: string, visibility: 'PUBLIC' | 'PRIVATE') => author.api.patchItinerary({ params: { id }, body: { visibility } });

describe('saves over HTTP', () => {
  test('are stored once and listed newest first, for their own account only', async () => {
    const [ada, ben, cleo] = ['save-ada', 'save-ben', 'save-cleo'].map((name) => product.person(name)) as [Person, Person, Person]; // three names
    const [one, two] = [await story(ada), await story(ada)];
    const saved = await ben.api.saveItinerary({ body: { itineraryId: one.itineraryId } });
    expect(saved).toEqual({
      id: expect.any(String),
      accountId: ben.accountId,
      itineraryId: one.itineraryId,
      version: 1,
      createdAt: expect.any(String),
    });
    await ben.api.saveItinerary({ body: { itineraryId: two.itineraryId } });
    const again = await saveItinerary(ben, one.itineraryId);
    expect([again.statusCode, again.json()]).toEqual([201, saved]);
    expect(await itinerariesOf(ben)).toEqual([two.itineraryId, one.itineraryId]);
    const stop = await saveNewStop(ben, one.stopId);
    expect(stop).toMatchObject({ stopId: one.stopId, itineraryId: one.itineraryId, accountId: ben.accountId });
    expect(await stopsOf(ben)).toEqual([one.stopId]);
    const filter = JSON.stringify({ itineraryId: [one.itineraryId, nowhere] });
    expect((await ben.api.listSavedItineraries({ query: { filter } })).items).toEqual([saved]);
    for (const other of [cleo, ada, product.person('save-mod', 'moderator'), product.person('save-root', 'admin')]) {
      expect((await other.api.listSavedItineraries({})).total).toBe(0);
      expect((await other.api.listSavedStops({ query: { ids: stop.id } })).total).toBe(0);
      await expect(other.api.unsaveStop({ params: { stopId: one.stopId } })).rejects.toMatchObject({
        status: 404,
        problem: { code: 'save/unknown' },
      });
    }
    await ben.api.unsaveItinerary({ params: { itineraryId: one.itineraryId } });
    await ben.api.unsaveStop({ params: { stopId: one.stopId } });
    expect([await itinerariesOf(ben), await stopsOf(ben)]).toEqual([[two.itineraryId], []]);
    await expect(ben.api.unsaveItinerary({ params: { itineraryId: one.itineraryId } })).rejects.toMatchObject({ status: 404 });
  });

  test('answer 401 without a sign-in', async () => {
    const answers = [await saveItinerary(undefined, nowhere), await saveStop(undefined, nowhere)];
    for (const url of ['/api/saved-itineraries', '/api/saved-stops']) {
      answers.push(await product.send({ url }), await product.send({ method: 'DELETE', url: `${url}/${nowhere}` }));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401));
  });

  test.each([nowhere.slice(1), '', null, 7, [nowhere], { ne: nowhere }, "' or 1=1 --"])('answer 400 for the target %j', async (id) => {
    const dan = product.person('save-dan');
    expect([(await saveItinerary(dan, id)).statusCode, (await saveStop(dan, id)).statusCode]).toEqual([400, 400]);
  });

  test('answer 400 for unknown fields and filters', async () => {
    const dan = product.person('save-dan');
    for (const more of [{ accountId: dan.accountId }, { id: nowhere }, { stopId: nowhere }]) {
      const payload = { itineraryId: nowhere, ...more };
      const answer = await product.send({ method: 'POST', url: '/api/saved-itineraries', payload, as: dan });
      expect([answer.statusCode, answer.json().errors?.[0]?.message]).toEqual([400, 'Unknown field']);
    }
    for (const filter of ['{"accountId":"x"}', '{"title":"x"}', '{', '[]']) {
      expect((await product.send({ url: `/api/saved-stops?filter=${encodeURIComponent(filter)}`, as: dan })).statusCode).toBe(400);
    }
  });

  test('answer the same 404 for a private and an unknown target', async () => {
    const [eve, fay] = [product.person('save-eve'), product.person('save-fay')];
    const [secret, linked] = [await story(eve, 'PRIVATE'), await story(eve, 'UNLISTED')];
    const body = async (answer: Promise<{ json(): object }>) => ({ ...(await answer).json(), traceId: '' });
    const nothing = await body(saveItinerary(fay, nowhere));
    expect(nothing).toEqual(unknown);
    expect(await body(saveItinerary(fay, secret.itineraryId))).toEqual(nothing);
    expect(await body(saveStop(fay, secret.stopId))).toEqual(nothing);
    expect(await body(saveStop(fay, secret.itineraryId))).toEqual(nothing);
    expect(await body(saveItinerary(fay, linked.stopId))).toEqual(nothing);
    expect((await saveItinerary(eve, secret.itineraryId)).statusCode).toBe(201);
    await fay.api.saveItinerary({ body: { itineraryId: linked.itineraryId } });
    expect(await itinerariesOf(fay)).toEqual([linked.itineraryId]);
  });

  test('are not listed while their target is hidden or private', async () => {
    const [gus, hal] = [product.person('save-gus'), product.person('save-hal')];
    const { itineraryId, stopId } = await story(gus);
    await hal.api.saveItinerary({ body: { itineraryId } });
    await saveNewStop(hal, stopId);
    const both = async () => [await itinerariesOf(hal), await stopsOf(hal)];
    expect(await both()).toEqual([[itineraryId], [stopId]]);
    await patch(gus, itineraryId, 'PRIVATE');
    await expect.poll(both).toEqual([[], []]);
    expect((await hal.api.listSavedItineraries({})).total).toBe(0);
    await patch(gus, itineraryId, 'PUBLIC');
    await expect.poll(both).toEqual([[itineraryId], [stopId]]);
    const moderator = product.person('save-mod', 'moderator');
    await moderator.api.patchItinerary({ params: { id: itineraryId }, body: { hidden: true } });
    await expect.poll(both).toEqual([[], []]);
    await moderator.api.patchItinerary({ params: { id: itineraryId }, body: { hidden: false } });
    await expect.poll(both).toEqual([[itineraryId], [stopId]]);
  });

  test('are removed with their stop, itinerary or account', async () => {
    const [ida, jan] = [product.person('save-ida'), product.person('save-jan')];
    await jan.api.createAccount({});
    const [one, two, three] = [await story(ida), await story(ida), await story(ida)];
    for (const { itineraryId, stopId } of [one, two, three]) {
      await jan.api.saveItinerary({ body: { itineraryId } });
      await saveNewStop(jan, stopId);
    }
    /** Numbers of saves without an unsave event, counted in the log. */
    const standing = async () => {
      const counts = new Map<string, number>();
      for (const { type, data } of await product.engines.events.readAll(0, 10_000)) {
        if (data.accountId !== jan.accountId || !/^(Itinerary|Stop)(S|Uns)aved$/.test(type)) continue;
        const kind = type.startsWith('Stop') ? 'stops' : 'itineraries';
        counts.set(kind, (counts.get(kind) ?? 0) + (type.endsWith('Unsaved') ? -1 : 1));
      }
      return Object.fromEntries(counts);
    };
    expect(await standing()).toEqual({ itineraries: 3, stops: 3 });
    await ida.api.deleteStop({ params: { itineraryId: one.itineraryId, id: one.stopId } });
    await expect.poll(standing, { timeout: 10_000 }).toEqual({ itineraries: 3, stops: 2 });
    await ida.api.deleteItinerary({ params: { id: two.itineraryId } });
    await expect.poll(standing, { timeout: 10_000 }).toEqual({ itineraries: 2, stops: 1 });
    expect(await itinerariesOf(jan)).toEqual([three.itineraryId, one.itineraryId]);
    await jan.api.deleteAccount({ params: { id: jan.accountId } });
    await expect.poll(standing, { timeout: 10_000 }).toEqual({ itineraries: 0, stops: 0 });
  });
});
