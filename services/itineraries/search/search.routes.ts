import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { type FoundDocuments, searchResults } from '@waystory/infra/read-models/indexes/search-reads.ts';
import { boxOf } from '@waystory/proto/itineraries/bounds.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes, mostSortedMatches, type SearchOrder } from '@waystory/proto/itineraries/itinerary-search.ts';
import { allOf, eq } from '@waystory/proto/kit/filter.ts';
import { itineraryViewsOf } from '../itinerary/itinerary.view.ts';
import { itineraries, stops } from '../itinerary/stories.projection.ts';
import { acceptedStopsFilter } from '../stop/stop.filters.ts';
import { stopViewsOf, withSeenStops } from '../stop/stop.view.ts';
import { storyLimitsFilter } from './itinerary.search.ts';
import { cityFilter, countryFilter } from './stop.search.ts';

export const routes = bindRoutes(itinerarySearchRoutes, {
  searchItineraries: async ({ query }, { reads }) => {
    const where = query.visibility && eq('visibility', query.visibility);
    return {
      body: await searchResults(
        query,
        () =>
          inOrder(query, (part) =>
            reads.search(itineraries, { ...query, ...part }, { where, narrow: storyLimitsFilter(query), within: boxOf(query) }),
          ),
        async (docs) => itineraryViewsOf(await withSeenStops(docs, reads), reads),
      ),
    };
  },
  searchStops: async ({ query }, { reads }) => {
    const narrow = allOf(query.country ? countryFilter(query.country) : null, query.city ? cityFilter(query.city) : null);
    return {
      body: await searchResults(
        query,
        () => reads.search(stops, query, { where: acceptedStopsFilter, narrow, within: boxOf(query) }),
        (docs) => stopViewsOf(docs, reads),
      ),
    };
  },
});

const orders: Readonly<Record<Exclude<SearchOrder, 'best'>, (a: Itinerary, b: Itinerary) => number>> = {
  newest: (a, b) => compare(b.createdAt, a.createdAt),
  mostLiked: (a, b) => b.likeCount - a.likeCount || compare(b.createdAt, a.createdAt),
};
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Page {
  page: number;
  limit: number;
}

/** A page of results by match, or in another order. Other orders sort only the best matches. */
async function inOrder(
  { order, page, limit }: Page & { order: SearchOrder },
  search: (part: Page) => Promise<FoundDocuments<Itinerary>>,
): Promise<FoundDocuments<Itinerary>> {
  if (order === 'best') return search({ page, limit });
  const { hits, total } = await search({ page: 1, limit: mostSortedMatches });
  const ordered = hits.toSorted((a, b) => orders[order](a.doc, b.doc) || compare(a.doc.id, b.doc.id));
  return { hits: ordered.slice((page - 1) * limit, page * limit), total: Math.min(total, mostSortedMatches) };
}
