import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitions } from '../all.ts';
import { type Person, type TestProduct, testProduct } from '../testing/product.ts';
import { type AccessCase, accessCases } from './cases.fixture.ts';
import { type AccessFixture, accessFixtureOn, requestOf, routes } from './stage.fixture.ts';

/** POST routes that these tests leave out, each with the reason or with the file that tests it. */
const unremembered: Readonly<Record<string, string>> = {
  startChat: 'answers in a stream that is never the same twice; the thread goes on where it was',
  continueChat: 'as startChat',
  goOnChat: 'as startChat',
  decideChanges: 'the same decision twice is one: services/assistant/proposal/proposal.routes.test.ts',
  decideStops: 'changes nothing where all is decided already: services/itineraries/stop/stop.test.ts',
  optimizeDay: 'changes nothing when the order is the best already',
  binItinerary: 'changes nothing when it is there already',
  previewDayOrder: 'writes nothing',
  reverseItinerary: 'changes nothing when nothing came of its causes: services/itineraries/reversal/reversal.routes.test.ts',
  createOrder: 'is for oneself, not for admins: services/billing/order/order.routes.test.ts',
  cancelOrder: 'as createOrder',
  addCollectionEntry: 'is for oneself, not for admins: services/social/collection/collection.routes.test.ts',
  refundOrder: 'needs a payment: services/billing/order/order.routes.test.ts',
  grantUpload: 'changes nothing: each address is good for itself',
  previewImages: 'asks what there is; an image is added once by what it is',
  previewItineraryImages: 'as previewImages',
  previewStopImages: 'as previewImages',
  decideCase: 'is followed by what becomes of its reports: services/moderation/case/case.routes.test.ts',
  discloseChat: 'needs a conversation: services/assistant/thread/disclosure.routes.test.ts',
  addMissingText: 'is for developers only, and the same text twice is one',
  uploadFile: 'takes a form: services/media/file/upload.routes.test.ts',
  confirmUpload: 'needs an upload: services/media/file/file.routes.test.ts',
};

const posts = [...routes].filter(([, { method }]) => method === 'POST').map(([name]) => name);
const remembered = posts.filter((name) => !(name in unremembered));

let product: TestProduct;
let stage: AccessFixture;
let keys = 0;
beforeAll(async () => {
  product = await testProduct(definitions.filter(({ name }) => !['basemap', 'world'].includes(name)));
  stage = await accessFixtureOn(product);
});
afterAll(() => product.stop());

/** Status of a route's success. */
const successOf = (name: string): number => routes.get(name)?.statuses?.[0] ?? 201;
const head = () => product.engines.events.head();
const newKey = (): string => `key-${++keys}`;

/** Sends a POST under an idempotency key, once read models include all earlier writes. */
async function send(request: ReturnType<typeof requestOf>, key: string, as: Person) {
  return product.send({ ...request, as, headers: { 'idempotency-key': key, 'x-after': String(await head()) } });
}

/** A request to a route, and a caller who may send it. */
async function prepare(name: string): Promise<{ request: ReturnType<typeof requestOf>; as: Person }> {
  const asked = accessCases.find(({ route }) => route === name) as AccessCase; // the matrix names every route
  const as = name === 'createAccount' ? product.person(`nobody-${stage.next()}`) : stage.people.admin;
  const ids = await stage.make(asked.kind, 'public', stage.people.owner);
  return { request: requestOf(asked, ids, stage.next()), as };
}

/** The body without counts, because a replay shows current counts, for example of followers. */
const bodyOf = ({ body }: { body: string }): unknown => JSON.parse(body, (key, value) => (/Count$/.test(key) ? undefined : value));

const elsewhere = { method: 'POST', url: '/api/itineraries', payload: { title: 'Somewhere else' } } as const;
const besides = { method: 'POST', url: '/api/places', payload: { name: 'Elsewhere', coordinates: { latitude: 1, longitude: 2 } } } as const;

test('Idempotency tests include every POST route, unless it is listed with a reason', () => {
  expect(remembered).toHaveLength(posts.length - Object.keys(unremembered).length);
  expect(remembered.length).toBeGreaterThanOrEqual(12);
});

