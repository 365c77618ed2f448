import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

type Visibility = 'PUBLIC' | 'UNLISTED' | 'PRIVATE';
const tell = async (author: Person, title: string, visibility: Visibility = 'PUBLIC') =>
  (await author.api.createItinerary({ body: { title, visibility } })).id;
const publish = (author: Person, id: string, visibility: Visibility = 'PUBLIC') =>
  author.api.patchItinerary({ params: { id }, body: { visibility } });
const follow = (one: Person, other: Person) => one.api.createFollow({ body: { followingId: other.accountId } });
const titlesIn = async (reader: Person, query: object = {}) => (await reader.api.listFeed({ query })).items.map(({ title }) => title);
/** Writes of other accounts arrive with a delay. */
const told = (reader: Person) => expect.poll(() => titlesIn(reader));

/** One reader and two authors. */
async function people(word: string): Promise<[Person, Person, Person]> {
  const all = ['reader', 'ada', 'ben'].map((name) => product.person(`${word}-${name}`));
  for (const { api } of all) await api.createAccount({});
  return all as [Person, Person, Person]; // three names
}

describe('Feed over HTTP', () => {
  test('holds public stories of followed authors as cards with their authors, latest publication first', async () => {
    const [reader, ada, ben] = await people('feed');
    await ada.api.updateAccount({ params: { id: ada.accountId }, body: { userName: 'feed-ada' } });
    const draft = await tell(ada, 'Written first, published last', 'PRIVATE');
    const first = await tell(ada, 'Told at once');
    await tell(ben, 'By nobody whom they follow');
    await tell(ada, 'For those with the link', 'UNLISTED');
    await follow(reader, ada);
    await told(reader).toEqual(['Told at once']);
    const { publishedAt } = await publish(ada, draft);
    await told(reader).toEqual(['Written first, published last', 'Told at once']);
    const { items, total } = await reader.api.listFeed({});
    expect(total).toBe(2);
    expect(items[0]).toEqual({
      id: draft,
      title: 'Written first, published last',
      accountId: ada.accountId,
      account: { id: ada.accountId, userName: 'feed-ada', avatarUrl: null },
      accountUserName: 'feed-ada',
      publishedAt,
      ...{ imageUrl: null, image: null, countryImageUrl: null, likeCount: 0, daysCount: 0, stopsCount: 0 },
    });
    const next = await reader.api.listFeed({ query: { limit: 1 } });
    expect(await titlesIn(reader, { limit: 1, after: next.next })).toEqual(['Told at once']);
    expect(await titlesIn(reader, { filter: JSON.stringify({ id: first }) })).toEqual(['Told at once']);
    expect(await titlesIn(reader, { sort: 'publishedAt ASC' })).toEqual(['Told at once', 'Written first, published last']);
  });

  test('contains the stories of an author while a follow exists and is not muted', async () => {
    const [reader, ada, ben] = await people('feed-turn');
    await tell(ada, 'By Ada');
    await tell(ben, 'By Ben');
    expect(await titlesIn(reader)).toEqual([]);
    await follow(reader, ada);
    await told(reader).toEqual(['By Ada']);
    const { id } = await follow(reader, ben);
    await told(reader).toEqual(['By Ben', 'By Ada']);
    await reader.api.patchFollow({ params: { id }, body: { muted: true } });
    expect(await titlesIn(reader)).toEqual(['By Ada']);
    await reader.api.patchFollow({ params: { id }, body: { muted: false } });
    expect(await titlesIn(reader)).toEqual(['By Ben', 'By Ada']);
    await reader.api.deleteFollow({ params: { id: ada.accountId } });
    expect(await titlesIn(reader)).toEqual(['By Ben']);
    expect(await titlesIn(ada)).toEqual([]);
  });

  test('omits withdrawn, binned, hidden and deleted stories, and republishing moves none to the top', async () => {
    const [reader, ada] = await people('feed-gone');
    await follow(reader, ada);
    const [older] = [await tell(ada, 'Older'), await tell(ada, 'Newer')];
    await told(reader).toEqual(['Newer', 'Older']);
    const params = { id: older };
    await publish(ada, older, 'PRIVATE');
    await told(reader).toEqual(['Newer']);
    await publish(ada, older);
    await told(reader).toEqual(['Newer', 'Older']);
    await ada.api.binItinerary({ params });
    await told(reader).toEqual(['Newer']);
    await ada.api.unbinItinerary({ params });
    await told(reader).toEqual(['Newer', 'Older']);
    const moderator = product.person('feed-mod', 'moderator');
    await moderator.api.patchItinerary({ params, body: { hidden: true } });
    await told(reader).toEqual(['Newer']);
    await moderator.api.patchItinerary({ params, body: { hidden: false } });
    await told(reader).toEqual(['Newer', 'Older']);
    await ada.api.deleteItinerary({ params });
    await told(reader).toEqual(['Newer']);
  });

  test('shows moderators only the public, unhidden stories of followed authors, like every reader', async () => {
    const [, ada] = await people('feed-above');
    const moderator = product.person('feed-above-mod', 'moderator');
    await follow(moderator, ada);
    await tell(ada, 'A diary', 'PRIVATE');
    await tell(ada, 'For those with the link', 'UNLISTED');
    const hidden = await tell(ada, 'An advertisement');
    await moderator.api.patchItinerary({ params: { id: hidden }, body: { hidden: true } });
    await tell(ada, 'For everyone');
    await told(moderator).toEqual(['For everyone']);
  });

  test('requires a sign-in', async () => {
    const answer = await product.send({ url: '/api/feed' });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth/required']);
    const bad = await product.send({ url: '/api/feed?sort=colour', as: product.person('feed-bad') });
    expect([bad.statusCode, bad.json().errors[0].path]).toEqual([400, 'query.sort']);
  });
});
