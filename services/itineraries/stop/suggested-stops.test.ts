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
});
afterAll(() => product.stop());

const coordinates = { latitude: 38.7, longitude: -9.1 };

/** A story with a day of four stops, of which the second and the last are suggested. */
async function storyOf(visibility: 'PUBLIC' | 'UNLISTED') {
  const { id: itineraryId } = await ada.api.createItinerary({ body: { title: 'Lisbon', visibility } });
  const { id: dayId } = await ada.api.addDay({ params: { itineraryId }, body: {} });
  const stopIds: string[] = [];
  for (const [index, state] of (['ACCEPTED', 'SUGGESTED', 'ACCEPTED', 'SUGGESTED'] as const).entries()) {
    const title = state === 'SUGGESTED' ? `Undecided ${index}` : `Part ${index}`;
    stopIds.push((await ada.api.addStop({ params: { itineraryId }, body: { title, coordinates, dayIds: [dayId], state } })).id);
  }
  const [first = '', suggested = '', second = '', last = ''] = stopIds;
  return { itineraryId, dayId, first, suggested, second, last };
}

/** Response of a path to a person, once the read models include all writes. */
async function read(path: string, as?: Person): Promise<{ status: number; text: string }> {
  const headers = { 'x-after': String(await product.engines.events.head()) };
  const { statusCode: status, body: text } = await product.send({ method: 'GET', url: `/api${path}`, headers, ...(as && { as }) });
  return { status, text };
}
const filtered = (path: string, filter: object): string => `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe.each(['PUBLIC', 'UNLISTED'] as const)('a suggested stop of a story that is %s', (visibility) => {
  let told: Awaited<ReturnType<typeof storyOf>>;
  beforeAll(async () => {
    told = await storyOf(visibility);
  });
  const strangers = (): [string, Person | undefined][] => [
    ['nobody', undefined],
    ['bob', bob],
    ['a program of bob', product.delegateOf(bob)],
  ];

  test('is in no itinerary, day or list that others read, not even by its id', async () => {
    const { itineraryId, dayId, suggested, last } = told;
    const paths = [
      `/itineraries/${itineraryId}`,
      `/itineraries/${itineraryId}?include=days,stops`,
      `/itineraries/${itineraryId}?include=days`,
      `/itineraries/${itineraryId}/stops`,
      filtered(`/itineraries/${itineraryId}/stops`, { state: 'SUGGESTED' }),
      `/itineraries/${itineraryId}/days`,
      `/itineraries/${itineraryId}/days/${dayId}`,
      filtered('/itineraries', { id: itineraryId }),
      `/itineraries?ids=${itineraryId}`,
      `/stops?ids=${suggested},${last}`,
      filtered('/stops', { state: 'SUGGESTED' }),
      filtered('/stops', { itineraryId }),
      filtered('/stops', { accountId: ada.accountId }),
    ];
    for (const [name, who] of strangers())
      for (const path of paths) {
        const { text, status } = await read(path, who);
        expect([name, path, status, [suggested, last, 'Undecided'].filter((one) => text.replaceAll(path, '').includes(one))]).toEqual([
          name,
          path,
          200,
          [],
        ]);
      }
  });

  test('answers 404 to others at its URL', async () => {
    const { itineraryId, suggested } = told;
    for (const [, who] of strangers())
      for (const path of [`/stops/${suggested}`, `/itineraries/${itineraryId}/stops/${suggested}`]) expect((await read(path, who)).status).toBe(404);
  });

  test('is excluded from the order, the counts and the legs of the story', async () => {
    const { itineraryId, dayId, first, second } = told;
    const story = await product.anonymous.getItinerary({ params: { id: itineraryId }, query: { include: 'days,stops' } });
    expect(story).toMatchObject({ stopIds: [first, second], stopsCount: 2, legIds: [`${first}_${second}`], legsCount: 1 });
    expect(story.days).toMatchObject([{ id: dayId, stopIds: [first, second], stopsCount: 2 }]);
    expect(story.stops?.map(({ id }) => id)).toEqual([first, second]);
  });

  test('is visible to its owner and moderators', async () => {
    const { itineraryId, dayId, first, suggested, second, last } = told;
    for (const { api } of [ada, moderator]) {
      const story = await api.getItinerary({ params: { id: itineraryId }, query: { include: 'days,stops' } });
      expect(story).toMatchObject({ stopIds: [first, suggested, second, last], stopsCount: 2 });
      expect(story.days).toMatchObject([{ stopIds: [first, suggested, second, last], stopsCount: 2 }]);
      expect(story.stops).toHaveLength(4);
      expect((await api.getDay({ params: { itineraryId, id: dayId } })).stopIds).toHaveLength(4);
      expect(await api.getStop({ params: { id: suggested } })).toMatchObject({ state: 'SUGGESTED' });
    }
  });

  test('answers 404 to comments, reactions, saves and reports by others', async () => {
    const { suggested: id } = told;
    const writes: [string, object][] = [
      ['/posts', { text: 'Nice', postableType: 'stop', postableId: id }],
      ['/reactions', { reactableType: 'stop', reactableId: id, reactionType: 'like' }],
      ['/saved-stops', { stopId: id }],
      ['/reports', { reportableType: 'stop', reportableId: id, reason: 'spam' }],
    ];
    for (const [path, payload] of writes)
      expect([path, (await product.send({ as: bob, method: 'POST', url: `/api${path}`, payload })).statusCode]).toEqual([path, 404]);
    expect((await ada.api.createPost({ body: { text: 'A note', postableType: 'stop', postableId: id } })).id).toBeTruthy();
    expect((await read(filtered('/posts', { postableId: id }), bob)).text).toContain('"items":[]');
  });
});

test('Accepted stop and its comments are public, until it is suggested again', async () => {
  const { itineraryId, first, suggested, second } = await storyOf('PUBLIC');
  const seen = async () => (await product.anonymous.getItinerary({ params: { id: itineraryId }, query: { include: 'days' } })).days?.[0]?.stopIds;
  await ada.api.patchStop({ params: { itineraryId, id: suggested }, body: { state: 'ACCEPTED' } });
  await expect.poll(seen, { timeout: 15_000 }).toEqual([first, suggested, second]);
  const { id: postId } = await bob.api.createPost({ body: { text: 'Worth it', postableType: 'stop', postableId: suggested } });
  await ada.api.patchStop({ params: { itineraryId, id: suggested }, body: { state: 'SUGGESTED' } });
  await expect.poll(seen, { timeout: 15_000 }).toEqual([first, second]);
  await expect.poll(async () => (await read(`/posts/${postId}`)).status, { timeout: 15_000 }).toBe(404);
  expect((await read(`/stops/${suggested}`)).status).toBe(404);
});
