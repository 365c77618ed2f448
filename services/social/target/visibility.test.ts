import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { answerTo, createStory, filteredListQuery, refusalOf, unknownId, untilPasses } from '../social.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let carol: Person;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob, carol] = ['ada', 'bob', 'carol'].map((name) => product.person(name)) as [Person, Person, Person];
  moderator = product.person('mod', 'moderator');
});
afterAll(() => product.stop());

/** A story of Ada, with comments of Bob on itinerary and stop, and likes of Carol on story, stop and comments. */
async function discussed(visibility?: 'UNLISTED') {
  const on = await createStory(ada, visibility);
  const comment = async (postableType: 'itinerary' | 'stop', postableId: string) =>
    (await bob.api.createPost({ body: { text: 'Worth the climb', postableType, postableId } })).id;
  const posts = [await comment('itinerary', on.itinerary), await comment('stop', on.stop)];
  const things = [['itinerary', on.itinerary], ['stop', on.stop], ...posts.map((id) => ['post', id])] as ['itinerary' | 'stop' | 'post', string][];
  const reactions: string[] = [];
  for (const [reactableType, reactableId] of things)
    reactions.push((await carol.api.createReaction({ body: { reactableType, reactableId, reactionType: 'like' } })).id);
  const told = { ...on, posts, reactions, things };
  await untilPasses(async () => expect(await counts(moderator, told)).toEqual([2, 4]));
  return told;
}
type Told = Awaited<ReturnType<typeof discussed>>;

/** Numbers of posts and reactions of a story in the lists of a reader. */
const counts = async ({ api }: Pick<Person, 'api'>, { itinerary }: Pick<Told, 'itinerary'>): Promise<[number, number]> => {
  const lists = [
    await api.listPosts(filteredListQuery({ itineraryId: itinerary })),
    await api.listReactions(filteredListQuery({ itineraryId: itinerary })),
  ];
  for (const { total, items } of lists) expect(total).toBe(items.length);
  return lists.map(({ total }) => total) as [number, number];
};

/** URLs of all posts and reactions of a story. */
const questions = (told: Told): string[] => [...told.posts.map((id) => `/api/posts/${id}`), ...told.reactions.map((id) => `/api/reactions/${id}`)];
const unknown = { posts: `/api/posts/${unknownId('post')}`, reactions: `/api/reactions/${unknownId('reaction')}` };

async function expectOutOfSight(told: Told, person?: Person): Promise<void> {
  const reader = person ?? { api: product.anonymous };
  await untilPasses(async () => expect(await counts(reader, told)).toEqual([0, 0]));
  for (const [type, id] of told.things) {
    expect((await reader.api.listReactions(filteredListQuery({ reactableType: type, reactableId: id }))).total).toBe(0);
    if (type !== 'post') expect((await reader.api.listPosts(filteredListQuery({ postableType: type, postableId: id }))).total).toBe(0);
  }
  const ids = { posts: told.posts.join(), reactions: told.reactions.join() };
  expect((await reader.api.listPosts({ query: { ids: ids.posts } })).items).toEqual([]);
  expect((await reader.api.listReactions({ query: { ids: ids.reactions } })).items).toEqual([]);
  for (const url of questions(told)) {
    const same = await answerTo(product, { url: url.includes('posts') ? unknown.posts : unknown.reactions, ...(person && { as: person }) });
    expect(same.status).toBe(404);
    expect(await answerTo(product, { url, ...(person && { as: person }) })).toEqual(same);
  }
}

async function expectNothingToWrite(told: Told, person: Person): Promise<void> {
  const write = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
    answerTo(product, { method, url, as: person, ...(payload && { payload }) });
  for (const [type, id] of told.things) {
    const reaction = (reactableId: string) => write('POST', '/api/reactions', { reactableType: type, reactableId, reactionType: 'like' });
    expect(await reaction(id)).toEqual(await reaction(unknownId(type)));
    if (type === 'post') continue;
    const post = (postableId: string) => write('POST', '/api/posts', { text: 'x', postableType: type, postableId });
    expect(await post(id)).toEqual(await post(unknownId(type)));
    expect(await post(id)).toMatchObject({ status: 404, body: { code: 'post/target-unknown' } });
  }
  for (const url of questions(told)) {
    const [nothing, changes] = url.includes('posts') ? [unknown.posts, { text: 'x' }] : [unknown.reactions, { reactionType: 'dislike' }];
    expect(await write('PATCH', url, changes)).toEqual(await write('PATCH', nothing, changes));
    if (url.includes('posts')) expect(await write('DELETE', url)).toEqual(await write('DELETE', nothing));
  }
}

