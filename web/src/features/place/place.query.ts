import { queryOptions } from '@tanstack/react-query';
import type { PostView } from '@waystory/proto/social/post.ts';
import { api, problemCode } from '../../app/api.ts';
import { itineraryIdsOf } from './place-summary.ts';

/** spec 9: lists of stops, posts and reactions take up to so many. */
const most = 1_000;
/** Itineraries and stops that one list request can name. */
const mostNamed = 100;
/** spec 9: comments of travellers under a place. */
const mostComments = 5;

/** All accepted stops at a place that the reader may see. */
export const placeStops = (placeId: string) =>
  queryOptions({
    queryKey: ['place-stops', placeId],
    queryFn: async () => (await api.listStops({ query: { filter: JSON.stringify({ placeId, state: 'ACCEPTED' }), limit: most } })).items,
    staleTime: 60_000,
  });

export const placeRecord = (id: string) =>
  queryOptions({
    queryKey: ['place', id],
    // A place may have been removed since; its stops still know enough about it.
    queryFn: () =>
      api.getPlace({ params: { id } }).catch((error) => {
        if (problemCode(error) === 'place/unknown') return null;
        throw error;
      }),
    staleTime: 300_000,
  });

export const placeItineraries = (stops: readonly { itineraryId: string }[]) => {
  const ids = itineraryIdsOf(stops).slice(0, mostNamed);
  return queryOptions({
    queryKey: ['place-itineraries', ids],
    queryFn: async () => (await api.listItineraryProjections({ query: { ids, sort: 'likeCount DESC', limit: mostNamed } })).items,
    enabled: ids.length > 0,
    staleTime: 60_000,
  });
};

/** Comments under a place as the sheet shows them. */
export interface PlaceComments {
  count: number;
  newest: readonly PostView[];
}

/** spec 7: posts about stops; spec 5: only those with text count as comments. */
export const placeComments = (stopIds: readonly string[]) =>
  queryOptions({
    queryKey: ['place-comments', stopIds],
    queryFn: async (): Promise<PlaceComments> => {
      const filter = JSON.stringify({ postableType: 'stop', postableId: stopIds.slice(0, mostNamed) });
      const { items } = await api.listPosts({ query: { filter, limit: most, sort: 'createdAt DESC' } });
      const withText = items.filter(({ text }) => text.trim());
      return { count: withText.length, newest: withText.slice(0, mostComments) };
    },
    enabled: stopIds.length > 0,
    staleTime: 60_000,
  });

/** spec 7: reactions to stops; the likes among them are counted. */
export const placeLikes = (stopIds: readonly string[]) =>
  queryOptions({
    queryKey: ['place-likes', stopIds],
    queryFn: async () => {
      const filter = JSON.stringify({ reactableType: 'stop', reactableId: stopIds.slice(0, mostNamed), reactionType: 'like' });
      return (await api.listReactions({ query: { filter, limit: 1 } })).total;
    },
    enabled: stopIds.length > 0,
    staleTime: 60_000,
  });
