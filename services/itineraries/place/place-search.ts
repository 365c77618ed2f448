import { Rejected } from '@waystory/infra/kit/decider.ts';
import type { ReadSide, Reads } from '@waystory/infra/kit/read-side.ts';
import type { Places, SearchOptions } from '@waystory/infra/places/port.ts';
import { type KnownFind, type RankedFind, rankFinds } from './place-finds.ts';
import type { FollowedPlaceNames } from './place-names.follower.ts';
import { places, placesProjection } from './places.projection.ts';

/** Finds places by words: those that are recorded here, and those that a provider knows. */
export interface PlaceSearch {
  /** Best first. As long as a process that has just begun does not know the recorded names, it finds what the provider knows. */
  find(words: string, options: SearchOptions, reads: Reads): Promise<RankedFind[]>;
  /** Resolves to true when the recorded names are known, to false when that takes too long. */
  ready(): Promise<boolean>;
  provider: Places;
}

interface Searched {
  names: Pick<FollowedPlaceNames, 'current' | 'reached' | 'start'>;
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
    find: async (words, options, reads) => {
      follow();
      const [known, found] = await Promise.all([knownFinds(searched, words, options, reads), provider.search(words, options)]);
      return rankFinds(words, known, found, options.limit);
    },
  };
}

/** Recorded places of this name, as they are now. */
async function knownFinds({ names, readSide }: Searched, words: string, options: SearchOptions, reads: Reads): Promise<KnownFind[]> {
  // Not having read, the answer is not kept.
  if (!(await names.reached(0))) return [];
  // Reads nothing, but waits for the caller's last write.
  await reads.byIds(places, []);
  if (!(await names.reached(readSide.watermark(placesProjection.name)))) throw new Rejected('read/behind', { projection: placesProjection.name });
  const matches = names.current().search(words, options);
  const found = await reads.byIds(
    places,
    matches.map(({ item }) => item),
  );
  const byId = new Map(found.map((place) => [place.id, place]));
  return matches.flatMap(({ item, relevance, ...match }) => {
    const place = byId.get(item);
    return place ? [{ place, relevance: Math.round(relevance * 1_000) / 1_000, match }] : [];
  });
}
