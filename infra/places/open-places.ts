import { isInBox } from '@waystory/proto/kit/filter.ts';
import { z } from 'zod';
import { ifAvailable } from '../errors.ts';
import type { AnswerCache } from '../open-data/answer-cache.ts';
import { osmObjectOf } from './osm-place.ts';
import type { FoundPlace, Places } from './port.ts';

/** Places of an open service; a service without look-up by id has no `retrieve`. */
export type OpenPlaces = Pick<Places, 'search' | 'nearest' | 'within'> & Partial<Pick<Places, 'retrieve'>>;

/** Maximum length of an id; longer ids are unknown. */
const longestId = 60;
/** Most ids that this process remembers as cached. */
const mostRecent = 5_000;
/** Found places are cached in the product's own shape. */
const keptPlace = z.custom<FoundPlace>((value) => typeof value === 'object' && value !== null && 'mapboxId' in value);

/**
 * Combines an open service with the built-in places, which alone answer during its outage. Found places are cached by id, so that a stop can be
 * created from a place later.
 */
export function placesWithOpen(open: OpenPlaces, builtIn: Places, answers: AnswerCache): Places {
  const keyOf = (id: string): string => `place ${id}`;
  const recent = new Set<string>();
  async function kept(found: FoundPlace[]): Promise<FoundPlace[]> {
    const answeredAt = Date.now();
    if (recent.size > mostRecent) recent.clear();
    const anew = found.filter(({ mapboxId }) => !recent.has(mapboxId));
    for (const { mapboxId } of anew) recent.add(mapboxId);
    // Failed cache writes are ignored: they only cost a later request.
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
      if (!osmObjectOf(id) || id.length > longestId) return builtIn.retrieve(id);
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
