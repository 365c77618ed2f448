import { mostCollections } from '@waystory/proto/social/collection.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { answerTo, createStory, refusalOf, unknownId, untilPasses } from '../social.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob] = ['list-ada', 'list-bob'].map((name) => product.person(name)) as [Person, Person]; // two names
});
afterAll(() => product.stop());

const where = (filter: object) => ({ query: { filter: JSON.stringify(filter) } });
const begin = (by: Person, title = 'Someday') => by.api.createCollection({ body: { title } });
/** Sends no `x-after`, because the route must see earlier writes of other people by itself. */
const put = (by: Person, id: string, kind: 'itinerary' | 'stop', targetId: unknown, note?: unknown) =>
  product.send({ method: 'POST', url: `/api/collections/${id}/entries`, payload: { kind, targetId, note }, as: by });
const targetsOn = async ({ api }: Person, collectionId: string) =>
  (await api.listCollectionEntries(where({ collectionId }))).items.map(({ targetId }) => targetId);
const countOf = async ({ api }: Person, id: string) => (await api.getCollection({ params: { id } })).entriesCount;

/** A collection of Bob with a story of Ada and one of its stops. */
async function filled(visibility: 'PUBLIC' | 'UNLISTED' = 'PUBLIC') {
  const told = await createStory(ada, visibility);
  const { id } = await begin(bob);
  expect((await put(bob, id, 'itinerary', told.itinerary)).statusCode).toBe(201);
  expect((await put(bob, id, 'stop', told.stop, 'Go early')).statusCode).toBe(201);
  await bob.api.patchCollection({ params: { id }, body: { note: 'For May' } });
  return { id, ...told };
}

