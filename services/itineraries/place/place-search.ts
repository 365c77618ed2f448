import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Places, SearchOptions } from '@waystory/infra/places/port.ts';
import type { ReadSide, Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import { type Box, eq } from '@waystory/proto/kit/filter.ts';
import { mergedFinds, type RankedFind, type RecordedFind, rankFinds } from './place-finds.ts';
import { createPlaceNames, type PlaceNamesReplica } from './place-names.replica.ts';
import { findablePlacesFilter, ownPlacesFilter, places, placesProjection } from './places.projection.ts';

/** Most custom places of the caller that are searched, latest first. */
const mostOwn = 200;

/** Most recorded places that are read for one bounding box. */
const mostWithin = 500;

interface FindOptions extends SearchOptions {
  /** `own` leaves out custom places of others, whose texts are unchecked; `all` by default. */
  typed?: 'all' | 'own';
}

/** Finds places by words and by position, both recorded places and places of a provider. */
export interface PlaceSearch {
  /** Places that the principal may find, best first. A new process finds only places of the provider until the recorded names are loaded. */
  find(words: string, options: FindOptions, principal: Principal, reads: Reads): Promise<RankedFind[]>;
  /** Public points of interest in a bounding box, without custom places. */
  within(box: Box, limit: number, reads: Reads): Promise<PlaceSearchResult[]>;
  /** Resolves to true when the recorded names are loaded, to false on a timeout. */
  ready(): Promise<boolean>;
  provider: Places;
}

interface Searched {
  names: Pick<PlaceNamesReplica, 'current' | 'reached' | 'start'>;
  provider: Places;
  readSide: Pick<ReadSide, 'watermark'>;
}

/** Nothing is loaded before the first search. */
export function createPlaceSearch(searched: Searched): PlaceSearch {
  const { names, provider } = searched;
  let isFollowing = false;
  const follow = (): void => {
    if (!isFollowing) names.start();
    isFollowing = true;
  };
  return {
    provider,
    ready: () => {
      follow();
      return names.reached(0);
    },
    find: async (words, options, principal, reads) => {
      follow();
      const [known, found] = await Promise.all([knownFinds(searched, words, options, principal, reads), provider.search(words, options)]);
      return rankFinds(words, known, found, options.limit);
    },
    within: async (box, limit, reads) => {
      follow();
      const [known, found] = await Promise.all([knownWithin(searched, box, reads), provider.within(box, limit)]);
      return mergedFinds(known, found, limit);
    },
  };
}

/**
 * Waits until the names reach the watermark of the read model.
 * @throws Rejected on a timeout.
 */
async function reachAll(names: Searched['names'], readSide: Searched['readSide']): Promise<void> {
  if (!(await names.reached(readSide.watermark(placesProjection.name)))) throw new Rejected('read/behind', { projection: placesProjection.name });
}

/** Recorded world places in a box, in their present state. */
async function knownWithin({ names, readSide }: Searched, box: Box, reads: Reads): Promise<Place[]> {
  if (!(await names.reached(0))) return [];
  // The call reads no document, but waits for the caller's last write.
  await reads.byIds(places, []);
  await reachAll(names, readSide);
  const ids = names.current().within(box).slice(0, mostWithin);
  if (ids.length === 0) return [];
  const ofWorld = { op: 'and' as const, of: [{ op: 'in' as const, field: 'id', values: ids }, eq('origin', 'WORLD'), findablePlacesFilter(null)] };
  return reads.all(places, ofWorld, [], ids.length);
}

/** Recorded places of this name, in their present state: public ones, and those of the caller's own stops. */
async function knownFinds(searched: Searched, words: string, options: FindOptions, { accountId }: Principal, reads: Reads): Promise<RecordedFind[]> {
  const { names, readSide } = searched;
  // An incomplete answer must not be cached, and without a tracked read it is not.
  if (!(await names.reached(0))) return [];
  // Without a custom place of the caller, the call reads no document, but waits for the caller's last write.
  const latest = [{ field: 'updatedAt', direction: -1 as const }];
  const own = accountId ? await reads.all(places, ownPlacesFilter(accountId), latest, mostOwn) : await reads.byIds(places, []);
  await reachAll(names, readSide);
  const ownNames = createPlaceNames();
  for (const place of own) ownNames.put(place);
  const matches = [...ownNames.search(words, options), ...names.current().search(words, options)].sort((a, b) => b.relevance - a.relevance);
  const ids = [...new Set(matches.map(({ item }) => item))];
  if (ids.length === 0) return [];
  // The names may lag behind the visibility of places.
  const found = await reads.all(places, { op: 'and', of: [{ op: 'in', field: 'id', values: ids }, findablePlacesFilter(accountId)] }, [], ids.length);
  const trusted = options.typed === 'own' ? found.filter((place) => place.origin === 'WORLD' || place.accountId === accountId) : found;
  const byId = new Map(trusted.map((place) => [place.id, place]));
  return matches.flatMap(({ item, relevance, ...match }) => {
    const place = byId.get(item);
    byId.delete(item);
    return place ? [{ place, relevance: Math.round(relevance * 1_000) / 1_000, match }] : [];
  });
}
