import { setImmediate as breath } from 'node:timers/promises';
import type { PostView } from '@waystory/proto/social/post.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { createStory, filteredListQuery, refusalOf, unknownId, untilPasses } from '../social.fixture.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob] = ['ada', 'bob'].map((name) => product.person(name)) as [Person, Person];
  moderator = product.person('mod', 'moderator');
});
afterAll(() => product.stop());

/** Writes a comment or a reply, then waits for the next millisecond, because comments are sorted by creation time. */
async function write(by: Person, postableId: string, text: string, replyToId?: string): Promise<PostView> {
  const post = await by.api.createPost({ body: { text, postableType: 'itinerary', postableId, ...(replyToId && { replyToId }) } });
  while (Date.now() <= Date.parse(post.createdAt)) await breath();
  return post;
}

describe('replies', () => {
  /** Texts of the comments, in list order. */
  const told = async (reader: Pick<Person, 'api'>, postableId: string) => {
    const { items } = await reader.api.listPosts({
      query: { ...filteredListQuery({ postableId }).query, sort: 'firstCommentAt DESC,createdAt ASC' },
    });
    return items.map(({ text }) => text);
  };
  /** Two comments of Ada on her story, a reply of Bob to each, and a reply of Ada to his first. */
  async function discussion() {
    const on = (await createStory(ada)).itinerary;
    const [first, second] = [await write(ada, on, 'First'), await write(ada, on, 'Second')];
    const answer = await write(bob, on, 'To the first', first.id);
    await write(bob, on, 'To the second', second.id);
    return { on, first, second, answer, again: await write(ada, on, 'To bob', answer.id) };
  }

  test('are sorted behind their comment, and so are replies to replies', async () => {
    const { on, first, second, answer, again } = await discussion();
    expect(answer).toMatchObject({ replyToId: first.id, firstCommentAt: first.createdAt, postableId: on, itineraryId: on });
    expect(again).toMatchObject({ replyToId: first.id, firstCommentAt: first.createdAt });
    expect(await bob.api.getPost({ params: { id: answer.id } })).toMatchObject({ replyToId: first.id, firstCommentAt: first.createdAt });
    await untilPasses(async () => expect(await told(bob, on)).toEqual(['Second', 'To the second', 'First', 'To the first', 'To bob']));
    const repliesTo = (await ada.api.listPosts(filteredListQuery({ replyToId: first.id }))).items;
    expect(repliesTo.map(({ id }) => id)).toEqual([again.id, answer.id]);
    const firsts = await ada.api.listPosts(filteredListQuery({ postableId: on, replyToId: null }));
    expect([firsts.items.map(({ id }) => id), firsts.total]).toEqual([[second.id, first.id], 2]);
  });

  test('are paged by cursor in the order of the discussion', async () => {
    const { on } = await discussion();
    await untilPasses(async () => expect(await told(ada, on)).toHaveLength(5));
    const texts: string[] = [];
    const query = { filter: JSON.stringify({ postableId: on }), sort: 'firstCommentAt DESC,createdAt ASC', limit: 2 };
    let page = await ada.api.listPosts({ query });
    texts.push(...page.items.map(({ text }) => text));
    while (page.next) {
      page = await ada.api.listPosts({ query: { ...query, after: page.next } });
      texts.push(...page.items.map(({ text }) => text));
    }
    expect(texts).toEqual(['Second', 'To the second', 'First', 'To the first', 'To bob']);
  });

  test('are refused without an existing, visible comment on the same story', async () => {
    const { on, first } = await discussion();
    const elsewhere = await createStory(ada);
    const refusal = refusalOf('post/reply-to-unknown', 404);
    await expect(write(bob, on, 'x', unknownId('post'))).rejects.toMatchObject(refusal);
    await expect(write(bob, elsewhere.itinerary, 'x', first.id)).rejects.toMatchObject(refusal);
    const body = { text: 'x', postableType: 'stop', postableId: elsewhere.stop, replyToId: first.id } as const;
    await expect(bob.api.createPost({ body })).rejects.toMatchObject(refusal);
    await moderator.api.patchPost({ params: { id: first.id }, body: { hidden: true } });
    await expect(write(bob, on, 'x', first.id)).rejects.toMatchObject(refusal);
    expect(await write(ada, on, 'Still mine', first.id)).toMatchObject({ replyToId: first.id });
  });

  test('are listed and can be answered when their comment is hidden or deleted', async () => {
    const { on, first, second, answer } = await discussion();
    await moderator.api.patchPost({ params: { id: first.id }, body: { hidden: true } });
    await untilPasses(async () => expect(await told({ api: product.anonymous }, on)).toEqual(['Second', 'To the second', 'To the first', 'To bob']));
    for (const { id } of [first, second]) await ada.api.deletePost({ params: { id } });
    const later = await write(bob, on, 'Late', answer.id);
    expect(later).toMatchObject({ replyToId: first.id, firstCommentAt: first.createdAt });
    await untilPasses(async () => expect(await told(ada, on)).toEqual(['To the second', 'To the first', 'To bob', 'Late']));
    await expect(write(bob, on, 'x', first.id)).rejects.toMatchObject(refusalOf('post/reply-to-unknown', 404));
  });

  test('stay when the account of their comment is deleted, and are erased with the account of their author', async () => {
    const { on, answer } = await discussion();
    const eve = product.person('eve');
    await eve.api.createAccount({});
    const hers = await write(eve, on, 'Of eve');
    await write(bob, on, 'To eve', hers.id);
    await write(eve, on, 'Of eve too', answer.id);
    await eve.api.deleteAccount({ params: { id: eve.accountId } });
    const left = ['To eve', 'Second', 'To the second', 'First', 'To the first', 'To bob'];
    await untilPasses(async () => expect(await told(moderator, on)).toEqual(left));
  });

  test('are changed, liked, hidden and deleted like comments, and stay replies', async () => {
    const { on, first, answer } = await discussion();
    const params = { id: answer.id };
    const rewritten = await bob.api.patchPost({ params, body: { text: 'Better' } });
    expect(rewritten).toMatchObject({ text: 'Better', replyToId: first.id, firstCommentAt: first.createdAt });
    await ada.api.createReaction({ body: { reactableType: 'post', reactableId: answer.id, reactionType: 'like' } });
    expect(await ada.api.getPost({ params })).toMatchObject({ likeCount: 1, replyToId: first.id });
    await untilPasses(async () => expect(await told(moderator, on)).toContain('Better'));
    const filter = JSON.stringify({ replyToId: first.id });
    expect(await moderator.api.patchPosts({ query: { filter }, body: { hidden: true } })).toMatchObject({ matched: 2, changed: 2 });
    await untilPasses(async () => expect(await told({ api: product.anonymous }, on)).toEqual(['Second', 'To the second', 'First']));
    await bob.api.deletePost({ params });
    await untilPasses(async () => expect(await told(moderator, on)).toEqual(['Second', 'To the second', 'First', 'To bob']));
  });
});
