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
/** The product as somebody, for a cause. */
const apiFor = ({ accountId, roles }: Person, cause: string) => product.host.clientFor(routes, { accountId, roles }, cause);
const reverse = (as: Person, id: string, causes: readonly string[], headers: Record<string, string> = {}) =>
  product.send({ as, method: 'POST', url: `/api/itineraries/${id}/reversals`, payload: { causes }, headers });

/** A story with two days and two stops, written by hand. */
async function story() {
  const { id } = await ada.api.createItinerary({ body: { title: 'Lisbon', daysCount: 2 } });
  const { dayIds } = await ada.api.getItinerary({ params: { id } });
  const add = async (title: string) =>
    ada.api.addStop({
      params: { itineraryId: id },
      body: { title, coordinates: { latitude: 38.7, longitude: -9.1 }, placeName: 'Lisbon', dayIds: dayIds.slice(0, 1) },
    });
  const [first, second] = [await add('Belém Tower'), await add('Jerónimos')];
  return { id, dayIds, first, second, of: { itineraryId: id, id: first.id } };
}
const stopsIn = async (id: string) => {
  const { stops = [] } = await ada.api.getItinerary({ params: { id }, query: { include: 'stops' } });
  return stops.map(({ version: _, createdAt: _created, updatedAt: _updated, ...stop }) => stop);
};

describe('a reversal', () => {
  test('gives a stop its old values back, and is taken back itself', async () => {
    const { id, dayIds, of } = await story();
    const before = await stopsIn(id);
    await apiFor(ada, 'tool:a:1').patchStop({ params: of, body: { title: 'Torre', durationMinutes: 90, dayIds: dayIds.slice(1) } });
    const after = await stopsIn(id);
    const answer = await reverse(ada, id, ['tool:a:1']);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        cause: expect.stringMatching(/^reversal:/),
        restored: [{ kind: 'stop', id: of.id, title: 'Torre', number: null, fields: ['title', 'durationMinutes', 'dayIds'], change: 'CHANGED' }],
        left: [],
      },
    ]);
    expect(await stopsIn(id)).toEqual(before);
    await reverse(ada, id, [answer.json().cause]);
    expect(await stopsIn(id)).toEqual(after);
  });
});
