import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let moderator: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  moderator = product.person('mod', 'moderator');
  admin = product.person('root', 'admin');
});
afterAll(() => product.stop());

const coordinates = { latitude: 38.69, longitude: -9.21 };
const history = async (as: Person, path: string) => (await product.send({ url: `/api/${path}/history`, as })).json();

test('History of a story shows moderators actor and fields of each change, and no texts once it is deleted', async () => {
  const { id } = await ada.api.createItinerary({ body: { title: 'Tram bells' } });
  const stop = await ada.api.addStop({ params: { itineraryId: id }, body: { title: 'Tower', coordinates } });
  await ada.api.patchStop({ params: { itineraryId: id, id: stop.id }, body: { title: 'The tower' } });
  await moderator.api.patchItinerary({ params: { id }, body: { hidden: true, reason: 'An advertisement' } });
  const [, rewritten] = (await history(moderator, `itineraries/${id}`)).items;
  expect(rewritten).toMatchObject({ part: { type: 'stop', id: stop.id }, fields: [{ name: 'title', before: 'Tower', after: 'The tower' }] });
  await ada.api.deleteItinerary({ params: { id } });
  const { items, next } = await history(moderator, `itineraries/${id}`);
  expect(next).toBeNull();
  expect(items.map(({ action }: { action: string }) => action)).toEqual([
    'ItineraryDeleted',
    'ItineraryHidden',
    'StopRewritten',
    'StopAdded',
    'ItineraryCreated',
  ]);
  expect(items[1]).toMatchObject({
    actorId: moderator.accountId,
    role: 'moderator',
    fields: [{ name: 'reason', before: null, after: 'An advertisement' }],
  });
  expect(items[2]).toMatchObject({ part: { type: 'stop', id: stop.id }, fields: [{ name: 'title', before: null, after: null }] });
  expect(await history(admin, `itineraries/${id}`)).toEqual({ items, next });
});

test('History of a deleted account contains no texts of its owner', async () => {
  const carol = product.person('carol');
  await carol.api.createAccount({});
  await carol.api.updateAccount({ params: { id: carol.accountId }, body: { aboutMe: 'Trams and sardines' } });
  const before = await history(moderator, `accounts/${carol.accountId}`);
  expect(before.items[0].fields).toEqual([{ name: 'aboutMe', before: null, after: 'Trams and sardines' }]);
  await carol.api.deleteAccount({ params: { id: carol.accountId } });
  const erased = async (): Promise<boolean> => !JSON.stringify(await history(moderator, `accounts/${carol.accountId}`)).includes('sardines');
  await expect.poll(erased).toBe(true);
  expect((await history(moderator, `accounts/${carol.accountId}`)).items[0].action).toBe('AccountDeleted');
});

test('History is paged, and refuses unknown parameters', async () => {
  const { id } = await ada.api.createItinerary({ body: { title: 'Tram bells' } });
  const url = `/api/itineraries/${id}/history`;
  for (const query of ['before=0', 'before=x', 'limit=0', 'limit=201', 'page=2'])
    expect((await product.send({ url: `${url}?${query}`, as: moderator })).statusCode).toBe(400);
  expect((await product.send({ url: `${url}?limit=1`, as: moderator })).json().items).toHaveLength(1);
});
