import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { joinParts } from './open-parts.ts';
import { openPlaceSearch } from './place/open-place-search.ts';
import { routesOn } from './search/story-place.routes.ts';
import { openStopMap } from './stop-map/open-stop-map.ts';

/** The map of stops, the search for places, and what is found with both of them. */
export async function openPlaces(services: OpenServices): Promise<ServiceParts> {
  const onMap = await openStopMap(services);
  const byName = await openPlaceSearch(services, onMap.map.filled);
  return joinParts([onMap, byName, { routes: [routesOn(byName.search, onMap.map)] }]);
}
