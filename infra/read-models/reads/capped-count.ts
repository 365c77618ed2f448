import { totalCap } from '@waystory/proto/kit/list.ts';
import { type CacheRegistry, cacheRegistry, keyFor } from '../../cache-registry.ts';
import type { Doc, ProjectionStore, Query, Selection } from '../../projection-store/port.ts';

/** A list that was longer than the cap is taken to be so for this long, milliseconds. */
const trust = 60_000;

/**
 * Counts matching documents, exactly up to `totalCap`. A longer list, which is expensive to count, is not counted again for a while. Any other count
 * holds until documents change, so that it is not repeated for each page of a list.
 */
export interface CappedCount {
  /** @param stampNow asks for the stamp of all that the condition looks at; undefined when that is not known. */
  count(collection: string, condition: Selection, stampNow?: () => string | undefined): Promise<number>;
  /** The documents of a page, and how many there are on all pages. */
  page(collection: string, query: Query): Promise<{ docs: Doc[]; count: number }>;
}

export function cappedCount(
  store: Pick<ProjectionStore, 'count' | 'find' | 'findAndCount'>,
  now: () => number = Date.now,
  memory: CacheRegistry = cacheRegistry,
): CappedCount {
  /** End of the time that a list is taken to be long, milliseconds since 1970. */
  const large = memory.cache<string, number>('long lists', { sizeOf: () => 16, isStale: (until) => until <= now() });
  const exact = memory.cache<string, { stamp: string; count: number }>('counts', { sizeOf: ({ stamp }) => 16 + stamp.length });
  const keyOf = (collection: string, { filter, childMatches, parentMatches }: Selection): string =>
    keyFor(`${collection} ${JSON.stringify({ filter, childMatches, parentMatches })}`);
  const isLarge = (collection: string, condition: Selection): boolean => large.size() > 0 && (large.get(keyOf(collection, condition)) ?? 0) > now();
  const learn = (collection: string, condition: Selection, count: number): void => {
    if (count > totalCap) large.set(keyOf(collection, condition), now() + trust);
  };
  return {
    count: async (collection, condition, stampNow = () => undefined) => {
      if (isLarge(collection, condition)) return totalCap + 1;
      const stamp = stampNow();
      const key = keyOf(collection, condition);
      const known = exact.get(key);
      if (known && known.stamp === stamp) return known.count;
      const count = await store.count(collection, condition, totalCap + 1);
      learn(collection, condition, count);
      // The count may include a change that came meanwhile, or not.
      if (stamp !== undefined && stampNow() === stamp) exact.set(key, { stamp, count });
      return count;
    },
    page: async (collection, query) => {
      if (isLarge(collection, query)) return { docs: await store.find(collection, query), count: totalCap + 1 };
      const page = await store.findAndCount(collection, query, totalCap + 1);
      learn(collection, query, page.count);
      return page;
    },
  };
}
