import { newId } from '@waystory/infra/identifier.ts';
import { type WatchedStatements, watchStatements } from '@waystory/infra/postgres/statements-fixture.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let statements: WatchedStatements;
let written: { countryIds: string[]; imageId: string };
beforeAll(async () => {
  statements = watchStatements();
  product = await testProduct();
  ada = product.person('ada');
  const admin = product.person('root', 'admin');
  const country = await admin.api.createCountry({ body: { code: 'PT', name: 'Portugal', imageUrl: '/portugal.webp' } });
  const [image] = await ada.api.previewImages({ body: { word: 'tower', count: 1 } });
  written = { countryIds: [country.id], imageId: image?.id ?? newId() };
  // Waits until all writes can be read.
  await admin.api.getCountry({ params: { id: country.id } });
  await ada.api.getMyAccount({});
});
afterAll(async () => {
  await product.stop();
  statements.end();
});

/** Statements that read a story. */
const readModels = /^\s*select .* from projections\."(itineraries|days|stops|authors|countries|pictures)@/s;

/** URL path of a story with an author, a country and pictures. */
async function story(): Promise<string> {
  const { id, dayIds } = await ada.api.createItinerary({ body: { title: 'Bridges', visibility: 'PUBLIC', daysCount: 2, ...written } });
  const stop = { title: 'Tower', placeName: 'Torre', coordinates: { latitude: 38.6916, longitude: -9.216 }, address: { countryCode: 'PT' } };
  await ada.api.addStop({ params: { itineraryId: id }, body: { ...stop, dayIds, imageId: written.imageId } });
  await ada.api.getItinerary({ params: { id }, query: { include: 'days,stops' } });
  return `/api/itineraries/${id}?include=days,stops`;
}

test('A story with days and stops, its relations cached, is read in one statement', async () => {
  const url = await story();
  const counts: number[] = [];
  // Each reader is new, so no cached answer applies; consumers may still read recent writes.
  for (const name of ['bea', 'cy', 'di', 'eve']) {
    statements.take();
    const { body } = await product.send({ url, as: product.person(name) });
    counts.push(statements.take(readModels));
    expect(JSON.parse(body)).toMatchObject({ account: { id: ada.accountId }, countries: [{ code: 'PT' }], image: { id: written.imageId } });
    expect([JSON.parse(body).days.length, JSON.parse(body).stops.length]).toEqual([2, 1]);
  }
  expect(Math.min(...counts)).toBe(1);
});
