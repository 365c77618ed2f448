import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { createStory, filteredListQuery, refusalOf, unknownId, untilPasses } from '../social.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob, carol] = ['ada', 'bob', 'carol'].map((name) => product.person(name)) as [Person, Person, Person];
  await bob.api.createAccount({});
  await bob.api.updateAccount({ params: { id: bob.accountId }, body: { userName: 'bob_travels' } });
  await bob.api.getMyAccount({});
});
afterAll(() => product.stop());

type Thing = 'itinerary' | 'post' | 'stop';
const react = (by: Person, reactableType: Thing, reactableId: string, reactionType: 'like' | 'dislike' = 'like') =>
  by.api.createReaction({ body: { reactableType, reactableId, reactionType } });
const likesOf = async ({ api }: Pick<Person, 'api'>, id: string) => (await api.getItinerary({ params: { id } })).likeCount;

describe('reactions over HTTP', () => {
  test('are created for itineraries, posts and stops, with their author', async () => {
    const on = await createStory(ada);
    const post = await ada.api.createPost({ body: { text: 'See you there', postableType: 'stop', postableId: on.stop } });
    const things = [
      ['itinerary', on.itinerary, on.itinerary, null],
      ['stop', on.stop, on.stop, null],
      ['post', post.id, on.stop, post.id],
    ] as const;
    for (const [reactableType, reactableId, targetId, postId] of things) {
      const reaction = await react(bob, reactableType, reactableId);
      expect(reaction).toMatchObject({ reactableType, reactableId, reactionType: 'like', targetId, postId, itineraryId: on.itinerary, version: 1 });
      expect(reaction.account).toEqual({ id: bob.accountId, userName: 'bob_travels', avatarUrl: null });
      expect(await bob.api.getReaction({ params: { id: reaction.id } })).toEqual(reaction);
      expect((await bob.api.listReactions(filteredListQuery({ reactableType, reactableId }))).items).toEqual([reaction]);
    }
    expect((await bob.api.listReactions(filteredListQuery({ itineraryId: on.itinerary }))).total).toBe(3);
  });

  test('are one per account and target, and a reaction of the other type replaces the first', async () => {
    const on = await createStory(ada);
    const like = await react(bob, 'itinerary', on.itinerary);
    expect(await react(bob, 'itinerary', on.itinerary)).toEqual(like);
    expect(await likesOf(bob, on.itinerary)).toBe(1);
    const dislike = await react(bob, 'itinerary', on.itinerary, 'dislike');
    expect(dislike).toMatchObject({ id: like.id, reactionType: 'dislike', version: 2 });
    expect(await likesOf(bob, on.itinerary)).toBe(0);
    const patched = await bob.api.patchReaction({ params: { id: like.id }, body: { reactionType: 'like' } });
    expect(patched).toMatchObject({ id: like.id, reactionType: 'like', version: 3, account: { userName: 'bob_travels' } });
    expect(await likesOf(bob, on.itinerary)).toBe(1);
    expect((await bob.api.listReactions(filteredListQuery({ reactableId: on.itinerary }))).items).toEqual([patched]);
  });

  test('of one account are counted once after 100 concurrent requests', async () => {
    const on = await createStory(ada);
    const kinds = Array.from({ length: 100 }, (_, index) => (index % 3 === 0 ? ('dislike' as const) : ('like' as const)));
    await Promise.all(kinds.map((kind) => react(bob, 'itinerary', on.itinerary, kind)));
    const [only, ...others] = (await bob.api.listReactions(filteredListQuery({ reactableId: on.itinerary }))).items;
    expect(others).toEqual([]);
    expect(await likesOf(bob, on.itinerary)).toBe(only?.reactionType === 'like' ? 1 : 0);
  });

  test('are removed only by their account, with their current reactionType', async () => {
    const on = await createStory(ada);
    const like = { reactableType: 'stop', reactableId: on.stop, reactionType: 'like' } as const;
    await react(bob, 'stop', on.stop);
    await expect(bob.api.deleteReaction({ params: { ...like, reactionType: 'dislike' } })).rejects.toMatchObject(refusalOf('reaction/unknown', 404));
    await expect(carol.api.deleteReaction({ params: like })).rejects.toMatchObject(refusalOf('reaction/unknown', 404));
    await bob.api.deleteReaction({ params: like });
    await expect(bob.api.deleteReaction({ params: like })).rejects.toMatchObject(refusalOf('reaction/unknown', 404));
    expect((await bob.api.listReactions(filteredListQuery({ reactableId: on.stop }))).total).toBe(0);
    expect(await react(bob, 'stop', on.stop, 'dislike')).toMatchObject({ reactionType: 'dislike', version: 3 });
  });

  test('are visible to others, who cannot change them', async () => {
    const on = await createStory(ada);
    const { id } = await react(bob, 'stop', on.stop);
    await untilPasses(async () => expect(await product.anonymous.getReaction({ params: { id } })).toMatchObject({ accountId: bob.accountId }));
    for (const person of [carol, product.person('root', 'admin')])
      await expect(person.api.patchReaction({ params: { id }, body: { reactionType: 'dislike' } })).rejects.toMatchObject(
        refusalOf('reaction/not-yours', 403),
      );
    await expect(
      product.anonymous.createReaction({ body: { reactableType: 'stop', reactableId: on.stop, reactionType: 'like' } }),
    ).rejects.toMatchObject({ status: 401 });
    await expect(
      carol.api.createReaction({ body: { reactableType: 'stop', reactableId: on.stop, reactionType: 'like', accountId: bob.accountId } }),
    ).rejects.toMatchObject(refusalOf('reaction/other-account', 403));
  });

  test('are refused for an unknown target', async () => {
    const on = await createStory(ada);
    for (const [type, id] of [
      ['itinerary', unknownId('itinerary')],
      ['stop', unknownId('stop')],
      ['post', unknownId('post')],
      ['stop', on.itinerary],
      ['itinerary', on.stop],
      ['post', on.stop],
    ] as const)
      await expect(react(bob, type, id)).rejects.toMatchObject(refusalOf('reaction/target-unknown', 404));
    expect((await bob.api.listReactions(filteredListQuery({ itineraryId: on.itinerary }))).total).toBe(0);
  });
});