describe('collections over HTTP', () => {
  test('are created, changed, and listed by their last change', async () => {
    const carl = product.person('list-carl');
    const first = await carl.api.createCollection({ body: { title: '  Islands ', note: 'By ship' } });
    expect(first).toEqual({
      id: expect.any(String),
      accountId: carl.accountId,
      title: 'Islands',
      note: 'By ship',
      version: 1,
      createdAt: expect.any(String),
      updatedAt: first.createdAt,
    });
    const second = await begin(carl, 'Towers');
    const { items } = await carl.api.listCollections({});
    expect(items).toEqual([second, first].map((one) => ({ ...one, entriesCount: 0, latest: [] })));
    const patched = await carl.api.patchCollection({ params: { id: first.id }, body: { note: null }, ifMatch: 1 });
    expect(patched).toMatchObject({ title: 'Islands', note: null, version: 2 });
    await expect(carl.api.patchCollection({ params: { id: first.id }, body: { title: 'Late' }, ifMatch: 1 })).rejects.toMatchObject(
      refusalOf('request/stale', 412),
    );
    expect((await carl.api.listCollections({})).items.map(({ title }) => title)).toEqual(['Islands', 'Towers']);
    expect((await carl.api.listCollections({ query: { sort: 'createdAt DESC', limit: 1 } })).items).toMatchObject([{ title: 'Towers' }]);
    await carl.api.deleteCollection({ params: { id: first.id } });
    expect((await carl.api.listCollections({})).items).toMatchObject([{ id: second.id }]);
    await expect(carl.api.getCollection({ params: { id: first.id } })).rejects.toMatchObject(refusalOf('collection/unknown', 404));
  });

  test('contain each story and stop once, the newest first', async () => {
    const { id, itinerary, stop } = await filled();
    const again = await put(bob, id, 'stop', stop, 'Go late');
    expect([again.statusCode, again.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        collectionId: id,
        accountId: bob.accountId,
        kind: 'stop',
        targetId: stop,
        itineraryId: itinerary,
        note: 'Go early',
        version: 3,
        addedAt: expect.any(String),
      },
    ]);
    expect(await targetsOn(bob, id)).toEqual([stop, itinerary]);
    const view = await bob.api.getCollection({ params: { id } });
    expect(view).toMatchObject({ note: 'For May', entriesCount: 2, latest: [{ targetId: stop }, { targetId: itinerary }] });
    expect((await bob.api.listCollections({ query: { ids: id } })).items).toEqual([view]);
    const other = await begin(bob, 'Another');
    await bob.api.addCollectionEntry({ params: { id: other.id }, body: { kind: 'stop', targetId: stop } });
    const on = (await bob.api.listCollectionEntries(where({ targetId: stop }))).items.map(({ collectionId }) => collectionId);
    expect(on.toSorted()).toEqual([id, other.id].toSorted());
  });

  test('add an entry once for two requests with one Idempotency-Key', async () => {
    const { itinerary } = await createStory(ada);
    const { id } = await begin(bob);
    const send = () =>
      product.send({
        method: 'POST',
        url: `/api/collections/${id}/entries`,
        payload: { kind: 'itinerary', targetId: itinerary },
        headers: { 'idempotency-key': 'once' },
        as: bob,
      });
    const [first, again] = [await send(), await send()];
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });

  test('have their newest four entries and the number of all', async () => {
    const { id } = await begin(bob);
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const { itinerary } = await createStory(ada);
      await put(bob, id, 'itinerary', itinerary);
      ids.unshift(itinerary);
    }
    await bob.api.patchCollection({ params: { id }, body: { title: 'Five' } });
    const { latest, entriesCount } = await bob.api.getCollection({ params: { id } });
    expect([entriesCount, latest.map(({ targetId }) => targetId)]).toEqual([5, ids.slice(0, 4)]);
    const page = await bob.api.listCollectionEntries({ query: { filter: JSON.stringify({ collectionId: id }), limit: 2 } });
    expect([page.total, page.items.length, page.next]).toEqual([5, 2, expect.any(String)]);
  });

  test('store a note per entry until the entry is removed', async () => {
    const { id, itinerary, stop } = await filled();
    const params = { id, targetId: stop };
    const patched = await bob.api.patchCollectionEntry({ params, body: { note: 'Go late' }, ifMatch: 3 });
    expect(patched).toMatchObject({ targetId: stop, note: 'Go late' });
    await expect(bob.api.patchCollectionEntry({ params, body: { note: 'Not at all' }, ifMatch: 3 })).rejects.toMatchObject(
      refusalOf('request/stale', 412),
    );
    expect(await bob.api.listCollectionEntries(where({ collectionId: id, kind: 'stop' }))).toMatchObject({ total: 1, items: [patched] });
    await bob.api.removeCollectionEntry({ params });
    expect(await targetsOn(bob, id)).toEqual([itinerary]);
    for (const late of [bob.api.removeCollectionEntry({ params }), bob.api.patchCollectionEntry({ params, body: { note: null } })])
      await expect(late).rejects.toMatchObject(refusalOf('collection/entry-unknown', 404));
  });

  test('answer 404 to every other account, with a role or without', async () => {
    const { id, stop, itinerary } = await filled();
    const nowhere = unknownId('list');
    for (const other of [ada, product.person('list-mod', 'moderator'), product.person('list-root', 'admin')]) {
      expect((await other.api.listCollections({ query: { ids: id } })).total).toBe(0);
      expect((await other.api.listCollectionEntries(where({ collectionId: id }))).total).toBe(0);
      const asked = (list: string) => [
        { url: `/api/collections/${list}` },
        { method: 'PATCH' as const, url: `/api/collections/${list}`, payload: { title: 'Mine' } },
        { method: 'DELETE' as const, url: `/api/collections/${list}` },
        { method: 'POST' as const, url: `/api/collections/${list}/entries`, payload: { kind: 'itinerary', targetId: itinerary } },
        { method: 'PATCH' as const, url: `/api/collections/${list}/entries/${stop}`, payload: { note: 'x' } },
        { method: 'DELETE' as const, url: `/api/collections/${list}/entries/${stop}` },
      ];
      for (const [place, request] of asked(id).entries()) {
        const answer = await answerTo(product, { ...request, as: other });
        expect(answer).toMatchObject({ status: 404, body: { code: 'collection/unknown' } });
        expect(answer).toEqual(await answerTo(product, { ...asked(nowhere)[place], as: other }));
      }
    }
    expect(await countOf(bob, id)).toBe(2);
  });

  test('answer 401 without a sign-in', async () => {
    const list = `/api/collections/${unknownId('list')}`;
    const entry = `${list}/entries/${unknownId('stop')}`;
    const reads = ['/api/collections', '/api/collection-entries', list].map((url) => ({ url }));
    const writes = [
      { method: 'POST' as const, url: '/api/collections', payload: { title: 'x' } },
      { method: 'POST' as const, url: `${list}/entries`, payload: { kind: 'stop', targetId: unknownId('stop') } },
      ...[list, entry].flatMap((url) => [
        { method: 'PATCH' as const, url, payload: { note: 'x' } },
        { method: 'DELETE' as const, url },
      ]),
    ];
    for (const request of [...reads, ...writes]) expect((await product.send(request)).statusCode).toBe(401);
  });

  test('answer the same 404 for a private and an unknown target', async () => {
    const { id } = await begin(bob);
    const [secret, linked] = [await createStory(ada, 'PRIVATE'), await createStory(ada, 'UNLISTED')];
    const nothing = await answerTo(product, {
      method: 'POST',
      url: `/api/collections/${id}/entries`,
      payload: { kind: 'itinerary', targetId: unknownId('story') },
      as: bob,
    });
    expect(nothing).toMatchObject({ status: 404, body: { code: 'collection/target-unknown' } });
    for (const [kind, targetId] of [
      ['itinerary', secret.itinerary],
      ['stop', secret.stop],
      ['stop', secret.itinerary],
      ['itinerary', linked.stop],
    ] as const) {
      const answer = await put(bob, id, kind, targetId);
      expect([answer.statusCode, answer.json().code]).toEqual([404, nothing.body.code]);
    }
    await bob.api.addCollectionEntry({ params: { id }, body: { kind: 'itinerary', targetId: linked.itinerary } });
    expect(await targetsOn(bob, id)).toEqual([linked.itinerary]);
    expect((await put(bob, id, 'itinerary', secret.itinerary, 7)).statusCode).toBe(400);
  });

  test.each([
    [{}, 'body.title'],
    [{ title: '   ' }, 'body.title'],
    [{ title: 'x'.repeat(81) }, 'body.title'],
    [{ title: 'x', note: 'x'.repeat(501) }, 'body.note'],
    [{ title: 'x', note: 7 }, 'body.note'],
    [{ title: 'x', accountId: unknownId('account') }, 'body.accountId'],
  ])('refuse the body %j', async (payload, path) => {
    const answer = await product.send({ method: 'POST', url: '/api/collections', payload, as: bob });
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, path]);
  });

  test.each([
    [{ kind: 'post', targetId: unknownId('post') }, 'body.kind'],
    [{ kind: 'stop', targetId: 'x' }, 'body.targetId'],
    [{ kind: 'stop' }, 'body.targetId'],
    [{ kind: 'stop', targetId: unknownId('stop'), note: 'x'.repeat(301) }, 'body.note'],
    [{ kind: 'stop', targetId: unknownId('stop'), itineraryId: unknownId('story') }, 'body.itineraryId'],
  ])('refuse the entry %j', async (payload, path) => {
    const answer = await product.send({ method: 'POST', url: `/api/collections/${unknownId('list')}/entries`, payload, as: bob });
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, path]);
  });

  test('are limited to 100 per account, and a deletion allows another', async () => {
    const dora = product.person('list-dora');
    const lists: { id: string }[] = [];
    for (let number = 0; number < mostCollections; number += 1) lists.push(await begin(dora, `List ${number}`));
    await expect(begin(dora, 'One too many')).rejects.toMatchObject(refusalOf('collection/too-many', 422));
    await dora.api.deleteCollection({ params: { id: lists[0]?.id ?? '' } });
    expect(await begin(dora, 'Instead')).toMatchObject({ title: 'Instead' });
  });

  test('are limited to 100 under parallel calls, and a deletion allows one more at once', async () => {
    const dora = product.person('list-parallel');
    const own = async () => (await dora.api.listCollections({ query: { limit: 1 } })).total;
    for (let number = 0; number < 10; number += 1) await begin(dora, `Early ${number}`);
    const made = await Promise.allSettled(Array.from({ length: 150 }, (_, number) => begin(dora, `List ${number}`)));
    const lists = made.filter((one) => one.status === 'fulfilled');
    expect(lists).toHaveLength(mostCollections - 10);
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject(refusalOf('collection/too-many', 422));
    expect(await own()).toBe(mostCollections);
    await dora.api.deleteCollection({ params: { id: lists[0]?.value.id ?? '' } });
    const again = await Promise.allSettled([1, 2, 3].map((number) => begin(dora, `Again ${number}`)));
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await own()).toBe(mostCollections);
  });
});

