import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';
import { untilSearchable } from '../../testing/until-searchable.ts';

let product: TestProduct;
let [ada, moderator]: Person[] = [];
let storyId: string;
const people = () => {
  if (!ada || !moderator) throw new Error('nobody is there');
  return { ada, moderator };
};
beforeAll(async () => {
  product = await testProduct();
  [ada, moderator] = [product.person('ada'), product.person('mod', 'moderator')];
  storyId = (await ada.api.createItinerary({ body: { title: 'A story', visibility: 'PUBLIC' } })).id;
  await untilSearchable(product, '/posts/search');
});
afterAll(() => product.stop());

const write = async (text: string): Promise<string> =>
  (await people().ada.api.createPost({ body: { postableType: 'itinerary', postableId: storyId, text } })).id;
const find = async (q: string) => (await people().moderator.api.searchPosts({ query: { q } })).results;
/** Polls, because the index is updated after the write. */
const expectHits = (q: string, ids: string[]) =>
  expect.poll(async () => (await find(q)).map(({ entity }) => entity.id), { timeout: 20_000 }).toEqual(ids);

describe('comment search over HTTP', () => {
  test('finds comments by their words, with author and highlights', async () => {
    const { ada } = people();
    const id = await write('The <b>funicular</b> was closed');
    for (const q of ['funicular', 'closed funicular', 'funiclar', 'FUNIC']) await expectHits(q, [id]);
    const [hit] = await find('funicular');
    expect(hit?.entity).toMatchObject({ id, text: 'The <b>funicular</b> was closed', account: { id: ada.accountId }, likeCount: 0, hidden: false });
    expect(hit?.matchedFields).toEqual(['text']);
    expect(hit?.highlights.text).toContain('&lt;b&gt;<em>funicular</em>');
  });

  test('finds the new words after a change, and no longer the old ones', async () => {
    const { ada } = people();
    const id = await write('Marzipan');
    await expectHits('marzipan', [id]);
    await ada.api.patchPost({ params: { id }, body: { text: 'Gingerbread' } });
    await expectHits('gingerbread', [id]);
    expect(await find('marzipan')).toEqual([]);
  });

  test('finds hidden comments and comments on private stories', async () => {
    const { ada, moderator } = people();
    const id = await write('Scoundrels, all of them');
    await moderator.api.patchPost({ params: { id }, body: { hidden: true, reason: 'Rude' } });
    await ada.api.patchItinerary({ params: { id: storyId }, body: { visibility: 'PRIVATE' } });
    await expectHits('scoundrels', [id]);
    await expect.poll(async () => (await find('scoundrels'))[0]?.entity.hidden, { timeout: 20_000 }).toBe(true);
  });

  test('finds no deleted comment and none of a deleted account', async () => {
    const { ada } = people();
    const [one, another] = [await write('Turnstile'), await write('Turnstile too')];
    await expect.poll(async () => (await find('turnstile')).length, { timeout: 20_000 }).toBe(2);
    await ada.api.deletePost({ params: { id: one } });
    await expectHits('turnstile', [another]);
    await ada.api.deleteAccount({ params: { id: ada.accountId } });
    await expectHits('turnstile', []);
  });

  test('answers 401 without a sign-in and 403 to ordinary users', async () => {
    const ask = async (as?: Person) => (await product.send({ url: '/api/posts/search?q=a', ...(as && { as }) })).statusCode;
    expect(await ask()).toBe(401);
    expect(await ask(product.person('eve'))).toBe(403);
    expect(await ask(product.person('root', 'admin'))).toBe(200);
  });
});
