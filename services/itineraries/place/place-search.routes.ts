import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { type BoundRoutes, bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { itineraryRoutesOn } from '../itinerary/itinerary.routes.ts';
import { bindStopRoutes } from '../stop/stop.routes.ts';
import { visibleStoryExtent } from '../stop/story-area.ts';
import { choosePlace, findInStory } from './place-choice.ts';
import { placeFindOf, pointLabelOf } from './place-finds.ts';
import { replicatePlaceNames } from './place-names.replica.ts';
import { createPlaceSearch, type PlaceSearch } from './place-search.ts';

export const bindPlaceSearchRoutes = (search: PlaceSearch): BoundRoutes =>
  bindRoutes(placeSearchRoutes, {
    searchPlaces: async ({ query: { q, itineraryId, limit, ...options }, principal }, { reads }) => {
      if (!itineraryId) {
        const finds = await search.find(q, { ...options, limit }, principal, reads);
        return { body: { items: finds.map(({ item }) => item), isMeant: 'chosen' in choosePlace(finds) } };
      }
      const area = await visibleStoryExtent(itineraryId, reads);
      const { choice, ranked } = await findInStory(area, (around) => search.find(q, { ...options, ...around }, principal, reads));
      const first = 'chosen' in choice ? [choice.chosen] : choice.candidates;
      const items = [...new Set([...first, ...ranked.map(({ item }) => item)])].slice(0, limit);
      return { body: { items, isMeant: 'chosen' in choice } };
    },
    placesWithin: async ({ query: { box, limit } }, { reads }) => ({ body: { items: await search.within(box, limit, reads) } }),
    nearestPlace: async ({ query: { lat: latitude, lng: longitude } }) => {
      const point = { latitude, longitude };
      const found = await search.provider.nearest(point);
      const place = found && placeFindOf(found);
      return { body: { place, label: pointLabelOf(point, place) } };
    },
  });

/** Delay before the gazetteer is loaded, so that a start is not slowed down, milliseconds. A search before then loads it. */
const warmAfter = 5_000;

/**
 * Place search: names of recorded places in memory, and a provider for all others. Processes that answer reads load the names at the start; others
 * load them at the first search.
 * @param mapFilled The names are loaded after the map is filled, because a million names take the thread as long as the map.
 */
export async function openPlaceSearch(
  { engines, readSide, log, started }: Pick<OpenServices, 'engines' | 'readSide' | 'log' | 'started'>,
  mapFilled: Promise<void>,
): Promise<ServiceParts & { search: PlaceSearch }> {
  const { places: provider } = engines;
  const names = replicatePlaceNames(engines, log);
  const search = createPlaceSearch({ names, provider, readSide });
  let warming: NodeJS.Timeout | undefined;
  const warm = (): void => {
    provider.warm().catch((error: unknown) => log.error({ err: error }, 'place search could not be made ready; the first search will try again'));
  };
  return {
    search,
    routes: [bindPlaceSearchRoutes(search), itineraryRoutesOn(search), bindStopRoutes(search)],
    // Called only in processes that answer reads.
    mount: async () => {
      void mapFilled.then(search.ready);
      void started.then(() => {
        warming = setTimeout(warm, warmAfter).unref();
      });
    },
    stop: async () => {
      clearTimeout(warming);
      await names.stop();
    },
  };
}
