import { newId } from '@waystory/infra/identifier.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { reversalRoutes } from '@waystory/proto/itineraries/reversal.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  await ada.api.createAccount({});
});
afterAll(() => product.stop());

const routes = { ...itineraryRoutes, ...dayRoutes, ...stopRoutes, ...reversalRoutes };
/** API client of a person whose writes have a cause. */
const apiFor = ({ accountId, roles }: Person, cause: string) => product.host.clientFor(routes, { accountId, roles }, cause);
const reverse = (as: Person, id: string, causes: readonly string[], headers: Record<string, string> = {}) =>
  product.send({ as, method: 'POST', url: `/api/itineraries/${id}/reversals`, payload: { causes }, headers });

/** A story with two days and two stops, written by hand. */
async function story() {
  const { id } = await ada.api.createItinerary({ body: { title: 'Lisbon', daysCount: 2 } });
  const { dayIds } = await ada.api.getItinerary({ params: { id } });
  const body = { coordinates: { latitude: 38.7, longitude: -9.1 }, placeName: 'Lisbon', dayIds: dayIds.slice(0, 1) };
  const add = async (title: string) => ada.api.addStop({ params: { itineraryId: id }, body: { ...body, title } });
  const [first, second] = [await add('Belém Tower'), await add('Jerónimos')];
  return { id, dayIds, first, second, of: { itineraryId: id, id: first.id } };
}

/** A story in its API form, without versions and timestamps. */
const seen = async (id: string): Promise<unknown> => {
  const answer = await ada.api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
  const timeless = JSON.stringify(answer, (key, value) => (/^(version|\w+At)$/.test(key) ? undefined : value));
  return { ...JSON.parse(timeless), stopIds: answer.stopIds.toSorted() };
};

