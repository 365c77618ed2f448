import { queryOptions } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import type { StopView } from '@waystory/proto/itineraries/stop.ts';
import type { PostView } from '@waystory/proto/social/post.ts';
import { itineraryIdsOf } from '../../model/place/place-summary.ts';
import { readPagesUpTo } from '../../model/queries/all-pages.ts';
import { keys } from '../../model/queries/keys.ts';

/** spec 9: limit of stop lists. */
const most = 1_000;
/** Largest total that the service counts (`proto/kit/list.ts`, whose import would pull all of its rules into the page). */
export const largestCountedTotal = 10_000;
/** Most ids that one list request can filter by. */
const mostNamed = 100;
/** Most comments of travellers in a place sheet (spec 9). */
const mostComments = 5;

/** Splits a request about many ids into chunks of the id limit. */
function inParts<T>(ids: readonly string[], ask: (part: string[]) => Promise<T>): Promise<T[]> {
  const parts = Math.ceil(ids.length / mostNamed);
  return Promise.all(Array.from({ length: parts }, (_, part) => ask(ids.slice(part * mostNamed, (part + 1) * mostNamed))));
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** Accepted stops at a place, as far as the reader may see them; at most `largestCountedTotal`. */
export const placeStops = (placeId: string) =>
  queryOptions({
    queryKey: keys.stopLists.atPlace(placeId),
    queryFn: () => {
      const filter = JSON.stringify({ placeId, state: 'ACCEPTED' });
      return readPagesUpTo<StopView>(largestCountedTotal, (after) => api.listStops({ query: { filter, limit: most, ...after } }));
    },
    staleTime: 60_000,
  });

export const placeRecord = (id: string) =>
  queryOptions({
    queryKey: keys.place(id),
    // Null for a removed place, because its stops still have enough data for the sheet.
    queryFn: () =>
      api.getPlace({ params: { id } }).catch((error) => {
        if (problemCode(error) === 'place/unknown') return null;
        throw error;
      }),
    staleTime: 300_000,
  });

const languages = ['en', 'de', 'fr'] as const;

/** Encyclopedic facts about a place. They are optional, so a failure is not shown. */
export const placeFacts = (id: string | null, language: string | undefined) => {
  const spoken = languages.find((one) => one === language) ?? 'en';
  return queryOptions({
    queryKey: keys.placeFacts(id, spoken),
    queryFn: async () => (await api.getPlaceFacts({ params: { id: id ?? '' }, query: { language: spoken } })).facts,
    enabled: id !== null,
    staleTime: 300_000,
    retry: false,
  });
};

export const placeItineraries = (stops: readonly { itineraryId: string }[]) => {
  const ids = itineraryIdsOf(stops);
  return queryOptions({
    queryKey: keys.itineraryLists.atPlace(ids),
    queryFn: async () => {
      const pages = await inParts(ids, (part) => api.listItineraryProjections({ query: { ids: part, limit: mostNamed } }));
      return pages.flatMap(({ items }) => items).sort((a, b) => b.likeCount - a.likeCount);
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  });
};

/** Comments under a place as the sheet shows them. */
export interface PlaceComments {
  count: number;
  newest: readonly PostView[];
}

/**
 * spec 7: posts about stops. spec 5: only posts with text count as comments, and each has text (decision 0025). The count includes replies, the list
 * does not.
 */
export const placeComments = (stopIds: readonly string[]) =>
  queryOptions({
    queryKey: keys.placeComments.of(stopIds),
    queryFn: async (): Promise<PlaceComments> => {
      const ask = (limit: number, more: object) =>
        inParts(stopIds, (part) => {
          const filter = JSON.stringify({ postableType: 'stop', postableId: part, ...more });
          return api.listPosts({ query: { filter, limit, sort: 'createdAt DESC' } });
        });
      const [all, firsts] = await Promise.all([ask(1, {}), ask(mostComments, { replyToId: null })]);
      const newest = firsts.flatMap(({ items }) => items).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
      return { count: sum(all.map(({ total }) => total)), newest: newest.slice(0, mostComments) };
    },
    enabled: stopIds.length > 0,
    staleTime: 60_000,
  });

/** Number of likes among the reactions to stops (spec 7). */
export const placeLikes = (stopIds: readonly string[]) =>
  queryOptions({
    queryKey: keys.placeLikes.of(stopIds),
    queryFn: async () => {
      const totals = await inParts(stopIds, async (part) => {
        const filter = JSON.stringify({ reactableType: 'stop', reactableId: part, reactionType: 'like' });
        return (await api.listReactions({ query: { filter, limit: 1 } })).total;
      });
      return sum(totals);
    },
    enabled: stopIds.length > 0,
    staleTime: 60_000,
  });
