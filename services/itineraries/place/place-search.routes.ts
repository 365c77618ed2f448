import { Rejected } from '@waystory/infra/kit/decider.ts';
import type { ReadSide, Reads } from '@waystory/infra/kit/read-side.ts';
import { type BoundRoutes, bind } from '@waystory/infra/kit/route-handler.ts';
import type { Viewer } from '@waystory/infra/kit/viewer.ts';
import type { Places, SearchOptions } from '@waystory/infra/places/port.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import type { Filter } from '@waystory/proto/kit/filter.ts';
import { type KnownFind, labelOf, mergeFinds, newFind } from './place-finds.ts';
import type { FollowedPlaceNames } from './place-names.follower.ts';
import { createPlaceNames } from './place-names.ts';
import { findable, ownPlaces, places, placesProjection } from './places.projection.ts';

/** So many custom places of the caller are looked through, the latest. */
const mostOwn = 200;

interface Searched {
  names: Pick<FollowedPlaceNames, 'current' | 'reached'>;
  provider: Places;
  readSide: Pick<ReadSide, 'watermark'>;
}

export const routesOn = (searched: Searched): BoundRoutes =>
  bind(placeSearchRoutes, {
    searchPlaces: async ({ query: { q, ...options }, viewer }, { reads }) => {
      const [known, found] = await Promise.all([knownFinds(searched, q, options, viewer, reads), searched.provider.search(q, options)]);
      return { body: { items: mergeFinds(q, known, found, options.limit) } };
    },
    nearestPlace: async ({ query: { lat: latitude, lng: longitude } }) => {
      const point = { latitude, longitude };
      const found = await searched.provider.nearest(point);
      const place = found && newFind(found);
      return { body: { place, label: labelOf(point, place) } };
    },
  });

/** Recorded places of this name, as they are now: those that everyone finds, and those of the caller's own stops. */
async function knownFinds(searched: Searched, query: string, options: SearchOptions, { accountId }: Viewer, reads: Reads): Promise<KnownFind[]> {
  const { names, readSide } = searched;
  // As long as a process that has just begun does not know the names, it finds what others know. Not having read, the answer is not kept.
  if (!(await names.reached(0))) return [];
  // Without an own place it reads nothing, but waits for the caller's last write.
  const latest = [{ field: 'updatedAt', direction: -1 as const }];
  const own = accountId ? await reads.all(places, ownPlaces(accountId), latest, mostOwn) : await reads.byIds(places, []);
  if (!(await names.reached(readSide.watermark(placesProjection.name)))) throw new Rejected('read/behind', { projection: placesProjection.name });
  const ownNames = createPlaceNames();
  for (const place of own) ownNames.put(place);
  const matches = [...ownNames.search(query, options), ...names.current().search(query, options)].sort((a, b) => b.relevance - a.relevance);
  const ids = [...new Set(matches.map(({ item }) => item))];
  if (ids.length === 0) return [];
  // The names may be a moment behind what everyone may see.
  const isOpen: Filter = { op: 'and', of: [{ op: 'in', field: 'id', values: ids }, findable(accountId)] };
  const found = await reads.all(places, isOpen, [], ids.length);
  const byId = new Map(found.map((place) => [place.id, place]));
  return matches.flatMap(({ item, relevance, slipped }) => {
    const place = byId.get(item);
    byId.delete(item);
    return place ? [{ place, relevance: Math.round(relevance * 1_000) / 1_000, slipped }] : [];
  });
}