describe('comments and reactions', () => {
  test('are visible only to the owner of their story and to moderators while the story is private', async () => {
    const told = await discussed();
    for (const reader of [ada, bob, carol, moderator, { api: product.anonymous }]) expect(await counts(reader, told)).toEqual([2, 4]);
    await ada.api.patchItinerary({ params: { id: told.itinerary }, body: { visibility: 'PRIVATE' } });
    expect(await counts(ada, told)).toEqual([2, 4]);
    for (const person of [undefined, bob, carol]) await expectOutOfSight(told, person);
    await expectNothingToWrite(told, product.person('dave'));
    expect(await counts(moderator, told)).toEqual([2, 4]);
    await ada.api.patchItinerary({ params: { id: told.itinerary }, body: { visibility: 'PUBLIC' } });
    await untilPasses(async () => expect(await counts({ api: product.anonymous }, told)).toEqual([2, 4]));
  });

  test('are visible only to the owner of their story and to moderators while a moderator hides the story', async () => {
    const told = await discussed();
    await moderator.api.patchItinerary({ params: { id: told.itinerary }, body: { hidden: true } });
    for (const person of [undefined, bob, carol]) await expectOutOfSight(told, person);
    await expectNothingToWrite(told, product.person('dave'));
    expect([await counts(ada, told), await counts(moderator, told)]).toEqual([
      [2, 4],
      [2, 4],
    ]);
    await moderator.api.patchItinerary({ params: { id: told.itinerary }, body: { hidden: false } });
    await untilPasses(async () => expect(await counts(bob, told)).toEqual([2, 4]));
  });

  test('can still be deleted by their author while their story is private', async () => {
    const told = await discussed();
    await ada.api.patchItinerary({ params: { id: told.itinerary }, body: { visibility: 'PRIVATE' } });
    await expectOutOfSight(told, bob);
    const [first = ''] = told.posts;
    await bob.api.deletePost({ params: { id: first } });
    await carol.api.deleteReaction({ params: { reactableType: 'stop', reactableId: told.stop, reactionType: 'like' } });
    await untilPasses(async () => expect(await counts(ada, told)).toEqual([1, 2]));
  });

  test('on an unlisted story are visible to holders of its link', async () => {
    const told = await discussed('UNLISTED');
    for (const reader of [bob, carol, { api: product.anonymous }]) {
      expect(await counts(reader, told)).toEqual([0, 0]);
      expect((await reader.api.listPosts({ query: { ids: told.posts.join() } })).items).toEqual([]);
      expect((await reader.api.listPosts(filteredListQuery({ postableId: told.itinerary }))).total).toBe(1);
      expect((await reader.api.listPosts(filteredListQuery({ postableId: [told.stop, told.itinerary] }))).total).toBe(2);
      expect(
        (await reader.api.listPosts(filteredListQuery({ or: [{ postableId: told.stop }, { accountId: bob.accountId }] }))).items,
      ).not.toContainEqual(expect.objectContaining({ itineraryId: told.itinerary }));
      expect((await reader.api.listPosts(filteredListQuery({ not: { postableId: unknownId('x') } }))).items).not.toContainEqual(
        expect.objectContaining({ itineraryId: told.itinerary }),
      );
      expect((await reader.api.listReactions(filteredListQuery({ reactableId: told.stop }))).total).toBe(1);
      expect(await reader.api.getPost({ params: { id: told.posts[0] ?? '' } })).toMatchObject({ postableId: told.itinerary });
    }
    expect(await counts(ada, told)).toEqual([2, 4]);
  });

  test('on a removed stop are erased, and those on its itinerary stay', async () => {
    const told = await discussed();
    await ada.api.deleteStop({ params: { itineraryId: told.itinerary, id: told.stop } });
    await untilPasses(async () => expect(await counts(bob, told)).toEqual([1, 2]));
    await untilPasses(async () => expect(await counts(moderator, told)).toEqual([1, 2]));
    await expect(bob.api.createPost({ body: { text: 'x', postableType: 'stop', postableId: told.stop } })).rejects.toMatchObject(
      refusalOf('post/target-unknown', 404),
    );
  });
});

