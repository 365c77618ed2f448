import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { answerTo, createStory, filteredListQuery, refusalOf, unknownId, untilPasses } from '../social.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let moderator: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob] = ['ada', 'bob'].map((name) => product.person(name)) as [Person, Person];
  moderator = product.person('mod', 'moderator');
  admin = product.person('root', 'admin');
  await bob.api.createAccount({});
  await bob.api.updateAccount({ params: { id: bob.accountId }, body: { userName: 'bob_travels', avatarUrl: '/media/bob.webp' } });
});
afterAll(() => product.stop());

const comment = (by: Person, postableId: string, postableType: 'itinerary' | 'stop' = 'itinerary', text = 'Worth the climb') =>
  by.api.createPost({ body: { text, postableType, postableId } });
const idsOn = async (reader: Pick<Person, 'api'>, postableId: string): Promise<string[]> => {
  const { items, total } = await reader.api.listPosts(filteredListQuery({ postableId }));
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
};

describe('comments over HTTP', () => {
  test('are written on itineraries and stops and show their author', async () => {
    const on = await createStory(ada);
    await bob.api.getMyAccount({});
    const first = await comment(bob, on.itinerary);
    expect(first).toMatchObject({
      text: 'Worth the climb',
      imageUrl: null,
      fileId: null,
      file: null,
      replyToId: null,
      firstCommentAt: first.createdAt,
      postableType: 'itinerary',
      postableId: on.itinerary,
      itineraryId: on.itinerary,
      accountId: bob.accountId,
      account: { id: bob.accountId, userName: 'bob_travels', avatarUrl: '/media/bob.webp' },
      hidden: false,
      likeCount: 0,
      version: 1,
    });
    const second = await comment(bob, on.stop, 'stop', '  Go early  ');
    expect(second).toMatchObject({ text: 'Go early', postableType: 'stop', postableId: on.stop, itineraryId: on.itinerary });
    expect(await bob.api.getPost({ params: { id: first.id } })).toEqual(first);
    expect(await bob.api.getPost({ params: { id: second.id } })).toEqual(second);
    expect(await idsOn(bob, on.stop)).toEqual([second.id]);
    expect((await bob.api.listPosts(filteredListQuery({ itineraryId: on.itinerary, accountId: bob.accountId }))).items.map(({ id }) => id)).toEqual([
      second.id,
      first.id,
    ]);
    await untilPasses(async () => expect(await idsOn({ api: product.anonymous }, on.stop)).toEqual([second.id]));
  });

  test('are changed by their author, and the answer has the new text and likes', async () => {
    const on = await createStory(ada);
    const { id } = await comment(bob, on.stop, 'stop');
    await ada.api.createReaction({ body: { reactableType: 'post', reactableId: id, reactionType: 'like' } });
    expect(await ada.api.getPost({ params: { id } })).toMatchObject({ likeCount: 1 });
    const patched = await bob.api.patchPost({ params: { id }, body: { text: 'Even better at night', imageUrl: '/media/night.webp' } });
    expect(patched).toMatchObject({ text: 'Even better at night', imageUrl: '/media/night.webp', version: 2, likeCount: 1 });
    expect(await bob.api.getPost({ params: { id } })).toEqual(patched);
    await expect(bob.api.patchPost({ params: { id }, body: { text: 'Late' }, ifMatch: 1 })).rejects.toMatchObject(refusalOf('request/stale'));
  });

  test('are deleted by their author or an admin only', async () => {
    const on = await createStory(ada);
    const posts = await Promise.all([comment(bob, on.stop, 'stop'), comment(bob, on.itinerary)]);
    const [first, second] = posts.map(({ id }) => ({ id })) as [{ id: string }, { id: string }];
    for (const person of [ada, moderator]) {
      await person.api.getItinerary({ params: { id: on.itinerary } });
      await expect(person.api.deletePost({ params: first })).rejects.toMatchObject(refusalOf('post/not-yours'));
    }
    await bob.api.deletePost({ params: first });
    await admin.api.deletePost({ params: second });
    await expect(bob.api.getPost({ params: first })).rejects.toMatchObject(refusalOf('post/unknown'));
    await expect(bob.api.deletePost({ params: first })).rejects.toMatchObject(refusalOf('post/unknown'));
    await untilPasses(async () => expect((await bob.api.listPosts(filteredListQuery({ itineraryId: on.itinerary }))).items).toEqual([]));
  });

  test('are written once per Idempotency-Key', async () => {
    const on = await createStory(ada);
    const body = { text: 'Once', postableType: 'stop', postableId: on.stop } as const;
    const [first, again] = [await bob.api.createPost({ body, idempotencyKey: 'k1' }), await bob.api.createPost({ body, idempotencyKey: 'k1' })];
    expect(again).toEqual(first);
    await ada.api.patchItinerary({ params: { id: on.itinerary }, body: { visibility: 'PRIVATE' } });
    expect(await bob.api.createPost({ body, idempotencyKey: 'k1' })).toEqual(first);
    await expect(bob.api.createPost({ body, idempotencyKey: 'k2' })).rejects.toMatchObject(refusalOf('post/target-unknown'));
  });

  test('answer 401 without a sign-in, and 403 for another accountId', async () => {
    const on = await createStory(ada);
    const body = { text: 'x', postableType: 'itinerary', postableId: on.itinerary } as const;
    await expect(product.anonymous.createPost({ body })).rejects.toMatchObject({ status: 401 });
    for (const person of [bob, admin])
      await expect(person.api.createPost({ body: { ...body, accountId: ada.accountId } })).rejects.toMatchObject(
        refusalOf('post/other-account', 403),
      );
    expect(await bob.api.createPost({ body: { ...body, accountId: bob.accountId } })).toMatchObject({ accountId: bob.accountId });
  });
});

