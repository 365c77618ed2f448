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
  for (const { api } of [ada, bob, moderator]) await api.createAccount({});
});
afterAll(() => product.stop());

const coordinates = { latitude: 38.69, longitude: -9.21 };
async function story(visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC') {
  const itinerary = await ada.api.createItinerary({ body: { title: 'Tram bells', visibility } });
  const stop = await ada.api.addStop({ params: { itineraryId: itinerary.id }, body: { title: 'Tower', coordinates } });
  const position = await product.engines.events.head();
  // Waits until the read models of all contexts have reached this position.
  await product.send({ url: '/api/reports', as: moderator, headers: { 'x-after': String(position) } });
  return { itinerary, stop };
}
/** Polls until the request has the expected status. */
const until = (work: () => Promise<number>, status: number) => expect.poll(work, { timeout: 20_000 }).toBe(status);

const report = (as: Person | undefined, reportableType: string, reportableId: string, more: object = {}) =>
  product.send({ method: 'POST', url: '/api/reports', payload: { reportableType, reportableId, reason: 'spam', ...more }, ...(as && { as }) });
const statusOf = async (as: Person, type: string, id: string): Promise<number> => (await report(as, type, id)).statusCode;

describe('report', () => {
  test('of an itinerary, stop, post or account is listed to moderators, who can resolve it', async () => {
    const { itinerary, stop } = await story('PUBLIC');
    const post = await ada.api.createPost({ body: { text: 'Cheap watches', postableType: 'itinerary', postableId: itinerary.id } });
    const filed = await bob.api.fileReport({
      body: { reportableType: 'itinerary', reportableId: itinerary.id, reason: 'copyright', text: ' Mine. ' },
    });
    expect(filed).toMatchObject({ state: 'open', reason: 'copyright', text: 'Mine.', accountId: bob.accountId, note: null, version: 1 });
    await until(() => statusOf(bob, 'stop', stop.id), 201);
    expect(await statusOf(bob, 'post', post.id)).toBe(201);
    expect(await statusOf(bob, 'account', ada.accountId)).toBe(201);
    const queue = await bob.api.listReports({}).catch((error: { status: number }) => error.status);
    expect(queue).toBe(403);
    const open = await moderator.api.listReports({ query: { filter: JSON.stringify({ state: 'open', accountId: bob.accountId }) } });
    await expect.poll(async () => (await moderator.api.listReports({ query: { filter: '{"state":"open"}' } })).total).toBe(4);
    expect(open.items.every(({ state }) => state === 'open')).toBe(true);
    const closed = await moderator.api.patchReport({ params: { id: filed.id }, body: { state: 'resolved', note: 'Hidden.' } });
    expect(closed).toMatchObject({ state: 'resolved', note: 'Hidden.', moderatorId: moderator.accountId });
    expect(await moderator.api.getReport({ params: { id: filed.id } })).toEqual(closed);
    expect((await moderator.api.listReports({ query: { filter: '{"state":"resolved"}' } })).items.map(({ id }) => id)).toEqual([filed.id]);
  });

  test('repeated by one person stays one report; another person has a separate report', async () => {
    const { itinerary } = await story('PUBLIC');
    const [first, again, other] = [
      await report(bob, 'itinerary', itinerary.id),
      await report(bob, 'itinerary', itinerary.id, { reason: 'other', text: 'Still.' }),
      await report(moderator, 'itinerary', itinerary.id),
    ];
    expect([first.statusCode, again.statusCode, other.statusCode]).toEqual([201, 201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(other.json().id).not.toBe(first.json().id);
  });

  test('of an invisible target answers the same 404 as a report of an unknown target', async () => {
    const { itinerary, stop } = await story('PRIVATE');
    const hidden = await story('PUBLIC');
    const post = await ada.api.createPost({ body: { text: 'Mine', postableType: 'stop', postableId: hidden.stop.id } });
    await until(() => statusOf(bob, 'stop', hidden.stop.id), 201);
    await moderator.api.patchItinerary({ params: { id: hidden.itinerary.id }, body: { hidden: true } });
    const gone = await story('UNLISTED');
    expect(await statusOf(bob, 'itinerary', gone.itinerary.id)).toBe(201);
    await ada.api.deleteItinerary({ params: { id: gone.itinerary.id } });
    const bodies = new Set<string>();
    const things: [string, string][] = [
      ['itinerary', itinerary.id],
      ['stop', stop.id],
      ['itinerary', hidden.itinerary.id],
      ['stop', hidden.stop.id],
      ['post', post.id],
      ['itinerary', gone.itinerary.id],
      ['stop', gone.stop.id],
      ['account', itinerary.id],
      ['itinerary', ada.accountId],
      ['post', stop.id],
      ['stop', 'f0000000-0000-8000-8000-00000000000f'],
    ];
    for (const [type, id] of things) {
      const answer = await report(bob, type, id);
      const { traceId: _, ...body } = answer.json();
      expect([type, id, answer.statusCode]).toEqual([type, id, 404]);
      bodies.add(JSON.stringify(body));
    }
    expect([...bodies]).toHaveLength(1);
    // The target is visible to its owner and to moderators.
    await until(() => statusOf(ada, 'stop', stop.id), 201);
    expect(await statusOf(moderator, 'post', post.id)).toBe(201);
  });

  test('is refused without a sign-in, with an invalid body and about the reporter', async () => {
    const { itinerary } = await story('PUBLIC');
    expect((await report(undefined, 'itinerary', itinerary.id)).statusCode).toBe(401);
    expect(await statusOf(bob, 'day', itinerary.id)).toBe(400);
    expect(await statusOf(bob, 'itinerary', 'x')).toBe(400);
    for (const more of [{ reason: 'boring' }, { text: 'a'.repeat(1_001) }, { text: 'a\u0000' }, { state: 'resolved' }, { accountId: ada.accountId }])
      expect((await report(bob, 'itinerary', itinerary.id, more)).statusCode).toBe(400);
    expect(await statusOf(bob, 'account', bob.accountId)).toBe(422);
    const params = { id: bob.accountId };
    await expect(moderator.api.getReport({ params })).rejects.toMatchObject({ status: 404, problem: { code: 'report/unknown' } });
    await expect(moderator.api.patchReport({ params, body: { state: 'open' } })).rejects.toMatchObject({ status: 404 });
    await expect(bob.api.patchReport({ params, body: { state: 'open' } })).rejects.toMatchObject({ status: 403 });
  });

  test('answers 404 after the account of its reporter is deleted', async () => {
    const carol = product.person('carol');
    await carol.api.createAccount({});
    const { itinerary } = await story('PUBLIC');
    const filed = await carol.api.fileReport({ body: { reportableType: 'itinerary', reportableId: itinerary.id, reason: 'other' } });
    await carol.api.deleteAccount({ params: { id: carol.accountId } });
    await expect
      .poll(
        () =>
          moderator.api.getReport({ params: { id: filed.id } }).then(
            () => 200,
            ({ status }) => status,
          ),
        { timeout: 10_000 },
      )
      .toBe(404);
  });
});