describe('itinerary likes', () => {
  test('are counted in cards, lists and bounding-box results, can sort and filter lists, and are in the answer to a PATCH', async () => {
    const [first, second] = [await createStory(ada), await createStory(ada)];
    for (const person of [bob, carol]) await react(person, 'itinerary', second.itinerary);
    await react(ada, 'itinerary', first.itinerary);
    await react(ada, 'itinerary', second.itinerary, 'dislike');
    await untilPasses(async () => expect([await likesOf(ada, first.itinerary), await likesOf(ada, second.itinerary)]).toEqual([1, 2]));
    const ids = `${first.itinerary},${second.itinerary}`;
    const likes = (items: readonly { id: string; likeCount: number }[]) => items.map(({ id, likeCount }) => [id, likeCount]);
    const byLikes = [
      [second.itinerary, 2],
      [first.itinerary, 1],
    ];
    expect(likes((await ada.api.listItineraries({ query: { ids, sort: 'likeCount DESC' } })).items)).toEqual(byLikes);
    expect(likes((await ada.api.listItineraryProjections({ query: { ids, sort: 'likeCount DESC' } })).items)).toEqual(byLikes);
    expect(likes((await ada.api.listItineraries({ query: { ids, filter: '{"likeCount":{"gte":2}}' } })).items)).toEqual(byLikes.slice(0, 1));
    const box = { southWestLng: -9.3, southWestLat: 38.6, northEastLng: -9.1, northEastLat: 38.8 };
    const near = likes((await ada.api.listItinerariesByBounds({ query: { ...box, limit: 100 } })).items);
    expect(near.filter(([id]) => ids.includes(String(id)))).toEqual(byLikes);
    expect(near.map(([, count]) => count)).toEqual(near.map(([, count]) => Number(count)).toSorted((a, b) => b - a));
    expect(await ada.api.patchItinerary({ params: { id: second.itinerary }, body: { title: 'Porto' } })).toMatchObject({ likeCount: 2 });
  });
});
