import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { bindRoutes, commandRouteHandler } from '@waystory/infra/http/route-handler.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { placeFactsRoutes } from '@waystory/proto/itineraries/place-facts.ts';
import { type PlaceRecord, placeStream, placeView } from './place.ts';
import { places } from './places.projection.ts';

const command = commandRouteHandler(placeStream);
const shown = (place: PlaceRecord | null) => placeView(orThrow(place, 'place/unknown'));

export const routes = bindRoutes(placeRoutes, {
  createPlace: command(({ body, newId }) => ({ id: newId, command: { type: 'CreatePlace', placeId: newId, place: body } }), shown),
  listPlaces: async ({ query }, { reads }) => {
    const page = await reads.list(places, query);
    return { body: { ...page, items: page.items.map(placeView) } };
  },
  getPlace: async ({ params }, { reads }) => ({ body: shown(await reads.one(places, params.id)) }),
  patchPlace: command(({ params, body }) => ({ id: params.id, command: { type: 'PatchPlace', changes: body } }), shown),
  deletePlace: command(
    ({ params }) => ({ id: params.id, command: { type: 'DeletePlace' } }),
    () => undefined,
  ),
});

/** Facts about a place from the configured provider, by the provider's id. */
export const openPlaceFacts = async ({ engines, readSide }: Pick<OpenServices, 'engines' | 'readSide'>): Promise<ServiceParts> => ({
  routes: [
    bindRoutes(placeFactsRoutes, {
      getPlaceFacts: async ({ params, query, principal }, { reads }) => {
        // Read outside the tracked reads of the request: otherwise the answer would be cached, even one given while an encyclopedia was unavailable.
        const place = orThrow(await readSide.forRequest(principal, reads.after).one(places, params.id), 'place/unknown');
        const { wikidataId } = place;
        return { body: { facts: wikidataId === null ? null : await ifAvailable(engines.facts.about(wikidataId, query.language)) } };
      },
    }),
  ],
});