describe('Reversal', () => {
  test('restores the old values of a stop, and is reversible itself', async () => {
    const { id, dayIds, of } = await story();
    const before = await seen(id);
    await apiFor(ada, 'tool:a:1').patchStop({ params: of, body: { title: 'Torre', durationMinutes: 90, dayIds: dayIds.slice(1) } });
    const after = await seen(id);
    const answer = await reverse(ada, id, ['tool:a:1']);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        cause: expect.stringMatching(/^reversal:/),
        restored: [{ kind: 'stop', id: of.id, title: 'Torre', number: null, fields: ['title', 'durationMinutes', 'dayIds'], change: 'CHANGED' }],
        left: [],
      },
    ]);
    expect(await seen(id)).toEqual(before);
    await reverse(ada, id, [answer.json().cause]);
    expect(await seen(id)).toEqual(after);
  });

  test('restores a removed stop under its id, deletes a created itinerary, and restores it when reversed', async () => {
    const { id, of } = await story();
    const before = await seen(id);
    await apiFor(ada, 'tool:b:1').deleteStop({ params: of });
    await reverse(ada, id, ['tool:b:1']);
    expect(await seen(id)).toEqual(before);

    const planner = apiFor(ada, 'tool:b:2');
    const made = await planner.createItinerary({ body: { title: 'Porto', visibility: 'PRIVATE' } });
    const day = await planner.addDay({ params: { itineraryId: made.id }, body: { title: 'Ribeira' } });
    const coordinates = { latitude: 41.14, longitude: -8.61 };
    await planner.addStop({ params: { itineraryId: made.id }, body: { title: 'Cais', coordinates, placeName: 'Cais', dayIds: [day.id] } });
    await expect.poll(() => seen(made.id)).toMatchObject({ stopsCount: 1 });
    const whole = await seen(made.id);
    const { cause } = (await reverse(ada, made.id, ['tool:b:2'])).json();
    await expect.poll(async () => (await product.send({ as: ada, url: `/api/itineraries/${made.id}` })).statusCode).toBe(404);
    await reverse(ada, made.id, [cause]);
    await expect.poll(() => seen(made.id).catch(() => null)).toEqual(whole);
  });

  test('leaves later writes of others, and reports them', async () => {
    const { id, of } = await story();
    await apiFor(ada, 'tool:c:1').patchStop({ params: of, body: { title: 'Torre', durationMinutes: 90 } });
    await ada.api.patchStop({ params: of, body: { title: 'My tower' } });
    expect((await reverse(ada, id, ['tool:c:1'])).json()).toMatchObject({
      restored: [{ fields: ['durationMinutes'] }],
      left: [{ kind: 'stop', title: 'My tower', fields: ['title'], reason: 'CHANGED_LATER' }],
    });
    expect(await ada.api.getItineraryStop({ params: of })).toMatchObject({ title: 'My tower', durationMinutes: null });
  });

  test('runs once per idempotency key, also concurrently, and every repetition gets the same answer', async () => {
    const { id, of } = await story();
    await apiFor(ada, 'tool:d:1').patchStop({ params: of, body: { title: 'Torre' } });
    const key = { 'idempotency-key': newId() };
    const both = await Promise.all([reverse(ada, id, ['tool:d:1'], key), reverse(ada, id, ['tool:d:1'], key)]);
    await ada.api.patchStop({ params: of, body: { title: 'My tower' } });
    const again = await reverse(ada, id, ['tool:d:1'], key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    for (const one of both) expect(one.json()).toEqual(again.json());
    expect((await ada.api.getItineraryStop({ params: of })).title).toBe('My tower');
    expect((await reverse(ada, id, ['tool:d:2'], key)).json().code).toBe('request/key-reused');
  });

  test('overwrites no concurrent write', async () => {
    const { id, of, second } = await story();
    const planner = apiFor(ada, 'tool:e:1');
    for (let round = 0; round < 5; round++) {
      await planner.patchStop({ params: of, body: { title: `Torre ${round}` } });
      const other = { itineraryId: id, id: second.id };
      const [answer] = await Promise.all([
        reverse(ada, id, ['tool:e:1']),
        ...[1, 2, 3].map((at) => ada.api.patchStop({ params: at === 2 ? of : other, body: { title: `Mine ${round}.${at}` } })),
      ]);
      expect(answer?.statusCode).toBe(200);
      expect((await ada.api.getItineraryStop({ params: of })).title).toBe(`Mine ${round}.2`);
    }
  });

  test('leaves changes that an admin made, and is refused to a person who may not change the story', async () => {
    const { id, of } = await story();
    const [bob, root] = [product.person('bob'), product.person('root', 'admin')];
    await bob.api.createAccount({});
    await root.api.createAccount({});
    await apiFor(root, 'tool:f:1').patchStop({ params: of, body: { title: 'Torre' } });
    expect((await reverse(ada, id, ['tool:f:1'])).json()).toMatchObject({ restored: [], left: [] });
    expect((await reverse(bob, id, ['tool:f:1'])).json().code).toBe('itinerary/unknown');
    await ada.api.patchItinerary({ params: { id }, body: { visibility: 'PUBLIC' } });
    expect((await reverse(bob, id, ['tool:f:1'])).json().code).toBe('itinerary/not-yours');
    expect((await reverse(root, id, ['tool:f:1'])).json()).toMatchObject({ restored: [{ title: 'Torre' }] });
    expect((await reverse(ada, newId(), ['tool:f:1'])).json().code).toBe('itinerary/unknown');
    expect((await reverse(ada, id, [])).statusCode).toBe(400);
  });

  test('ignores a cause that a client sets in the header x-cause', async () => {
    const { id, of } = await story();
    const url = `/api/itineraries/${id}/stops/${of.id}`;
    await product.send({ as: ada, method: 'PATCH', url, payload: { title: 'Torre' }, headers: { 'x-cause': 'tool:g:1' } });
    expect((await reverse(ada, id, ['tool:g:1'])).json()).toMatchObject({ restored: [] });
  });

  test('is refused when the restored parts exceed a limit', async () => {
    const { id } = await story();
    const planner = apiFor(ada, 'tool:h:1');
    const { id: dayId } = await planner.addDay({ params: { itineraryId: id }, body: {} });
    const { cause } = (await reverse(ada, id, ['tool:h:1'])).json();
    expect((await ada.api.getItinerary({ params: { id } })).dayIds).not.toContain(dayId);
    const more = Array.from({ length: 98 }, () => ada.api.addDay({ params: { itineraryId: id }, body: {} }));
    await Promise.all(more);
    expect((await reverse(ada, id, [cause])).json().code).toBe('day/too-many');
  });
});
