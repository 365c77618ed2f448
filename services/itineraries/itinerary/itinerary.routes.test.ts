import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  bob = product.person('bob');
  moderator = product.person('mod', 'moderator');
});
afterAll(() => product.stop());

const coordinates = { latitude: 38.6916, longitude: -9.216 };
const box = { southWestLng: -9.3, southWestLat: 38.6, northEastLng: -9.1, northEastLat: 38.8 };

async function story(visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC', author = ada) {
  const itinerary = await author.api.createItinerary({ body: { title: `Lisbon ${visibility}`, visibility } });
  const params = { itineraryId: itinerary.id };
  const day = await author.api.addDay({ params, body: { title: 'Belém' } });
  const stop = await author.api.addStop({
    params,
    body: { title: 'Tower', coordinates, address: { city: 'Lisbon', countryName: 'Portugal', countryCode: 'PT' }, dayIds: [day.id] },
  });
  return { itinerary, day, stop };
}

/** Response to another person, once the read models include all writes by `author`. */
async function asSeenBy(reader: Person, author: Person, url: string) {
  const { items } = await author.api.listItineraries({});
  expect(items).toBeDefined();
  return product.send({ url, as: reader });
}

describe('Itineraries over HTTP', () => {
  test('A story is created with its days in one append, and the answer equals a read', async () => {
    const before = await product.engines.events.head();
    const url = '/api/itineraries';
    const created = await product.send({ method: 'POST', url, payload: { title: 'A week', daysCount: 7 }, as: ada });
    const [position, story] = [created.headers['x-position'], created.json()];
    const read = await product.send({ url: `${url}/${story.id}?include=days`, headers: { 'x-after': String(position) }, as: ada });
    expect(read.json()).toMatchObject({ dayIds: story.dayIds, daysCount: 7, version: story.version });
    expect(read.json().days.map(({ id, number }: { id: string; number: number }) => [id, number])).toEqual(
      story.dayIds.map((id: string, index: number) => [id, index + 1]),
    );
    const events = await product.engines.events.readAll(before, 100);
    const own = events.filter(({ stream }) => stream === `itinerary-${story.id}`);
    expect(own.map(({ type }) => type)).toEqual(['ItineraryCreated', ...Array.from({ length: 7 }, () => 'DayAdded')]);
    expect(new Set(own.map(({ meta }) => meta.commandId)).size).toBe(1);
  });

  test.each([-1, 101, 1.5, '3', null])('a story with %j days is refused', async (daysCount) => {
    const refused = await product.send({ method: 'POST', url: '/api/itineraries', payload: { title: 'x', daysCount }, as: ada });
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'request/invalid']);
  });

  test('A story with 100 days refuses another day', async () => {
    const full = await ada.api.createItinerary({ body: { title: 'A hundred days', daysCount: 100 } });
    expect(full.dayIds).toHaveLength(100);
    const more = ada.api.addDay({ params: { itineraryId: full.id }, body: {} });
    await expect(more).rejects.toMatchObject({ problem: { code: 'day/too-many' } });
  });

  test('A story that its author writes and publishes is found by everyone', async () => {
    const { itinerary, day, stop } = await story('PRIVATE');
    const published = await ada.api.patchItinerary({ params: { id: itinerary.id }, body: { visibility: 'PUBLIC' } });
    expect(published).toMatchObject({ daysCount: 1, stopsCount: 1, dayIds: [day.id], stopIds: [stop.id] });
    const cards = await ada.api.listItineraryProjections({ query: { ids: itinerary.id } });
    expect(cards).toEqual({
      items: [
        {
          id: itinerary.id,
          title: 'Lisbon PRIVATE',
          imageUrl: null,
          image: null,
          likeCount: 0,
          daysCount: 1,
          stopsCount: 1,
          accountUserName: null,
          countryImageUrl: null,
        },
      ],
      total: 1,
      page: 1,
      limit: 20,
    });
    const near = await ada.api.listItinerariesByBounds({ query: box });
    expect(near.items.map(({ id }) => id)).toContain(itinerary.id);
    const elsewhere = await ada.api.listItinerariesByBounds({ query: { ...box, southWestLng: 10, northEastLng: 12 } });
    expect(elsewhere).toMatchObject({ items: [], total: 0 });
    const inCountry = async (countryCode: string) => (await ada.api.listItinerariesByBounds({ query: { ...box, countryCode } })).items;
    expect((await inCountry('PT')).map(({ id }) => id)).toContain(itinerary.id);
    expect(await inCountry('NO')).toEqual([]);
    const whole = await ada.api.getItinerary({ params: { id: itinerary.id }, query: { include: 'days,stops' } });
    expect(whole.days?.map(({ stopIds }) => stopIds)).toEqual([[stop.id]]);
    expect(whole.stops?.[0]).toMatchObject({ id: stop.id, visibility: 'PUBLIC', coordinates });
    const points = await ada.api.listStopProjections({ query: { ...box, filter: JSON.stringify({ itineraryId: itinerary.id }) } });
    expect(points.items).toEqual([
      {
        stopId: stop.id,
        placeId: stop.placeId,
        itineraryId: itinerary.id,
        title: 'Tower',
        countryCode: 'PT',
        placeAddressCountryName: 'Portugal',
        placeCoordinatesLatitude: 38.6916,
        placeCoordinatesLongitude: -9.216,
      },
    ]);
    expect((await asSeenBy(bob, ada, `/api/itineraries/${itinerary.id}`)).statusCode).toBe(200);
  });

  test('The answer to a write equals a read', async () => {
    const { itinerary, day, stop } = await story('PRIVATE');
    const params = { itineraryId: itinerary.id };
    expect(await ada.api.getDay({ params: { ...params, id: day.id } })).toMatchObject({ id: day.id, stopIds: [stop.id] });
    expect(await ada.api.getItineraryStop({ params: { ...params, id: stop.id } })).toEqual(stop);
    const patched = await ada.api.patchStop({ params: { ...params, id: stop.id }, body: { highlight: 'Early', durationMinutes: 40 } });
    expect(await ada.api.getStop({ params: { id: stop.id } })).toEqual(patched);
    const renamed = await ada.api.patchDay({ params: { ...params, id: day.id }, body: { title: 'River' } });
    expect((await ada.api.listDays({ params })).items).toEqual([renamed]);
  });

  test.each(['', '/days', '/stops'])('a private story is unknown to others at /itineraries/:id%s', async (path) => {
    const { itinerary } = await story('PRIVATE');
    const url = `/api/itineraries/${itinerary.id}${path}`;
    expect((await asSeenBy(ada, ada, url)).statusCode).toBe(200);
    expect((await asSeenBy(bob, ada, url)).json()).toMatchObject({ status: 404, code: 'itinerary/unknown' });
    expect((await product.send({ url })).statusCode).toBe(404);
    expect((await product.send({ url, as: moderator })).statusCode).toBe(200);
  });

  test('A private story and its stop are in no list and no count of other readers', async () => {
    const carol = product.person('carol');
    const { itinerary, stop } = await story('PRIVATE', carol);
    const own = await carol.api.listStops({ query: { ids: stop.id } });
    expect(own.total).toBe(1);
    for (const path of ['itineraries', 'itinerary-projections', 'stops', 'stop-projections']) {
      const answer = await product.send({ url: `/api/${path}?ids=${path.startsWith('stop') ? stop.id : itinerary.id}`, as: bob });
      expect(answer.json()).toMatchObject({ items: [], total: 0 });
    }
    const filter = JSON.stringify({ accountId: carol.accountId });
    expect((await product.send({ url: `/api/itineraries?filter=${encodeURIComponent(filter)}`, as: bob })).json().total).toBe(0);
    expect((await product.send({ url: `/api/stops/${stop.id}`, as: bob })).statusCode).toBe(404);
  });

  test('An unlisted story is visible by its link and in no list', async () => {
    const { itinerary, stop } = await story('UNLISTED');
    expect((await asSeenBy(bob, ada, `/api/itineraries/${itinerary.id}/stops`)).json().items.map(({ id }: { id: string }) => id)).toEqual([stop.id]);
    expect((await product.send({ url: `/api/itineraries?ids=${itinerary.id}`, as: bob })).json().total).toBe(0);
  });

  test('A story that a moderator hides answers 404 to other readers, and shows its owner the reason', async () => {
    const { itinerary } = await story('PUBLIC');
    await moderator.api.patchItinerary({ params: { id: itinerary.id }, body: { hidden: true, reason: 'An advertisement' } });
    await moderator.api.getItinerary({ params: { id: itinerary.id } });
    expect((await product.send({ url: `/api/itineraries/${itinerary.id}`, as: bob })).statusCode).toBe(404);
    expect((await product.send({ url: `/api/itineraries/${itinerary.id}`, as: ada })).json()).toMatchObject({
      hidden: true,
      hiddenReason: 'An advertisement',
    });
    await moderator.api.patchItinerary({ params: { id: itinerary.id }, body: { hidden: false } });
    expect(await moderator.api.getItinerary({ params: { id: itinerary.id } })).toMatchObject({ hidden: false, hiddenReason: null });
    const shown = await product.send({ url: `/api/itineraries/${itinerary.id}`, as: bob });
    expect(shown.json()).toMatchObject({ hiddenReason: null });
  });

  test('A moderator deletes a hidden story, with a reason kept in history and audit log', async () => {
    const { itinerary } = await story('PUBLIC');
    const remove = () => product.send({ method: 'DELETE', url: `/api/itineraries/${itinerary.id}?reason=Spam`, as: moderator });
    const refused = await remove();
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'itinerary/not-hidden']);
    await moderator.api.patchItinerary({ params: { id: itinerary.id }, body: { hidden: true } });
    expect((await remove()).statusCode).toBe(204);
    const { items } = (await product.send({ url: `/api/itineraries/${itinerary.id}/history`, as: moderator })).json();
    expect(items[0]).toMatchObject({ action: 'ItineraryDeleted', fields: [{ name: 'reason', after: 'Spam' }], actorId: moderator.accountId });
    const filter = JSON.stringify({ subjectId: itinerary.id, action: 'ItineraryDeleted' });
    await expect.poll(async () => (await moderator.api.listAudit({ query: { filter } })).items).toMatchObject([{ actorId: moderator.accountId }]);
  });

  test('A deleted story is in no read model', async () => {
    const { itinerary, stop, day } = await story('PUBLIC');
    await ada.api.deleteItinerary({ params: { id: itinerary.id } });
    await expect(ada.api.getItinerary({ params: { id: itinerary.id } })).rejects.toMatchObject({ status: 404 });
    await expect(ada.api.getStop({ params: { id: stop.id } })).rejects.toMatchObject({ status: 404 });
    await expect(ada.api.getDay({ params: { itineraryId: itinerary.id, id: day.id } })).rejects.toMatchObject({ status: 404 });
  });

  test('A suggested stop is not on the map', async () => {
    const { itinerary, stop } = await story('PUBLIC');
    const params = { itineraryId: itinerary.id, id: stop.id };
    await ada.api.patchStop({ params, body: { state: 'SUGGESTED' } });
    expect((await ada.api.listStopProjections({ query: { ids: stop.id } })).total).toBe(0);
    expect((await ada.api.listItinerariesByBounds({ query: { ...box, limit: 100 } })).items.map(({ id }) => id)).not.toContain(itinerary.id);
    expect((await ada.api.getItinerary({ params: { id: itinerary.id } })).stopsCount).toBe(0);
  });
});

