import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { boundsQuery, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { readPagesUpTo } from '../../model/queries/all-pages.ts';
import { keys } from '../../model/queries/keys.ts';

/** Page size of the cards; the end of the strip loads the next page. */
const pageSize = 20;
/** spec 9: limit of stop lists. */
const mostStops = 1_000;
/** The first tour rarely changes during a visit, so it stays fresh this long, milliseconds. */
const toursStale = 300_000;

/** Itineraries with an accepted stop in the bounds and in the country, if one is given. Most liked first, paginated. */
export const itinerariesInView = (bounds: MapBounds, countryCode: string | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.itineraryLists.inView(bounds, countryCode),
    queryFn: ({ pageParam }) =>
      api.listItinerariesByBounds({ query: { ...boundsQuery(bounds), ...(countryCode && { countryCode }), page: pageParam, limit: pageSize } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total, items }) => (items.length > 0 && page * limit < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** First itinerary of the reels when no bounds are known: the most liked of the world. */
export const firstTour = queryOptions({
  queryKey: keys.itineraryLists.best,
  queryFn: async () => (await api.listItinerariesByBounds({ query: { ...boundsQuery(worldBounds), limit: 1 } })).items[0] ?? null,
  staleTime: toursStale,
});

/** Accepted stops of an itinerary in their order, for its line on the map. */
export const previewStops = (itineraryId: string) =>
  queryOptions({
    queryKey: keys.itineraryLine(itineraryId),
    queryFn: async () => {
      const query = { limit: mostStops, filter: JSON.stringify({ state: 'ACCEPTED' }) };
      const items = await readPagesUpTo(mostStops, (after) => api.listItineraryStops({ params: { itineraryId }, query: { ...query, ...after } }));
      return { items };
    },
    staleTime: 60_000,
  });
