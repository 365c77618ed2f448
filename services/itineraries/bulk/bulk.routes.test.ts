import { type BulkReply, mostMatchesInRequest } from '@waystory/proto/kit/bulk.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  for (const one of [ada, moderator, admin]) await one.api.createAccount({});
});
afterAll(() => product.stop());

const titled = (words: string): string => JSON.stringify({ title: { startsWith: words } });

/** Creates public itineraries, and waits until moderators and admins find them. */
async function stories(count: number, words: string, author = ada): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) => author.api.createItinerary({ body: { title: `${words} ${index}`, visibility: 'PUBLIC' } })),
  );
  const position = await product.engines.events.head();
  const read = () => product.send({ url: '/api/itineraries?limit=1', as: admin, headers: { 'x-after': String(position) } });
  await expect.poll(async () => (await read()).statusCode, { timeout: 20_000 }).toBe(200);
  return made.map(({ id }) => id);
}

const count = async (words: string, { api }: Pick<Person, 'api'> = moderator): Promise<number> =>
  (await api.listItineraries({ query: { filter: titled(words), limit: 1 } })).total;
const jobOf = (reply: BulkReply): string => ('jobId' in reply ? reply.jobId : expect.fail(`it was no job: ${JSON.stringify(reply)}`));
async function ended({ api }: Person, id: string) {
  await expect.poll(async () => (await api.getJob({ params: { id } })).endedAt, { timeout: 60_000, interval: 50 }).not.toBeNull();
  return api.getJob({ params: { id } });
}