describe('List of itineraries', () => {
  test('gives the same items by page and by cursor', async () => {
    const dora = product.person('dora');
    for (let number = 1; number <= 7; number++) await dora.api.createItinerary({ body: { title: `Walk ${number % 3}` } });
    const query = { filter: JSON.stringify({ accountId: dora.accountId }), sort: 'title ASC', limit: 3 };
    const pages = [1, 2, 3].map((page) => dora.api.listItineraries({ query: { ...query, page } }));
    const byPage = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ id }) => id));
    const byCursor: string[] = [];
    let after: string | undefined;
    do {
      const { items, next, total } = await dora.api.listItineraries({ query: { ...query, ...(after && { after }) } });
      expect(total).toBe(7);
      byCursor.push(...items.map(({ id }) => id));
      after = next;
    } while (after);
    expect(byCursor).toEqual(byPage);
    expect(new Set(byCursor).size).toBe(7);
  });

  test('of cards gives more than 100 on one page', async () => {
    const lists = product.person('lists');
    await Promise.all(Array.from({ length: 101 }, (_, number) => lists.api.createItinerary({ body: { title: `Trip ${number}` } })));
    const filter = JSON.stringify({ accountId: lists.accountId });
    const { items, next } = await lists.api.listItineraryProjections({ query: { filter, limit: 1_000 } });
    expect([items.length, next]).toEqual([101, undefined]);
  });

  test('can be filtered by every operator of the grammar', async () => {
    const eve = product.person('eve');
    for (const title of ['Lisbon', 'lisboa', 'Porto']) await eve.api.createItinerary({ body: { title } });
    const titles = async (filter: object) => {
      const both = { and: [{ accountId: eve.accountId }, filter] };
      const { items } = await eve.api.listItineraries({ query: { filter: JSON.stringify(both), sort: 'title ASC' } });
      return items.map(({ title }) => title);
    };
    expect(await titles({ title: { startsWith: 'lis' } })).toEqual(['Lisbon', 'lisboa']);
    expect(await titles({ title: { contains: 'BO' } })).toEqual(['Lisbon', 'lisboa']);
    expect(await titles({ title: ['Porto', 'Faro'] })).toEqual(['Porto']);
    expect(await titles({ not: { title: 'Porto' } })).toEqual(['Lisbon', 'lisboa']);
    expect(await titles({ or: [{ title: 'Porto' }, { title: { gt: 'a' } }] })).toEqual(['Porto', 'lisboa']);
    expect(await titles({ daysCount: { gte: 1 } })).toEqual([]);
  });
});
