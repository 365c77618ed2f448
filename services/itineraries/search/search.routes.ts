import { bind } from '@waystory/infra/http/route-handler.ts';
import { searchResults } from '@waystory/infra/read-models/indexes/search-results.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { allOf, eq } from '@waystory/proto/kit/filter.ts';
import { viewsOf } from '../itinerary/itinerary.view.ts';
import { itineraries, stops } from '../itinerary/stories.projection.ts';
import { acceptedWithin } from '../stop/stop.filters.ts';
import { stopViewsOf } from '../stop/stop.view.ts';
import { inCity, inCountry } from './stop.search.ts';

export const routes = bind(itinerarySearchRoutes, {
  searchItineraries: async ({ query }, { reads }) => {
    const where = query.visibility && eq('visibility', query.visibility);
    return {
      body: await searchResults(
        query,
        () => reads.search(itineraries, query, { where }),
        (docs) => viewsOf(docs, reads),
      ),
    };
  },
  searchStops: async ({ query }, { reads }) => {
    const narrow = allOf(query.country ? inCountry(query.country) : null, query.city ? inCity(query.city) : null);
    return {
      body: await searchResults(
        query,
        () => reads.search(stops, query, { where: acceptedWithin(null), narrow }),
        (docs) => stopViewsOf(docs, reads),
      ),
    };
  },
});