describe('Bulk change within the request', () => {
  test('A dry run lists the matches and changes nothing', async () => {
    const ids = await stories(12, 'Dry run');
    const head = await product.engines.events.head();
    const query = { filter: titled('Dry run'), dryRun: 'true' } as const;
    const preview = await moderator.api.deleteItineraries({ query });
    if (!('sample' in preview)) return expect.fail('it was no preview');
    expect(preview.matched).toBe(12);
    expect(preview.sample).toHaveLength(10);
    for (const { id, label } of preview.sample) expect([ids.includes(id), label?.startsWith('Dry run ')]).toEqual([true, true]);
    expect(await moderator.api.patchItineraries({ query, body: { hidden: true } })).toEqual(preview);
    expect(await product.engines.events.head()).toBe(head);
  });

  test('A moderator hides and restores all matches; unchanged stories are skipped', async () => {
    const [first = ''] = await stories(3, 'To hide');
    await moderator.api.patchItinerary({ params: { id: first }, body: { hidden: true } });
    const query = { filter: titled('To hide') };
    expect(await moderator.api.patchItineraries({ query, body: { hidden: true } })).toEqual({ matched: 3, changed: 2, failed: [] });
    expect(await count('To hide')).toBe(3);
    expect(await product.anonymous.listItineraries({ query: { filter: titled('To hide') } })).toMatchObject({ total: 0 });
    expect(await moderator.api.patchItineraries({ query, body: { hidden: false } })).toEqual({ matched: 3, changed: 3, failed: [] });
    expect(await moderator.api.patchItineraries({ query, body: { hidden: false } })).toEqual({ matched: 3, changed: 0, failed: [] });
  });

  test('A moderator deletes hidden matches with a reason, and no others', async () => {
    const [unsaid = '', one, two] = await stories(4, 'To delete');
    const query = { filter: titled('To delete') };
    const both = { filter: JSON.stringify({ id: [one, two] }) };
    await moderator.api.patchItinerary({ params: { id: unsaid }, body: { hidden: true } });
    expect(await moderator.api.patchItineraries({ query: both, body: { hidden: true, reason: 'Spam' } })).toMatchObject({ changed: 2 });
    const reply = await moderator.api.deleteItineraries({ query: { filter: JSON.stringify({ title: { startsWith: 'To delete' }, hidden: true }) } });
    expect(reply).toEqual({ matched: 3, changed: 2, failed: [{ id: unsaid, code: 'itinerary/not-hidden' }] });
    expect(await moderator.api.deleteItineraries({ query })).toMatchObject({ matched: 2, changed: 0 });
    expect(await count('To delete')).toBe(2);
  });

  test('Each item needs the rights of a single request: refused items are listed, all others are changed', async () => {
    const others = await stories(2, 'Mixed');
    const own = await stories(2, 'Mixed', moderator);
    const reply = await moderator.api.deleteItineraries({ query: { filter: titled('Mixed') } });
    if (!('failed' in reply)) return expect.fail('it was not done');
    expect(reply).toMatchObject({ matched: 4, changed: 2 });
    expect(reply.failed.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(others.toSorted().map((id) => ({ id, code: 'itinerary/not-hidden' })));
    const left = await moderator.api.listItineraries({ query: { filter: titled('Mixed') } });
    expect(left.items.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
    expect(own).toHaveLength(2);
    expect(await admin.api.deleteItineraries({ query: { filter: titled('Mixed') } })).toMatchObject({ matched: 2, changed: 2, failed: [] });
  });

  test('A filter without matches answers with zero changes', async () => {
    expect(await admin.api.deleteItineraries({ query: { filter: titled('No such words') } })).toEqual({ matched: 0, changed: 0, failed: [] });
    expect(await admin.api.deleteItineraries({ query: { filter: '{"id":[]}' } })).toEqual({ matched: 0, changed: 0, failed: [] });
  });

  test(`${mostMatchesInRequest} items are changed before the answer, one more item starts a job`, { timeout: 90_000 }, async () => {
    await stories(mostMatchesInRequest, 'Edge');
    const query = { filter: titled('Edge') };
    expect(await admin.api.patchItineraries({ query, body: { visibility: 'UNLISTED' } })).toEqual({
      matched: mostMatchesInRequest,
      changed: mostMatchesInRequest,
      failed: [],
    });
    await stories(1, 'Edge');
    const id = jobOf(await admin.api.patchItineraries({ query, body: { visibility: 'PRIVATE' } }));
    const whole = {
      state: 'completed',
      matched: mostMatchesInRequest + 1,
      done: mostMatchesInRequest + 1,
      changed: mostMatchesInRequest + 1,
      failed: 0,
    };
    expect(await ended(admin, id)).toMatchObject({ ...whole, operation: 'PATCH', changes: { visibility: 'PRIVATE' } });
    await expect.poll(() => count('Edge', { api: product.anonymous })).toBe(0);
  });
});

describe('Bulk job', { timeout: 90_000 }, () => {
  test('is accepted, and reports its plan and progress', async () => {
    await stories(mostMatchesInRequest + 30, 'Many');
    const answer = await product.send({ method: 'DELETE', url: `/api/itineraries?filter=${encodeURIComponent(titled('Many'))}`, as: admin });
    expect(answer.statusCode).toBe(202);
    const { jobId } = answer.json();
    const soon = await product.send({ url: `/api/jobs/${jobId}`, as: admin, headers: { 'x-after': String(answer.headers['x-position']) } });
    expect(soon.json()).toMatchObject({ id: jobId, accountId: admin.accountId, matched: 230, collection: 'itineraries', operation: 'DELETE' });
    expect(await ended(admin, jobId)).toMatchObject({
      state: 'completed',
      filter: { title: { startsWith: 'Many' } },
      changes: null,
      done: 230,
      changed: 230,
      failed: 0,
      failures: [],
      code: null,
    });
    await expect.poll(() => count('Many')).toBe(0);
  });

  test('lists refusals and continues with the following items', async () => {
    await stories(mostMatchesInRequest + 1, 'Refused');
    const id = jobOf(await moderator.api.deleteItineraries({ query: { filter: titled('Refused') } }));
    const job = await ended(moderator, id);
    expect(job).toMatchObject({ state: 'completed', done: 201, changed: 0, failed: 201 });
    expect(job.failures).toHaveLength(100);
    expect(new Set(job.failures.map(({ code }) => code))).toEqual(new Set(['itinerary/not-hidden']));
    expect(await count('Refused')).toBe(201);
  });

  test('answers 404 to other users, and 422 to a cancellation after its end', async () => {
    await stories(mostMatchesInRequest + 1, 'Cancelled');
    const id = jobOf(await admin.api.patchItineraries({ query: { filter: titled('Cancelled') }, body: { hidden: true } }));
    const params = { id };
    expect((await moderator.api.listJobs({ query: { ids: id } })).items.length).toBeLessThanOrEqual(1);
    const unknown = await product.send({ url: `/api/jobs/${admin.accountId}`, as: ada });
    const others = await product.send({ url: `/api/jobs/${id}`, as: ada });
    const { traceId: _, ...body } = others.json();
    expect([others.statusCode, body]).toEqual([404, { ...unknown.json(), traceId: undefined }]);
    await expect(ada.api.cancelJob({ params })).rejects.toMatchObject({ status: 404, problem: { code: 'job/unknown' } });
    expect((await product.send({ url: `/api/jobs/${id}` })).statusCode).toBe(401);
    await ended(admin, id);
    await expect(moderator.api.cancelJob({ params })).rejects.toMatchObject({ status: 422, problem: { code: 'job/ended' } });
    await expect(moderator.api.cancelJob({ params: { id: ada.accountId } })).rejects.toMatchObject({ status: 404 });
    expect((await ada.api.listJobs({})).items).toEqual([]);
    expect((await moderator.api.listJobs({})).items.map((job) => job.id)).toContain(id);
  });
});

describe('Bulk filter that matches every item', () => {
  const always = [
    '{"likeCount":{"gte":0}}',
    '{"id":{"ne":"01890a5d-ac96-774b-bcce-b302099a8057"}}',
    '{"not":{"id":[]}}',
    '{"createdAt":{"gt":"1970-01-01"}}',
    '{"title":{"isNull":false}}',
    '{"title":{"contains":""}}',
    '{"or":[{"title":{"isNull":true}},{"title":{"isNull":false}}]}',
    '{"or":[{"visibility":"PUBLIC"},{"visibility":{"ne":"PUBLIC"}}]}',
  ];
  test.each(always)('%s answers 422, also in a dry run', async (filter) => {
    await stories(1, 'There is something');
    const head = await product.engines.events.head();
    const refusal = { status: 422, problem: { code: 'bulk/matches-everything' } };
    await expect(admin.api.deleteItineraries({ query: { filter } })).rejects.toMatchObject(refusal);
    await expect(admin.api.patchItineraries({ query: { filter }, body: { hidden: true } })).rejects.toMatchObject(refusal);
    await expect(admin.api.deleteItineraries({ query: { filter, dryRun: 'true' } })).rejects.toMatchObject(refusal);
    expect(await product.engines.events.head()).toBe(head);
  });

  test('is told apart from a filter that may match no item, and from a list of all visibilities, which are both accepted', async () => {
    const [own = ''] = await stories(1, 'Named');
    const later = JSON.stringify({ id: { ne: own }, createdAt: { gt: '2999-01-01' } });
    expect(await admin.api.deleteItineraries({ query: { filter: later } })).toMatchObject({ matched: 0 });
    const visible = JSON.stringify({ visibility: ['PUBLIC', 'UNLISTED', 'PRIVATE'] });
    expect(await admin.api.deleteItineraries({ query: { filter: visible, dryRun: 'true' } })).toHaveProperty('sample');
  });
});

describe('Bulk change of other collections', () => {
  test('Days of one itinerary are changed, and days of other itineraries are not', async () => {
    const [first, second] = await Promise.all(['One', 'Two'].map((title) => admin.api.createItinerary({ body: { title } })));
    if (!first || !second) return expect.fail('there are two');
    for (const { id } of [first, second, first, first]) await admin.api.addDay({ params: { itineraryId: id }, body: { title: 'Day' } });
    const params = { itineraryId: first.id };
    expect(await admin.api.listDays({ params })).toMatchObject({ total: 3 });
    const body = { title: 'Rewritten', description: null };
    expect(await admin.api.patchDays({ params, query: { filter: '{"number":{"gte":2}}' }, body })).toEqual({ matched: 2, changed: 2, failed: [] });
    const { items } = await admin.api.listDays({ params });
    expect(items.map(({ title }) => title)).toEqual(['Day', 'Rewritten', 'Rewritten']);
    // A filter may match all days of one itinerary.
    expect(await admin.api.deleteDays({ params, query: { filter: '{"number":{"gte":1}}' } })).toEqual({ matched: 3, changed: 3, failed: [] });
    expect(await admin.api.listDays({ params: { itineraryId: second.id } })).toMatchObject({ total: 1 });
  });

  test('Countries and places are changed by admins only', async () => {
    for (const code of ['AA', 'AB', 'BA']) await admin.api.createCountry({ body: { code, name: `Country ${code}` } });
    expect(await admin.api.listCountries({})).toMatchObject({ total: 3 });
    const query = { filter: '{"code":{"startsWith":"A"}}' };
    expect(await admin.api.patchCountries({ query, body: { imageUrl: '/flag.svg' } })).toMatchObject({ matched: 2, changed: 2 });
    expect((await admin.api.listCountries({})).items.map(({ imageUrl }) => imageUrl)).toEqual(['/flag.svg', '/flag.svg', null]);
    expect(await admin.api.deleteCountries({ query })).toMatchObject({ matched: 2, changed: 2 });
    const coordinates = { latitude: 1, longitude: 2 };
    for (const name of ['Old quay', 'Old mill', 'New mill']) await admin.api.createPlace({ body: { name, coordinates } });
    expect(await admin.api.listPlaces({})).toMatchObject({ total: 3 });
    const old = { filter: '{"name":{"startsWith":"old"}}' };
    expect(await admin.api.patchPlaces({ query: old, body: { maki: 'harbor' } })).toMatchObject({ matched: 2, changed: 2 });
    expect(await admin.api.deletePlaces({ query: old })).toMatchObject({ matched: 2, changed: 2 });
    await expect(moderator.api.deletePlaces({ query: old })).rejects.toMatchObject({ status: 403 });
    await expect(moderator.api.patchCountries({ query, body: { name: 'x' } })).rejects.toMatchObject({ status: 403 });
  });
});

test('Only moderators and admins may change in bulk, whatever the filter', async () => {
  for (const [method, payload] of [
    ['PATCH', { hidden: true }],
    ['DELETE', undefined],
  ] as const) {
    for (const filter of ['{"id":"x"}', '{}', 'x']) {
      const request = { method, url: '/api/itineraries', query: { filter }, ...(payload && { payload }) };
      expect((await product.send(request)).statusCode).toBe(401);
      expect((await product.send({ ...request, as: ada })).statusCode).toBe(403);
    }
  }
});