describe('collection entry', () => {
  test('is not listed and not counted while its story is hidden or private', async () => {
    const { id, itinerary, stop } = await filled();
    const moderator = product.person('list-mod', 'moderator');
    const seen = async () => [await targetsOn(bob, id), await countOf(bob, id)];
    const all = [[stop, itinerary], 2];
    expect(await seen()).toEqual(all);
    const hide = [
      [ada, { visibility: 'PRIVATE' }, { visibility: 'PUBLIC' }],
      [moderator, { hidden: true }, { hidden: false }],
    ] as const;
    for (const [by, away, back] of hide) {
      await by.api.patchItinerary({ params: { id: itinerary }, body: away });
      await untilPasses(async () => expect(await seen()).toEqual([[], 0]));
      await by.api.patchItinerary({ params: { id: itinerary }, body: back });
      await untilPasses(async () => expect(await seen()).toEqual(all));
    }
  });

  test('is not listed after its stop or story is deleted', async () => {
    const { id, itinerary, stop } = await filled();
    await ada.api.deleteStop({ params: { itineraryId: itinerary, id: stop } });
    await untilPasses(async () => expect(await targetsOn(bob, id)).toEqual([itinerary]));
    await ada.api.deleteItinerary({ params: { id: itinerary } });
    await untilPasses(async () => expect([await targetsOn(bob, id), await countOf(bob, id)]).toEqual([[], 0]));
  });

  test('is independent of a save of the same stop', async () => {
    const { id, stop } = await filled();
    expect((await bob.api.listSavedStops({ query: { filter: JSON.stringify({ stopId: stop }) } })).total).toBe(0);
    await bob.api.saveStop({ body: { stopId: stop } });
    await bob.api.unsaveStop({ params: { stopId: stop } });
    expect(await targetsOn(bob, id)).toContain(stop);
  });
});

test('Collections are erased with their account', async () => {
  const eve = product.person('list-eve');
  await eve.api.createAccount({});
  const told = await createStory(ada);
  for (const title of ['One', 'Two']) {
    const { id } = await begin(eve, title);
    expect((await put(eve, id, 'stop', told.stop)).statusCode).toBe(201);
  }
  /** Number of collections without `CollectionDeleted`, counted in the log. */
  const standing = async () => {
    const counts = { CollectionCreated: 0, CollectionDeleted: 0 };
    for (const { type, data } of await product.engines.events.readAll(0, 100_000))
      if (data.accountId === eve.accountId && type in counts) counts[type as keyof typeof counts] += 1; // `in` checked the key
    return counts.CollectionCreated - counts.CollectionDeleted;
  };
  expect(await standing()).toBe(2);
  await eve.api.deleteAccount({ params: { id: eve.accountId } });
  await expect.poll(standing, { timeout: 10_000 }).toBe(0);
});
