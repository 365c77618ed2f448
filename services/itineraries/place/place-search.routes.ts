import { type BoundRoutes, bind } from '@waystory/infra/http/route-handler.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { areaSeen } from '../stop/story-area.ts';
import { choose } from './place-choice.ts';
import { labelOf, newFind } from './place-finds.ts';
import { findInStory } from './place-in-story.ts';
import type { PlaceSearch } from './place-search.ts';

export const routesOn = (search: PlaceSearch): BoundRoutes =>
  bind(placeSearchRoutes, {
    searchPlaces: async ({ query: { q, itineraryId, limit, ...options }, principal }, { reads }) => {
      if (!itineraryId) {
        const finds = await search.find(q, { ...options, limit }, principal, reads);
        return { body: { items: finds.map(({ item }) => item), isMeant: 'chosen' in choose(finds) } };
      }
      const area = await areaSeen(itineraryId, reads);
      const { choice, ranked } = await findInStory(area, (around) => search.find(q, { ...options, ...around }, principal, reads));
      const first = 'chosen' in choice ? [choice.chosen] : choice.candidates;
      const items = [...new Set([...first, ...ranked.map(({ item }) => item)])].slice(0, limit);
      return { body: { items, isMeant: 'chosen' in choice } };
    },
    placesWithin: async ({ query: { box, limit } }, { reads }) => ({ body: { items: await search.within(box, limit, reads) } }),
    nearestPlace: async ({ query: { lat: latitude, lng: longitude } }) => {
      const point = { latitude, longitude };
      const found = await search.provider.nearest(point);
      const place = found && newFind(found);
      return { body: { place, label: labelOf(point, place) } };
    },
  });
