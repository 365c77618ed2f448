import { isInBox } from '@waystory/proto/kit/filter.ts';
import { z } from 'zod';
import { ifAvailable } from '../errors.ts';
import type { AnswerCache } from '../open-data/answer-cache.ts';
import { thingOf } from './osm-kinds.ts';
import type { FoundPlace, Places } from './port.ts';

/** Places of an open service; one that finds nothing by id has no `retrieve`. */
export type OpenPlaces = Pick<Places, 'search' | 'nearest' | 'within'> & Partial<Pick<Places, 'retrieve'>>;

/** Longest id that is looked up. */
const longestId = 60;
/** Ids of which this process remembers that their places are kept. */
const mostRecent = 5_000;
/** Found places are cached in the product's own shape. */
const keptPlace = z.custom<FoundPlace>((value) => typeof value === 'object' && value !== null && 'mapboxId' in value);

/**
 * Places of an open service beside those that are built in, which answer alone while it is away. What it found is kept by its id, so that a stop at it can be
 * made later.
 */
export function placesWithOpen(open: OpenPlaces, builtIn: Places, answers: AnswerCache): Places {
  const keyOf = (id: string): string => `place ${id}`;
  const recent = new Set<string>();
  async function kept(found: FoundPlace[]): Promise<FoundPlace[]> {
    const answeredAt = Date.now();
    if (recent.size > mostRecent) recent.clear();
    const anew = found.filter(({ mapboxId }) => !recent.has(mapboxId));
    for (const { mapboxId } of anew) recent.add(mapboxId);
    // A cache that is away costs a question more later on.
    await Promise.all(anew.map((place) => answers.keep(keyOf(place.mapboxId), { text: JSON.stringify(place), answeredAt }))).catch(() => {});
    return found;
  }
  async function recalled(id: string): Promise<FoundPlace | null> {
    const answer = await answers.read(keyOf(id));
    return answer && (keptPlace.safeParse(JSON.parse(answer.text)).data ?? null);
  }
  return {
    async search(query, options) {
      const [own, found] = await Promise.all([builtIn.search(query, options), ifAvailable(open.search(query, options).then(kept))]);
      const others = found ?? [];
      const room = Math.max(options.limit - others.length, Math.ceil(options.limit / 2));
      return [...own.slice(0, room), ...others].slice(0, options.limit);
    },
    async retrieve(id) {
      if (!thingOf(id) || id.length > longestId) return builtIn.retrieve(id);
      return (await recalled(id)) ?? (await open.retrieve?.(id)) ?? null;
    },
    nearest: async (coordinates) => (await ifAvailable(open.nearest(coordinates))) ?? builtIn.nearest(coordinates),
    async within(box, limit) {
      const [own, found] = await Promise.all([builtIn.within(box, limit), ifAvailable(open.within(box, limit).then(kept))]);
      const there = (found ?? []).filter(({ featureType, coordinates }) => featureType === 'poi' && isInBox(box, coordinates));
      return [...own, ...there].slice(0, limit);
    },
    warm: builtIn.warm,
  };
}
