import { orThrow } from '@waystory/infra/errors.ts';
import {
  type BoundRoutes,
  bindRoutes,
  commandRouteHandler,
  type HandlerServices,
  type RouteRequest,
  requireAccountId,
} from '@waystory/infra/http/route-handler.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { type SavedItinerary, type SavedStop, saveRoutes } from '@waystory/proto/social/save.ts';
import type { Target } from '@waystory/proto/social/target.ts';
import type { ReadTarget } from '../target/read-target.ts';
import { type Save, saveIdOf, saveStream } from './save.ts';
import { savedItineraries, savedStops } from './saves.projection.ts';

const command = commandRouteHandler(saveStream);

// A saved stop counts as unknown on the routes of saved itineraries, and a saved itinerary on those of saved stops.
const itinerary = (save: Save | null): SavedItinerary => orThrow(save && !('stopId' in save) ? save : null, 'save/unknown');
const stop = (save: Save | null): SavedStop => orThrow(save && 'stopId' in save ? save : null, 'save/unknown');

const unsave = (request: RouteRequest<Route>, kind: Target['kind'], id: string) => ({
  id: saveIdOf(requireAccountId(request), kind, id),
  command: { type: 'Unsave' as const },
});

/** Routes of saves. Targets are read from the log, so that their visibility is current. */
export function bindSaveRoutes(readTarget: ReadTarget): BoundRoutes {
  function save(request: RouteRequest<Route>, { reads }: HandlerServices, kind: Target['kind'], id: string) {
    const accountId = requireAccountId(request);
    const command = async () => ({ type: 'Save' as const, accountId, target: await readTarget({ kind, id }, request.principal, reads) });
    return { id: saveIdOf(accountId, kind, id), command };
  }
  return bindRoutes(saveRoutes, {
    saveItinerary: command((request, services) => save(request, services, 'itinerary', request.body.itineraryId), itinerary),
    // Saved itineraries may be unlisted, because the account had the link.
    listSavedItineraries: async ({ query }, { reads }) => ({ body: await reads.list(savedItineraries, query, { reach: 'linked' }) }),
    unsaveItinerary: command(
      (request) => unsave(request, 'itinerary', request.params.itineraryId),
      () => undefined,
    ),
    saveStop: command((request, services) => save(request, services, 'stop', request.body.stopId), stop),
    listSavedStops: async ({ query }, { reads }) => ({ body: await reads.list(savedStops, query, { reach: 'linked' }) }),
    unsaveStop: command(
      (request) => unsave(request, 'stop', request.params.stopId),
      () => undefined,
    ),
  });
}
