import type { OpenServices, ServiceParts } from '@waystory/infra/host/service.ts';
import { bindRoutes } from '@waystory/infra/http/route-handler.ts';
import { wayRoutes } from '@waystory/proto/itineraries/way.ts';

/** Routes between points, from the configured provider. */
export const openWays = async ({ engines }: Pick<OpenServices, 'engines'>): Promise<ServiceParts> => ({
  routes: [
    bindRoutes(wayRoutes, { findWays: async ({ query: { points, mode } }) => ({ body: { items: await engines.routing.ways(points, mode) } }) }),
  ],
});
