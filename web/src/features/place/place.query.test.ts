import { QueryClient } from '@tanstack/react-query';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import { totalCap } from '@waystory/proto/kit/list.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { largestCountedTotal, placeComments, placeItineraries, placeLikes, placeStops } from './place.query.ts';

/** Fields of a list call that the fake reads. */
interface ListCall {
  query: { filter?: string; ids?: string[]; limit?: number; after?: string };
}
/** A place that many people wrote about: a comment, a like and an itinerary of its own for each stop. */
const stops = Array.from({ length: 2_345 }, (_, number) => ({ id: `stop-${number}`, itineraryId: `story-${number}` }) as StopView); // only the fields that are read
const idsIn = ({ query: { filter = '{}' } }: ListCall, field: string): string[] => JSON.parse(filter)[field];

/** Fake API with its limits: at most 100 ids per request, early page ends, totals of all items. */
const client = vi.hoisted(() => ({ listStops: vi.fn(), listPosts: vi.fn(), listReactions: vi.fn(), listItineraryProjections: vi.fn() }));
vi.mock('@waystory/client/api-client.ts', () => ({ client }));

const queries = new QueryClient();
beforeEach(() => {
  const named = (ids: string[]): string[] => {
    if (ids.length > 100) throw new Error('At most 100 values');
    return ids;
  };
  const when = (id: string): string => new Date(1_700_000_000_000 + Number(id.split('-')[1]) * 1_000).toISOString();
  client.listStops.mockImplementation(async ({ query: { limit = 20, after = '0' } }: ListCall) => {
    // A page ends before its limit when its items are large.
    const end = Number(after) + Math.min(limit, 700);
    return { items: stops.slice(Number(after), end), total: stops.length, ...(end < stops.length && { next: String(end) }) };
  });
  client.listPosts.mockImplementation(async (call: ListCall) => {
    const posts = named(idsIn(call, 'postableId')).map((id) => ({ id: `post-${id}`, postableId: id, text: 'Nice', createdAt: when(id) }));
    // One reply to each post, later than all posts.
    const replies = posts.map((post) => ({ ...post, id: `reply-to-${post.id}`, createdAt: when('stop-9999') }));
    const asked = JSON.parse(call.query.filter ?? '{}').replyToId === null ? posts : [...posts, ...replies];
    return { items: asked.toReversed().slice(0, call.query.limit), total: asked.length };
  });
  client.listReactions.mockImplementation(async (call: ListCall) => ({ items: [], total: named(idsIn(call, 'reactableId')).length }));
  client.listItineraryProjections.mockImplementation(async ({ query: { ids = [] } }: ListCall) => ({
    items: named(ids).map((id) => ({ id, likeCount: Number(id.split('-')[1]) % 7 })),
    total: ids.length,
  }));
});

describe('place sheet of a place with 2,345 stops', () => {
  const ids = stops.map(({ id }) => id);

  test('loads all of its stops', async () => {
    expect(await queries.fetchQuery(placeStops('place'))).toEqual(stops);
  });

  test('counts every comment and reply, and shows the newest five comments', async () => {
    const { count, newest } = await queries.fetchQuery(placeComments(ids));
    expect(count).toBe(2 * stops.length);
    expect(newest.map(({ id }) => id)).toEqual(
      ids
        .slice(-5)
        .toReversed()
        .map((id) => `post-${id}`),
    );
  });

  test('counts every like', async () => {
    expect(await queries.fetchQuery(placeLikes(ids))).toBe(stops.length);
  });

  test('lists every itinerary, the most liked first', async () => {
    const itineraries = await queries.fetchQuery(placeItineraries(stops));
    expect(itineraries).toHaveLength(stops.length);
    const likes = itineraries.map(({ likeCount }) => likeCount);
    expect(likes).toEqual(likes.toSorted((a, b) => b - a));
  });
});

test('counting limit of the place queries equals the limit of the service', () => {
  expect(largestCountedTotal).toBe(totalCap);
});
