import { bindBulk } from '@waystory/infra/bulk/bulk-routes.ts';
import { itineraryBulkRoutes } from '@waystory/proto/itineraries/bulk.ts';
import { countryTarget, dayTarget, itineraryTarget, placeTarget } from './bulk-targets.ts';

export const routes = bindBulk(itineraryBulkRoutes, 'itineraries', {
  Itineraries: itineraryTarget,
  Days: ({ itineraryId = '' }) => dayTarget(itineraryId),
  Countries: countryTarget,
  Places: placeTarget,
});
