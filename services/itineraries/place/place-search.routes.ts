import { Rejected } from '@waystory/infra/kit/decider.ts';
import type { ReadSide, Reads } from '@waystory/infra/kit/read-side.ts';
import { type BoundRoutes, bind } from '@waystory/infra/kit/route-handler.ts';
import type { Places, SearchOptions } from '@waystory/infra/places/port.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { type KnownFind, labelOf, mergeFinds, newFind } from './place-finds.ts';
import type { FollowedPlaceNames } from './place-names.follower.ts';
import { places, placesProjection } from './places.projection.ts';

interface Searched {
  names: Pick<FollowedPlaceNames, 'current' | 'reached'>;
  provider: Places;
  readSide: Pick<ReadSide, 'watermark'>;
}

export const routesOn = (searched: Searched): BoundRoutes =>
  bind(placeSearchRoutes, {
    searchPlaces: async ({ query: { q, ...options } }, { reads }) => {
      const [known, found] = await Promise.all([knownFinds(searched, q, options, reads), searched.provider.search(q, options)]);
      return { body: { items: mergeFinds(q, known, found, options.limit) } };
    },
    nearestPlace: async ({ query: { lat: latitude, lng: longitude } }) => {
      const point = { latitude, longitude };
      const found = await searched.provider.nearest(point);
      const place = found && newFind(found);
      return { body: { place, label: labelOf(point, place) } };
    },
  });

/** Recorded places of this name, as they are now. */
async function knownFinds({ names, readSide }: Searched, query: string, options: SearchOptions, reads: Reads): Promise<KnownFind[]> {
  // As long as a process that has just begun does not know the names, it finds what others know. Not having read, the answer is not kept.
  if (!(await names.reached(0))) return [];
  // Reads nothing, but waits for the caller's last write.
  await reads.byIds(places, []);
  if (!(await names.reached(readSide.watermark(placesProjection.name)))) throw new Rejected('read/behind', { projection: placesProjection.name });
  const matches = names.current().search(query, options);
  const found = await reads.byIds(
    places,
    matches.map(({ item }) => item),
  );
  const byId = new Map(found.map((place) => [place.id, place]));
  return matches.flatMap(({ item, relevance, slipped }) => {
    const place = byId.get(item);
    return place ? [{ place, relevance: Math.round(relevance * 1_000) / 1_000, slipped }] : [];
  });
}
