import { newId } from '@waystory/infra/identifier.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let moderator: Person;
let admin: Person;
beforeAll(async () => {
  product = await testProduct();
  ada = product.person('ada');
  bob = product.person('bob');
  moderator = product.person('mod', 'moderator');
  admin = product.person('root', 'admin');
});
afterAll(() => product.stop());

/** Waits until a read includes every event written so far. */
async function seen(path: string): Promise<void> {
  const position = String(await product.engines.events.head());
  const read = () => product.send({ url: `/api/${path}?limit=1`, as: admin, headers: { 'x-after': position } });
  await expect.poll(async () => (await read()).statusCode, { timeout: 20_000 }).toBe(200);
}

/** A public story of Ada with one post per author. */
async function story(...authors: Person[]): Promise<{ itineraryId: string; posts: string[]; filter: string }> {
  const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Tram bells', visibility: 'PUBLIC' } });
  const posts: string[] = [];
  for (const { api } of authors) {
    const post = await api.createPost({ body: { text: `Post ${posts.length}`, postableType: 'itinerary', postableId: itineraryId } });
    posts.push(post.id);
  }
  await seen('posts');
  return { itineraryId, posts, filter: JSON.stringify({ postableId: itineraryId }) };
}

describe('bulk call for posts', () => {
  test('hides and deletes posts of all authors for moderators, but does not rewrite them', async () => {
    const { filter } = await story(ada, bob, bob);
    expect(await moderator.api.patchPosts({ query: { filter }, body: { hidden: true } })).toEqual({ matched: 3, changed: 3, failed: [] });
    await seen('posts');
    expect(await product.anonymous.listPosts({ query: { filter } })).toMatchObject({ total: 0 });
    const refused = await moderator.api.patchPosts({ query: { filter }, body: { text: 'In their name' } });
    expect(refused).toMatchObject({ matched: 3, changed: 0, failed: Array(3).fill({ code: 'post/not-yours' }) });
    expect(await moderator.api.deletePosts({ query: { filter } })).toEqual({ matched: 3, changed: 3, failed: [] });
    await seen('posts');
    expect(await admin.api.listPosts({ query: { filter } })).toMatchObject({ total: 0 });
  });

  test('matches only own posts for an ordinary user, whatever the filter', async () => {
    const { posts, filter } = await story(ada, bob, bob);
    const preview = await bob.api.deletePosts({ query: { filter, dryRun: 'true' } });
    expect(preview).toMatchObject({ matched: 2, sample: expect.arrayContaining([{ id: posts[1], label: 'Post 1' }]) });
    const adas = JSON.stringify({ or: [{ accountId: ada.accountId }, { id: posts[0] ?? '' }] });
    expect(await bob.api.deletePosts({ query: { filter: adas } })).toEqual({ matched: 0, changed: 0, failed: [] });
    expect(await bob.api.patchPosts({ query: { filter }, body: { text: 'Taken back.' } })).toEqual({ matched: 2, changed: 2, failed: [] });
    const refused = await bob.api.patchPosts({ query: { filter }, body: { hidden: true } });
    expect(refused).toMatchObject({ matched: 2, changed: 0, failed: [{ code: 'post/only-moderators' }, { code: 'post/only-moderators' }] });
    await seen('posts');
    const { items } = await ada.api.listPosts({ query: { filter, sort: 'createdAt ASC' } });
    expect(items.map(({ text, hidden }) => [text, hidden])).toEqual([
      ['Post 0', false],
      ['Taken back.', false],
      ['Taken back.', false],
    ]);
    await expect(product.anonymous.deletePosts({ query: { filter } })).rejects.toMatchObject({ status: 401 });
  });

  test('becomes a job of the caller above the limit of one request, with one audit entry per post', { timeout: 90_000 }, async () => {
    const { itineraryId, filter } = await story(bob);
    const data = { text: 'Again', accountId: bob.accountId, postableType: 'itinerary', postableId: itineraryId, itineraryId };
    const at = new Date().toISOString();
    const event = () => ({ id: newId(), type: 'PostCreated', schema: 1, data, meta: { actorId: bob.accountId, commandId: newId() }, at });
    await Promise.all(Array.from({ length: 204 }, () => product.engines.events.append(`post-${newId()}`, 0, [event()])));
    await seen('posts');
    const reply = await bob.api.deletePosts({ query: { filter } });
    const id = 'jobId' in reply ? reply.jobId : expect.fail('it was no job');
    await expect.poll(async () => (await bob.api.getJob({ params: { id } })).state, { timeout: 60_000 }).toBe('completed');
    expect(await bob.api.getJob({ params: { id } })).toMatchObject({ accountId: bob.accountId, collection: 'posts', changed: 205, failed: 0 });
    const audited = { filter: JSON.stringify({ jobId: id, action: 'PostDeleted', actorId: bob.accountId }) };
    await expect.poll(async () => (await moderator.api.listAudit({ query: audited })).total, { timeout: 30_000 }).toBe(205);
  });
});

test('Bulk call for reactions switches and removes reactions of all accounts for moderators, and answers others 403', async () => {
  const { itineraryId } = await story();
  for (const { api } of [ada, bob, moderator])
    await api.createReaction({ body: { reactableType: 'itinerary', reactableId: itineraryId, reactionType: 'like' } });
  await seen('reactions');
  const query = { filter: JSON.stringify({ reactableId: itineraryId }) };
  expect(await moderator.api.patchReactions({ query, body: { reactionType: 'dislike' } })).toEqual({ matched: 3, changed: 3, failed: [] });
  await seen('reactions');
  expect(await admin.api.deleteReactions({ query })).toEqual({ matched: 3, changed: 3, failed: [] });
  await seen('reactions');
  expect(await moderator.api.listReactions({ query })).toMatchObject({ total: 0 });
  await expect(bob.api.deleteReactions({ query })).rejects.toMatchObject({ status: 403 });
});