describe.each(remembered)('%s with an Idempotency-Key', (name) => {
  const success = successOf(name);

  test('sent twice is executed once and answered twice', async () => {
    const { request, as } = await prepare(name);
    const key = newKey();
    const first = await send(request, key, as);
    const after = await head();
    const again = await send(request, key, as);
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([success, undefined]);
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([success, 'true']);
    expect(bodyOf(again)).toEqual(bodyOf(first));
    expect(again.headers['x-position']).toBe(first.headers['x-position']);
    expect(await head()).toBe(after);
  });

  test('sent five times concurrently is executed once', async () => {
    const { request, as } = await prepare(name);
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 5 }, () => send(request, key, as)));
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => success));
    const [one] = all.map(bodyOf);
    for (const answer of all) expect(bodyOf(answer)).toEqual(one);
    expect(all.filter(({ headers }) => !headers['idempotent-replayed'])).toHaveLength(1);
  });

  test('answers 422 under the key of another request, and writes nothing', async () => {
    const { request, as } = await prepare(name);
    const key = newKey();
    const other = name === 'createItinerary' ? besides : elsewhere;
    const writer = name === 'createAccount' ? other.url === elsewhere.url && as : as;
    expect((await send(request, key, as)).statusCode).toBe(success);
    const after = await head();
    const reused = await send(other, key, writer || as);
    expect([reused.statusCode, reused.json().code]).toEqual([422, 'request/key-reused']);
    expect(await head()).toBe(after);
    const taken = newKey();
    expect((await send(other, taken, stage.people.admin)).statusCode).toBe(201);
    if (as !== stage.people.admin) return;
    const refused = await send((await prepare(name)).request, taken, as);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'request/key-reused']);
  });
});

describe('idempotency key', () => {
  const story = async (who: Person) => (await who.api.createItinerary({ body: { title: 'Mine' } })).id;
  const day = (itineraryId: string) => ({ method: 'POST', url: `/api/itineraries/${itineraryId}/days`, payload: {} }) as const;

  test('shared by 12 concurrent requests to different stories answers one of them 201 and the others 422, while requests of another account answer 201', async () => {
    const { owner, user } = stage.people;
    const stories = await Promise.all(Array.from({ length: 12 }, () => story(owner)));
    const theirs = await Promise.all(Array.from({ length: 12 }, () => story(user)));
    const key = newKey();
    const [mine, strangers] = await Promise.all([
      Promise.all(stories.map((id) => send(day(id), key, owner))),
      Promise.all(theirs.map((id) => send(day(id), newKey(), user))),
    ]);
    expect(strangers.map(({ statusCode }) => statusCode)).toEqual(strangers.map(() => 201));
    expect(mine.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const { statusCode, body } of mine.filter((one) => one.statusCode !== 201)) {
      expect([statusCode, JSON.parse(body).code]).toEqual([422, 'request/key-reused']);
    }
  });

  test('is scoped to its account, so another account may use the same key', async () => {
    const key = newKey();
    const answers = await Promise.all([stage.people.owner, stage.people.user].map((who) => send(elsewhere, key, who)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  });

  test('replays a created stop whose place name has become ambiguous', async () => {
    const { owner, admin } = stage.people;
    const itineraryId = await story(owner);
    const name = `Miradouro ${stage.next()}`;
    const place = { name, coordinates: { latitude: 38.7, longitude: -9.1 } };
    await admin.api.createPlace({ body: place });
    const stop = { method: 'POST', url: `/api/itineraries/${itineraryId}/stops`, payload: { locationQuery: name } } as const;
    const key = newKey();
    const first = await send(stop, key, owner);
    expect(first.statusCode).toBe(201);
    await admin.api.createPlace({ body: { ...place, coordinates: { latitude: 41.1, longitude: -8.6 } } });
    const again = await send(stop, key, owner);
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(again.json()).toEqual(first.json());
    expect((await send(stop, newKey(), owner)).statusCode).toBe(422);
  });

  test('that another request has used answers 422, and no place is created', async () => {
    const { owner } = stage.people;
    const itineraryId = await story(owner);
    const key = newKey();
    expect((await send(elsewhere, key, owner)).statusCode).toBe(201);
    const before = await head();
    const payload = { coordinates: { latitude: 5, longitude: 6 }, placeName: `Nowhere ${stage.next()}` };
    const refused = await send({ method: 'POST', url: `/api/itineraries/${itineraryId}/stops`, payload }, key, owner);
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'request/key-reused']);
    expect(await head()).toBe(before);
  });
});