describe('hidden comment', () => {
  test('is in lists and counts of its author and moderators only, until it is restored', async () => {
    const on = await createStory(ada);
    const { id } = await comment(bob, on.stop, 'stop');
    for (const person of [ada, bob])
      await expect(person.api.patchPost({ params: { id }, body: { hidden: true } })).rejects.toMatchObject(refusalOf('post/only-moderators'));
    expect(await moderator.api.patchPost({ params: { id }, body: { hidden: true } })).toMatchObject({ hidden: true });
    expect(await idsOn(moderator, on.stop)).toEqual([id]);
    await untilPasses(async () => expect(await idsOn(ada, on.stop)).toEqual([]));
    expect(await idsOn({ api: product.anonymous }, on.stop)).toEqual([]);
    expect((await bob.api.listPosts(filteredListQuery({ postableId: on.stop }))).items).toMatchObject([{ id, hidden: true }]);
    expect((await moderator.api.listPosts(filteredListQuery({ hidden: true, itineraryId: on.itinerary }))).total).toBe(1);
    expect((await ada.api.listPosts(filteredListQuery({ hidden: true }))).total).toBe(0);
    const unknown = await answerTo(product, { url: `/api/posts/${unknownId('post')}`, as: ada });
    expect(unknown.status).toBe(404);
    expect(await answerTo(product, { url: `/api/posts/${id}`, as: ada })).toEqual(unknown);
    await expect(ada.api.patchPost({ params: { id }, body: { text: 'x' } })).rejects.toMatchObject(refusalOf('post/unknown'));
    await moderator.api.patchPost({ params: { id }, body: { hidden: false } });
    await untilPasses(async () => expect(await idsOn(ada, on.stop)).toEqual([id]));
  });

  test('has reactions that only its author and moderators see', async () => {
    const on = await createStory(ada);
    const { id } = await comment(bob, on.stop, 'stop');
    const reaction = { reactableType: 'post', reactableId: id, reactionType: 'like' } as const;
    await ada.api.createReaction({ body: reaction });
    await moderator.api.patchPost({ params: { id }, body: { hidden: true } });
    const count = async ({ api }: Pick<Person, 'api'>) => (await api.listReactions(filteredListQuery({ reactableId: id }))).total;
    expect(await count(moderator)).toBe(1);
    expect(await count(bob)).toBe(1);
    await untilPasses(async () => expect([await count(ada), await count({ api: product.anonymous })]).toEqual([0, 0]));
    await expect(ada.api.createReaction({ body: reaction })).rejects.toMatchObject(refusalOf('reaction/target-unknown', 404));
    await ada.api.deleteReaction({ params: reaction });
    await untilPasses(async () => expect(await count(moderator)).toBe(0));
  });
});
