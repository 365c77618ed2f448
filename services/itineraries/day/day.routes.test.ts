import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
});
afterAll(() => product.stop());

/** Two days with a hotel on both. On the second day, the tower lies between hotel and park. */
async function twoDays() {
  const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Two days', daysCount: 2 } });
  const { dayIds } = await ada.api.getItinerary({ params: { id: itineraryId } });
  const [first = '', second = ''] = dayIds;
  const add = async (title: string, longitude: number, days: string[]): Promise<string> => {
    const body = { title, coordinates: { latitude: 38.7, longitude }, placeName: title, dayIds: days };
    return (await ada.api.addStop({ params: { itineraryId }, body })).id;
  };
  const hotel = await add('Hotel', -9.4, [first, second]);
  const [museum, park, tower] = [await add('Museum', -9.1, [first]), await add('Park', -9.1, [second]), await add('Tower', -9.2, [second])];
  const orders = async () => {
    const { days = [] } = await ada.api.getItinerary({ params: { id: itineraryId }, query: { include: 'days' } });
    return days.map(({ stopIds }) => stopIds);
  };
  return { itineraryId, first, second, hotel, museum, park, tower, orders };
}

test('Reordering a day and reversing it leave the other day of a shared stop unchanged', async () => {
  const { itineraryId, second, hotel, museum, park, tower, orders } = await twoDays();
  const params = { itineraryId, id: second };
  await ada.api.patchDay({ params, body: { stopIds: [park, tower, hotel] } });
  expect(await orders()).toEqual([
    [hotel, museum],
    [park, tower, hotel],
  ]);
  const cause = 'tool:a:1';
  const found = await product.host.clientFor(dayRoutes, ada, cause).optimizeDay({ params, body: { freeStart: true } });
  expect(found).toMatchObject({ stopIds: [park, tower, hotel], isChanged: false });
  await ada.api.patchDay({ params, body: { stopIds: [tower, park, hotel] } });
  const shorter = await product.host.clientFor(dayRoutes, ada, cause).optimizeDay({ params, body: { freeStart: true } });
  expect(shorter).toMatchObject({ stopIds: [park, tower, hotel], isChanged: true });
  expect(await orders()).toEqual([
    [hotel, museum],
    [park, tower, hotel],
  ]);
  await product.send({ as: ada, method: 'POST', url: `/api/itineraries/${itineraryId}/reversals`, payload: { causes: [cause] } });
  expect(await orders()).toEqual([
    [hotel, museum],
    [tower, park, hotel],
  ]);
});

test('A day across midnight is not reversed, and the answer reports its order unchanged', async () => {
  const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Night', daysCount: 1, firstDate: '2026-05-10' } });
  const { dayIds } = await ada.api.getItinerary({ params: { id: itineraryId } });
  const stopIds: string[] = [];
  for (const [title, longitude, startTime] of [
    ['Hotel', -9.1, null],
    ['Dinner', -9.2, '2026-05-10T22:30:00.000Z'],
    ['Club', -9.15, '2026-05-11T00:30:00.000Z'],
    ['Bed', -9.1, null],
  ] as const) {
    const stop = await ada.api.addStop({
      params: { itineraryId },
      body: { title, coordinates: { latitude: 38.7, longitude }, placeName: title, dayIds, startTime },
    });
    expect(stop.startTime).toBe(startTime);
    stopIds.push(stop.id);
  }
  const params = { itineraryId, id: dayIds[0] ?? '' };
  for (const answer of [await ada.api.previewDayOrder({ params, body: {} }), await ada.api.optimizeDay({ params, body: {} })])
    expect(answer).toMatchObject({ stopIds, isChanged: false, kmAfter: answer.kmBefore });
});
