import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, type TestProduct, testProduct } from '../../testing/product.ts';

let product: TestProduct;
let ada: Person;
let bob: Person;
let moderator: Person;
beforeAll(async () => {
  product = await testProduct();
  [ada, bob, moderator] = [product.person('ada'), product.person('bob'), product.person('mod', 'moderator')];
});
afterAll(() => product.stop());

type Visibility = 'PUBLIC' | 'UNLISTED' | 'PRIVATE';

let told = 0;
/** A story with stops at these longitudes, on an otherwise unused parallel. */
async function story(by: Person, latitude: number, { visibility = 'PUBLIC' as Visibility, at = [1], country = 'PT', likes = [] as Person[] } = {}) {
  const title = `Story ${++told}`;
  const { id } = await by.api.createItinerary({ body: { title, visibility } });
  for (const longitude of at) {
    const place = { coordinates: { latitude, longitude }, placeName: 'Tower', address: { countryCode: country } };
    await by.api.addStop({ params: { itineraryId: id }, body: { title: 'Noon', ...place } });
  }
  for (const who of likes) await who.api.createReaction({ body: { reactableType: 'itinerary', reactableId: id, reactionType: 'like' } });
  return { id, title };
}

interface Asked {
  latitude: number;
  west?: number;
  east?: number;
  more?: string;
}

/** Titles that a person finds around a parallel after all writes, and their number on all pages. */
async function seenBy(who: Person | null, { latitude, west = 0, east = 10, more = '' }: Asked): Promise<{ titles: string[]; total: number }> {
  const box = `southWestLng=${west}&southWestLat=${latitude - 0.1}&northEastLng=${east}&northEastLat=${latitude + 0.1}`;
  const headers = { 'x-after': String(await product.engines.events.head()), ...(who && { authorization: `Bearer ${who.token}` }) };
  const ask = () => product.send({ url: `/api/itineraries/by-bounds?${box}${more}`, headers });
  await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
  const { items, total } = stopMapRoutes.listItinerariesByBounds.reply.parse((await ask()).json());
  return { titles: items.map(({ title }) => title), total };
}

describe('Itineraries by bounds', () => {
  test('are sorted by likes, then by creation, latest first', async () => {
    const [first, second, third] = [
      await story(ada, 10),
      await story(ada, 10, { likes: [ada, bob] }),
      await story(bob, 10, { likes: [ada], at: [1, 2, 20] }),
    ];
    const fourth = await story(bob, 10, { at: [9] });
    const titles = [second, third, fourth, first].map(({ title }) => title);
    for (const who of [null, ada, moderator]) expect(await seenBy(who, { latitude: 10 })).toEqual({ titles, total: 4 });
    expect(await seenBy(null, { latitude: 10, west: 8 })).toEqual({ titles: [fourth.title], total: 1 });
    await bob.api.deleteReaction({ params: { reactableType: 'itinerary', reactableId: second.id, reactionType: 'like' } });
    await bob.api.createReaction({ body: { reactableType: 'itinerary', reactableId: third.id, reactionType: 'like' } });
    expect((await seenBy(null, { latitude: 10 })).titles).toEqual([third, second, fourth, first].map(({ title }) => title));
  });

  test('are paged with the same total on every page, also beyond the ranks that the map answers', async () => {
    const titles: string[] = [];
    for (let number = 0; number < 5; number++) titles.unshift((await story(ada, 20)).title);
    for (const who of [null, bob, moderator])
      for (const [page, from] of [
        [1, 0],
        [2, 2],
        [3, 4],
        [4, 6],
      ] as const)
        expect(await seenBy(who, { latitude: 20, more: `&limit=2&page=${page}` })).toEqual({ titles: titles.slice(from, from + 2), total: 5 });
    // Beyond the deepest page that the map answers.
    expect(await seenBy(null, { latitude: 20, more: '&limit=100&page=20' })).toEqual({ titles: [], total: 5 });
  });

  test('include unlisted, private or hidden itineraries for their owner and moderators only', async () => {
    const listed = await story(ada, 30);
    const unlisted = await story(ada, 30, { visibility: 'UNLISTED', likes: [ada] });
    const own = await story(bob, 30, { visibility: 'PRIVATE' });
    await story(bob, 30, { visibility: 'PRIVATE', at: [20] });
    const hidden = await story(bob, 30, { likes: [ada, bob] });
    await moderator.api.patchItinerary({ params: { id: hidden.id }, body: { hidden: true } });
    const titles = (...stories: { title: string }[]) => ({ titles: stories.map(({ title }) => title), total: stories.length });
    expect(await seenBy(null, { latitude: 30 })).toEqual(titles(listed));
    expect(await seenBy(ada, { latitude: 30 })).toEqual(titles(unlisted, listed));
    expect(await seenBy(bob, { latitude: 30 })).toEqual(titles(hidden, own, listed));
    expect(await seenBy(moderator, { latitude: 30 })).toEqual(titles(hidden, unlisted, own, listed));
    expect(await seenBy(bob, { latitude: 30, more: '&limit=1&page=2' })).toEqual({ titles: [own.title], total: 3 });
  });

  test('can be limited to one country', async () => {
    const [portuguese, french] = [await story(ada, 40), await story(ada, 40, { country: 'FR' })];
    expect(await seenBy(bob, { latitude: 40, more: '&countryCode=FR' })).toEqual({ titles: [french.title], total: 1 });
    expect(await seenBy(bob, { latitude: 40, more: '&countryCode=PT' })).toEqual({ titles: [portuguese.title], total: 1 });
    expect(await seenBy(bob, { latitude: 40, more: '&countryCode=NO' })).toEqual({ titles: [], total: 0 });
  });

  test('are found over the antimeridian', async () => {
    const [west, east] = [await story(ada, 50, { at: [179] }), await story(ada, 50, { at: [-179] })];
    expect(await seenBy(null, { latitude: 50, west: 178, east: -178 })).toEqual({ titles: [east.title, west.title], total: 2 });
    expect(await seenBy(null, { latitude: 50, west: 178, east: 180 })).toEqual({ titles: [west.title], total: 1 });
  });

  test('disappear from the next read of others when their owner withdraws them', async () => {
    const one = await story(ada, 60);
    await ada.api.patchItinerary({ params: { id: one.id }, body: { visibility: 'PRIVATE' } });
    expect(await seenBy(null, { latitude: 60 })).toEqual({ titles: [], total: 0 });
    expect(await seenBy(ada, { latitude: 60 })).toEqual({ titles: [one.title], total: 1 });
    await ada.api.deleteItinerary({ params: { id: one.id } });
    expect(await seenBy(ada, { latitude: 60 })).toEqual({ titles: [], total: 0 });
  });
});
