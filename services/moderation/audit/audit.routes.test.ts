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

const entries = async (filter: object) => (await moderator.api.listAudit({ query: { filter: JSON.stringify(filter), limit: 100 } })).items;

test('GET audit lists events of moderators and admins only', async () => {
  const { id } = await ada.api.createItinerary({ body: { title: 'A story', visibility: 'PUBLIC' } });
  await ada.api.patchItinerary({ params: { id }, body: { title: 'Another' } });
  await moderator.api.patchItinerary({ params: { id }, body: { hidden: true } });
  await admin.api.patchItinerary({ params: { id }, body: { title: 'Mine now', hidden: false } });
  await expect.poll(async () => (await entries({ subjectId: id })).length, { timeout: 20_000 }).toBe(3);
  const found = await entries({ subjectId: id, subjectType: 'itinerary' });
  expect(
    found.map(({ action, role, actorId, fields }) => ({ action, role, actorId, fields })).toSorted((a, b) => a.action.localeCompare(b.action)),
  ).toEqual([
    { action: 'ItineraryHidden', role: 'moderator', actorId: moderator.accountId, fields: ['reason'] },
    { action: 'ItineraryRestored', role: 'admin', actorId: admin.accountId, fields: ['reason'] },
    { action: 'ItineraryRewritten', role: 'admin', actorId: admin.accountId, fields: ['title'] },
  ]);
  const [hidden] = await entries({ action: 'ItineraryHidden', actorId: moderator.accountId });
  expect(await moderator.api.getAuditEntry({ params: { id: hidden?.id ?? '' } })).toEqual(hidden);
  expect(JSON.stringify(found)).not.toContain('Mine now');
});

test('GET audit lists one entry per item of a bulk job, under its job', { timeout: 90_000 }, async () => {
  await Promise.all(Array.from({ length: 205 }, (_, index) => ada.api.createItinerary({ body: { title: `Bulk ${index}` } })));
  await expect.poll(async () => (await ada.api.listItineraries({})).total, { timeout: 20_000 }).toBe(206);
  const reply = await moderator.api.patchItineraries({ query: { filter: '{"title":{"startsWith":"Bulk"}}' }, body: { hidden: true } });
  if (!('jobId' in reply)) return expect.fail('it was no job');
  const { jobId } = reply;
  const total = async (): Promise<number> =>
    (await moderator.api.listAudit({ query: { filter: JSON.stringify({ jobId, action: 'ItineraryHidden' }) } })).total;
  await expect.poll(total, { timeout: 60_000 }).toBe(205);
  expect((await entries({ jobId, action: 'JobStarted' })).map(({ subjectId, role }) => ({ subjectId, role }))).toEqual([
    { subjectId: jobId, role: 'moderator' },
  ]);
});

test('GET audit answers 403 to other roles, and every writing method answers 405', async () => {
  expect((await product.send({ url: '/api/audit', as: ada })).statusCode).toBe(403);
  expect((await product.send({ url: '/api/audit' })).statusCode).toBe(401);
  const [entry] = await entries({});
  for (const method of ['DELETE', 'PATCH', 'PUT', 'POST'] as const) {
    for (const url of ['/api/audit', `/api/audit/${entry?.id}`])
      expect((await product.send({ method, url, as: admin, payload: {} })).statusCode).toBe(405);
  }
  expect((await product.send({ url: `/api/audit/${ada.accountId}`, as: moderator })).json().code).toBe('audit/unknown');
});
