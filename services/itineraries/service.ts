import { bulkActivities } from '@waystory/infra/bulk/bulk-activities.ts';
import { jobStartReactor } from '@waystory/infra/bulk/bulk-jobs.reactor.ts';
import { anyProjection, defineService, type OpenServices, type ServiceParts } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { countryErrors, countryEvents } from '@waystory/proto/itineraries/country.ts';
import { dayErrors } from '@waystory/proto/itineraries/day.ts';
import { itineraryErrors, itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeErrors, placeEvents } from '@waystory/proto/itineraries/place.ts';
import { placeFactsRoutes } from '@waystory/proto/itineraries/place-facts.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { reversalRoutes } from '@waystory/proto/itineraries/reversal.ts';
import { stopErrors, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { storyPlaceRoutes } from '@waystory/proto/itineraries/story-place.ts';
import { wayRoutes } from '@waystory/proto/itineraries/way.ts';
import { itineraryHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { authorsProjection } from './author/authors.projection.ts';
import { routes as bulkRoutes, targets } from './bulk/bulk.routes.ts';
import { itinerariesBulk } from './bulk/bulk.workflow.ts';
import { countriesProjection } from './country/countries.projection.ts';
import { routes as countryRoutes } from './country/country.routes.ts';
import { routes as dayRoutes } from './day/day.routes.ts';
import { routes as feedRoutes } from './feed/feed.routes.ts';
import { followingsProjection } from './feed/followings.projection.ts';
import { binExpiryActivities } from './itinerary/bin-expiry.activities.ts';
import { startBinExpiry } from './itinerary/bin-expiry.reactor.ts';
import { binExpiryWorkflow } from './itinerary/bin-expiry.workflow.ts';
import { deleteItinerariesWithAccount } from './itinerary/delete-with-account.reactor.ts';
import { openItineraryHistory } from './itinerary/itinerary.routes.ts';
import { stories } from './itinerary/stories.projection.ts';
import { storyEvents } from './itinerary/story.ts';
import { picturesProjection } from './picture/pictures.projection.ts';
import { deletePlacesWithStory } from './place/delete-with-story.reactor.ts';
import { openPlaceFacts, routes as placeRoutes } from './place/place.routes.ts';
import { openPlaceSearch } from './place/place-search.routes.ts';
import { placesProjection } from './place/places.projection.ts';
import { openReversals } from './reversal/reversal.routes.ts';
import { routes as searchRoutes } from './search/search.routes.ts';
import { bindStoryPlaceRoutes } from './search/story-place.routes.ts';
import { openStopMap } from './stop-map/stop-map.routes.ts';
import { openWays } from './way/way.routes.ts';

type Open = (services: OpenServices) => Promise<ServiceParts>;

/** Opens several parts of a context as one. */
const openParts =
  (...opens: readonly Open[]): Open =>
  async (services) =>
    joinParts(await Promise.all(opens.map((open) => open(services))));

/** Joins opened parts into one. */
const joinParts = (parts: readonly ServiceParts[]): ServiceParts => ({
  routes: parts.flatMap(({ routes = [] }) => routes),
  mount: async (app) => {
    for (const part of parts) await part.mount?.(app);
  },
  stop: async () => {
    await Promise.all(parts.map((part) => part.stop?.()));
  },
});

/** Opens the map of stops, the place search, and the routes that need both. */
async function openPlaces(services: OpenServices): Promise<ServiceParts> {
  const onMap = await openStopMap(services);
  const byName = await openPlaceSearch(services, onMap.map.filled);
  return joinParts([onMap, byName, { routes: [bindStoryPlaceRoutes(byName.search, onMap.map)] }]);
}

export const itinerariesService = defineService({
  name: 'itineraries',
  streams: [storyEvents, placeEvents, countryEvents],
  routes: [feedRoutes, searchRoutes, dayRoutes, placeRoutes, countryRoutes, bulkRoutes],
  projections: [
    anyProjection(stories),
    anyProjection(placesProjection),
    anyProjection(countriesProjection),
    anyProjection(authorsProjection),
    anyProjection(followingsProjection),
    anyProjection(picturesProjection),
  ],
  open: openParts(openPlaces, openReversals, openItineraryHistory, openWays, openPlaceFacts),
  openRoutes: [
    stopMapRoutes,
    placeSearchRoutes,
    storyPlaceRoutes,
    itineraryRoutes,
    stopRoutes,
    reversalRoutes,
    itineraryHistoryRoutes,
    wayRoutes,
    placeFactsRoutes,
  ],
  reactors: (services) => [
    deleteItinerariesWithAccount(services),
    deletePlacesWithStory(services),
    startBinExpiry(services),
    jobStartReactor('itineraries', itinerariesBulk, services),
  ],
  workflows: (services) => [
    bindWorkflow(itinerariesBulk, bulkActivities(targets, services)),
    bindWorkflow(binExpiryWorkflow, binExpiryActivities(services)),
  ],
  errors: { ...itineraryErrors, ...dayErrors, ...stopErrors, ...placeErrors, ...countryErrors },
});
