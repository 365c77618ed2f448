import { totalCap } from '@waystory/proto/kit/list.ts';
import { type CacheRegistry, cacheRegistry, keyFor } from '../../cache-registry.ts';
import type { Doc, ProjectionStore, Query, Selection } from '../../projection-store/port.ts';

/** Time for which a list above the cap counts as long, milliseconds. */
const trust = 60_000;

/**
 * Counts matching documents, exactly up to `totalCap`. A longer list is expensive, so its count is not repeated for a while. Other counts are cached
 * until documents change, so that pages of a list share one.
 */
export interface CappedCount {
  /** @param stampNow Returns the stamp of all documents in the condition; undefined when unknown. */
  count(collection: string, condition: Selection, stampNow?: () => string | undefined): Promise<number>;
  /** Documents of a page, with the total number on all pages. */
  page(collection: string, query: Query): Promise<{ docs: Doc[]; count: number }>;
}

export function cappedCount(
  store: Pick<ProjectionStore, 'count' | 'find' | 'findAndCount'>,
  now: () => number = Date.now,
  memory: CacheRegistry = cacheRegistry,
): CappedCount {
  /** Until when a list counts as long, milliseconds since 1970. */
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
      // The count may or may not include a concurrent change.
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
