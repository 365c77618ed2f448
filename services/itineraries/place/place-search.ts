import { Rejected } from '@waystory/infra/errors.ts';
import type { Principal } from '@waystory/infra/identity/principal.ts';
import type { Places, SearchOptions } from '@waystory/infra/places/port.ts';
import type { ReadSide, Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import { type Box, eq } from '@waystory/proto/kit/filter.ts';
import { type KnownFind, mergedFinds, type RankedFind, rankFinds } from './place-finds.ts';
import type { PlaceNamesReplica } from './place-names.replica.ts';
import { createPlaceNames } from './place-names.ts';
import { findable, ownPlaces, places, placesProjection } from './places.projection.ts';

/** So many custom places of the caller are looked through, the latest. */
const mostOwn = 200;

/** So many recorded places of a part of the map are looked at. */
const mostWithin = 500;

export interface FindOptions extends SearchOptions {
  /** `own` leaves out places typed by others, whose texts may say anything; `all` by default. */
  typed?: 'all' | 'own';
}

/** Finds places by words and by where they are: those that are recorded here, and those that a provider knows. */
export interface PlaceSearch {
  /**
   * Places that the principal may find, best first. A process that has just begun finds only those of the provider until recorded names are loaded.
   */
  find(words: string, options: FindOptions, principal: Principal, reads: Reads): Promise<RankedFind[]>;
  /** Points of interest in a part of the map for everyone, without places typed for stories. */
  within(box: Box, limit: number, reads: Reads): Promise<PlaceFind[]>;
  /** Resolves to true when the recorded names are known, to false when that takes too long. */
  ready(): Promise<boolean>;
  provider: Places;
}

interface Searched {
  names: Pick<PlaceNamesReplica, 'current' | 'reached' | 'start'>;
  provider: Places;
  readSide: Pick<ReadSide, 'watermark'>;
}

/** Nothing is loaded before it is first asked for. */
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

/** Names are as far as the read model. @throws Rejected when they do not get there in time. */
async function reachAll(names: Searched['names'], readSide: Searched['readSide']): Promise<void> {
  if (!(await names.reached(readSide.watermark(placesProjection.name)))) throw new Rejected('read/behind', { projection: placesProjection.name });
}

/** Recorded places of the world in a box, as they are now. */
async function knownWithin({ names, readSide }: Searched, box: Box, reads: Reads): Promise<Place[]> {
  if (!(await names.reached(0))) return [];
  // It reads nothing, but waits for the caller's last write.
  await reads.byIds(places, []);
  await reachAll(names, readSide);
  const ids = names.current().within(box).slice(0, mostWithin);
  if (ids.length === 0) return [];
  const ofWorld = { op: 'and' as const, of: [{ op: 'in' as const, field: 'id', values: ids }, eq('origin', 'WORLD'), findable(null)] };
  return reads.all(places, ofWorld, [], ids.length);
}

/** Recorded places of this name, as they are now: those that everyone finds, and those of the caller's own stops. */
async function knownFinds(searched: Searched, words: string, options: FindOptions, { accountId }: Principal, reads: Reads): Promise<KnownFind[]> {
  const { names, readSide } = searched;
  // Not having read, the answer is not kept.
  if (!(await names.reached(0))) return [];
  // Without an own place it reads nothing, but waits for the caller's last write.
  const latest = [{ field: 'updatedAt', direction: -1 as const }];
  const own = accountId ? await reads.all(places, ownPlaces(accountId), latest, mostOwn) : await reads.byIds(places, []);
  await reachAll(names, readSide);
  const ownNames = createPlaceNames();
  for (const place of own) ownNames.put(place);
  const matches = [...ownNames.search(words, options), ...names.current().search(words, options)].sort((a, b) => b.relevance - a.relevance);
  const ids = [...new Set(matches.map(({ item }) => item))];
  if (ids.length === 0) return [];
  // The names may be a moment behind what everyone may see.
  const found = await reads.all(places, { op: 'and', of: [{ op: 'in', field: 'id', values: ids }, findable(accountId)] }, [], ids.length);
  const trusted = options.typed === 'own' ? found.filter((place) => place.origin === 'WORLD' || place.accountId === accountId) : found;
  const byId = new Map(trusted.map((place) => [place.id, place]));
  return matches.flatMap(({ item, relevance, ...match }) => {
    const place = byId.get(item);
    byId.delete(item);
    return place ? [{ place, relevance: Math.round(relevance * 1_000) / 1_000, match }] : [];
  });
}
