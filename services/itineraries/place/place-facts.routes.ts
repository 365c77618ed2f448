import { ifAvailable, orThrow } from '@waystory/infra/errors.ts';
import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { bind } from '@waystory/infra/http/route-handler.ts';
import { placeFactsRoutes } from '@waystory/proto/itineraries/place-facts.ts';
import { places } from './places.projection.ts';

/** Facts about a place from the configured provider, by the provider's id. */
export const openPlaceFacts = async ({ engines, readSide }: Pick<OpenServices, 'engines' | 'readSide'>): Promise<ServiceParts> => ({
  routes: [
    bind(placeFactsRoutes, {
      getPlaceFacts: async ({ params, query, principal }, { reads }) => {
        // Read outside the tracked reads of the request: otherwise the answer would be cached, even one given while an encyclopedia was unavailable.
        const place = orThrow(await readSide.forRequest(principal, reads.after).one(places, params.id), 'place/unknown');
        const { wikidataId } = place;
        return { body: { facts: wikidataId === null ? null : await ifAvailable(engines.facts.about(wikidataId, query.language)) } };
      },
    }),
  ],
});
