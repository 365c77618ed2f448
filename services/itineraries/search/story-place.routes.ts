import { ifAvailable } from '@waystory/infra/errors.ts';
import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { searchResults } from '@waystory/infra/read-models/indexes/search-reads.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { storyPlaceRoutes } from '@waystory/proto/itineraries/story-place.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';
import { stops } from '../itinerary/stories.projection.ts';
import type { PlaceSearch } from '../place/place-search.ts';
import { locatedWithin } from '../stop/stop.filters.ts';
import type { StopMapReplica } from '../stop-map/stop-map.replica.ts';
import { isArea, placeOnMap, placesMeant } from './place-on-map.ts';
import { storyPlacesOf } from './story-place.view.ts';

/** Number of finds from which the named places are chosen. */
const looked = 8;

/** Places of stories are found by the words of their best stop; their number is counted on the map in memory. */
export const routesOn = (search: Pick<PlaceSearch, 'find'>, map: Pick<StopMapReplica, 'current' | 'reached'>): BoundRoutes =>
  bind(storyPlaceRoutes, {
    searchStoryPlaces: async ({ query, principal }, { reads }) => {
      // Named places are left out when the place search is unavailable; places of stories are still found.
      const ranked = (await ifAvailable(search.find(query.q, { limit: looked }, principal, reads))) ?? [];
      const meant = placesMeant(query.q, ranked);
      // A map that lags behind counts too few.
      await map.reached(reads.after);
      const body = await searchResults(
        query,
        () => reads.search(stops, query, { where: locatedWithin(null), narrow: apartFrom(meant.filter(isArea)), onePer: 'placeId' }),
        (docs) => storyPlacesOf(docs, map.current(), reads),
      );
      const found = new Set(body.results.map(({ entity }) => entity.id));
      const onMap = meant.filter(({ placeId }) => placeId === null || !found.has(placeId)).map((find) => placeOnMap(find, map.current()));
      return { body: { ...body, onMap } };
    },
  });

/** Excludes the areas that are answered separately. */
function apartFrom(areas: readonly PlaceFind[]): Filter | null {
  const values = areas.flatMap(({ placeId }) => placeId ?? []);
  return values.length > 0 ? { op: 'not', of: { op: 'in', field: 'placeId', values } } : null;
}
