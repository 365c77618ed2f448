import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { labelOf, newFind } from './place-finds.ts';
import type { PlaceSearch } from './place-search.ts';

export const routesOn = (search: PlaceSearch): BoundRoutes =>
  bind(placeSearchRoutes, {
    searchPlaces: async ({ query: { q, ...options }, principal }, { reads }) => {
      const finds = await search.find(q, options, principal, reads);
      return { body: { items: finds.map(({ item }) => item) } };
    },
    placesWithin: async ({ query: { box, limit } }, { reads }) => ({ body: { items: await search.within(box, limit, reads) } }),
    nearestPlace: async ({ query: { lat: latitude, lng: longitude } }) => {
      const point = { latitude, longitude };
      const found = await search.provider.nearest(point);
      const place = found && newFind(found);
      return { body: { place, label: labelOf(point, place) } };
    },
  });
