import { mostPageBytes } from '@waystory/proto/kit/list.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
});
afterAll(() => product.stop());

test('Page of stop projections contains 260 stops with long texts, because only bytes of projections are limited', async () => {
  const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Rivers', visibility: 'PUBLIC' } });
  const [description, count] = ['d'.repeat(4_000), 260];
  const coordinates = { latitude: 40, longitude: -4 };
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      ada.api.addStop({ params: { itineraryId }, body: { title: `Bend ${number}`, coordinates, description } }),
    ),
  );
  const query = { limit: 1_000, filter: JSON.stringify({ itineraryId }) };
  expect(count * description.length).toBeGreaterThan(mostPageBytes);
  const whole = await ada.api.listStops({ query: { ...query, limit: 100 } });
  expect(whole.items).toHaveLength(100);
  const { items, total, next } = await ada.api.listStopProjections({ query });
  expect(items).toHaveLength(count);
  expect({ total, next }).toEqual({ total: count, next: undefined });
});