describe('comments and reactions of a deleted target', () => {
  test('are erased with the story', async () => {
    const told = await discussed();
    await ada.api.deleteItinerary({ params: { id: told.itinerary } });
    await expectOutOfSight(told, bob);
    await untilPasses(async () => expect(await counts(moderator, told)).toEqual([0, 0]));
    for (const url of questions(told)) expect((await product.send({ url, as: moderator })).statusCode).toBe(404);
  });

  test('are erased with the comment', async () => {
    const told = await discussed();
    const [first = '', second = ''] = told.posts;
    await bob.api.deletePost({ params: { id: first } });
    await untilPasses(async () => expect(await counts(moderator, told)).toEqual([1, 3]));
    expect((await carol.api.listReactions(filteredListQuery({ reactableId: second }))).total).toBe(1);
    await expect(carol.api.createReaction({ body: { reactableType: 'post', reactableId: first, reactionType: 'like' } })).rejects.toMatchObject(
      refusalOf('reaction/target-unknown', 404),
    );
  });

  test('are erased also when they are written after the deletion of the target', async () => {
    const { itinerary, stop } = await discussed();
    await ada.api.deleteItinerary({ params: { id: itinerary } });
    const { events } = product.engines;
    const written = async (stream: string, type: string, data: Record<string, unknown>) => {
      const meta = { actorId: bob.accountId, commandId: randomUUID() };
      await events.append(stream, 0, [{ id: randomUUID(), type, schema: 1, data, meta, at: new Date().toISOString() }]);
    };
    const late = [`post-${randomUUID()}`, `reaction-${randomUUID()}`, `reaction-${randomUUID()}`] as const;
    const base = { accountId: bob.accountId, itineraryId: itinerary };
    await written(late[0], 'PostCreated', { ...base, text: 'Too late', postableType: 'stop', postableId: stop });
    await written(late[1], 'ReactionAdded', { ...base, reactableType: 'stop', reactableId: stop, reactionType: 'like', targetId: stop });
    const other = await createStory(ada);
    const onPost = { reactableType: 'post', reactableId: unknownId('post'), reactionType: 'like' };
    await written(late[2], 'ReactionAdded', { ...base, itineraryId: other.itinerary, ...onPost, targetId: other.stop });
    for (const [index, last] of ['PostDeleted', 'ReactionRemoved', 'ReactionRemoved'].entries())
      await untilPasses(async () => expect((await events.read(late[index] ?? '')).at(-1)?.type).toBe(last));
  });

  test('and those of a deleted account are erased, and like counts drop', async () => {
    const erin = product.person('erin');
    await erin.api.createAccount({});
    const told = await discussed();
    const mine = Array.from({ length: 130 }, (_, index) => ({ text: `Note ${index}`, postableType: 'stop', postableId: told.stop }) as const);
    await Promise.all(mine.map((body) => erin.api.createPost({ body })));
    await erin.api.createReaction({ body: { reactableType: 'itinerary', reactableId: told.itinerary, reactionType: 'like' } });
    await erin.api.createReaction({ body: { reactableType: 'post', reactableId: told.posts[0] ?? '', reactionType: 'like' } });
    expect(await erin.api.getItinerary({ params: { id: told.itinerary } })).toMatchObject({ likeCount: 2 });
    expect(await erin.api.getPost({ params: { id: told.posts[0] ?? '' } })).toMatchObject({ likeCount: 2 });
    expect(await counts(erin, told)).toEqual([132, 6]);
    await erin.api.deleteAccount({ params: { id: erin.accountId } });
    await untilPasses(async () => expect(await counts(moderator, told)).toEqual([2, 4]));
    await untilPasses(async () => expect(await bob.api.getItinerary({ params: { id: told.itinerary } })).toMatchObject({ likeCount: 1 }));
    await untilPasses(async () => expect(await bob.api.getPost({ params: { id: told.posts[0] ?? '' } })).toMatchObject({ likeCount: 1 }));
  });
});
