import { bulkActivities } from '@waystory/infra/bulk/bulk-activities.ts';
import { startJobs } from '@waystory/infra/bulk/bulk-jobs.reactor.ts';
import { anyProjection, defineService } from '@waystory/infra/host/service.ts';
import { bindWorkflow } from '@waystory/infra/workflows/workflow.ts';
import { countryErrors, countryEvents } from '@waystory/proto/itineraries/country.ts';
import { dayErrors } from '@waystory/proto/itineraries/day.ts';
import { itineraryErrors } from '@waystory/proto/itineraries/itinerary.ts';
import { placeErrors, placeEvents } from '@waystory/proto/itineraries/place.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { reversalRoutes } from '@waystory/proto/itineraries/reversal.ts';
import { stopErrors, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { wayRoutes } from '@waystory/proto/itineraries/way.ts';
import { itineraryHistoryRoutes } from '@waystory/proto/operations/history.ts';
import { authorsProjection } from './author/authors.projection.ts';
import { routes as bulkRoutes, targets } from './bulk/bulk.routes.ts';
import { itinerariesBulk } from './bulk/bulk.workflow.ts';
import { countriesProjection } from './country/countries.projection.ts';
import { routes as countryRoutes } from './country/country.routes.ts';
import { routes as dayRoutes } from './day/day.routes.ts';
import { binExpiryActivities } from './itinerary/bin-expiry.activities.ts';
import { emptyBins } from './itinerary/bin-expiry.reactor.ts';
import { binExpiryWorkflow } from './itinerary/bin-expiry.workflow.ts';
import { deleteWithAccount } from './itinerary/delete-with-account.reactor.ts';
import { routes as itineraryRoutes } from './itinerary/itinerary.routes.ts';
import { openHistory } from './itinerary/itinerary-history.routes.ts';
import { stories } from './itinerary/stories.projection.ts';
import { storyEvents } from './itinerary/story.ts';
import { openParts } from './open-parts.ts';
import { picturesProjection } from './picture/pictures.projection.ts';
import { deletePlacesWithStory } from './place/delete-with-story.reactor.ts';
import { openPlaceSearch } from './place/open-place-search.ts';
import { routes as placeRoutes } from './place/place.routes.ts';
import { placesProjection } from './place/places.projection.ts';
import { openReversals } from './reversal/reversal.routes.ts';
import { routes as searchRoutes } from './search/search.routes.ts';
import { openStopMap } from './stop-map/open-stop-map.ts';
import { openWays } from './way/way.routes.ts';

export const itinerariesService = defineService({
  name: 'itineraries',
  streams: [storyEvents, placeEvents, countryEvents],
  routes: [itineraryRoutes, searchRoutes, dayRoutes, placeRoutes, countryRoutes, bulkRoutes],
  projections: [
    anyProjection(stories),
    anyProjection(placesProjection),
    anyProjection(countriesProjection),
    anyProjection(authorsProjection),
    anyProjection(picturesProjection),
  ],
  open: openParts(openStopMap, openPlaceSearch, openReversals, openHistory, openWays),
  openRoutes: [stopMapRoutes, placeSearchRoutes, stopRoutes, reversalRoutes, itineraryHistoryRoutes, wayRoutes],
  reactors: (services) => [
    deleteWithAccount(services),
    deletePlacesWithStory(services),
    emptyBins(services),
    startJobs('itineraries', itinerariesBulk, services),
  ],
  workflows: (services) => [
    bindWorkflow(itinerariesBulk, bulkActivities(targets, services)),
    bindWorkflow(binExpiryWorkflow, binExpiryActivities(services)),
  ],
  errors: { ...itineraryErrors, ...dayErrors, ...stopErrors, ...placeErrors, ...countryErrors },
});
