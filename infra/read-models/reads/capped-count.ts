import { totalCap } from '@waystory/proto/kit/list.ts';
import { type CallerMemory, callerMemory, keyFor } from '../../caller-memory.ts';
import type { Doc, ProjectionStore, Query, Selection } from '../../projection-store/port.ts';

/** For how long a list that had more items than are counted is taken to have them still, milliseconds. */
const trust = 60_000;

/**
 * Counts matching documents, exactly up to `totalCap`. What was found to be more is not counted again for a while, whatever changes: that is the dear
 * case. Any other count holds until documents change, so that who walks a list page by page does not have it counted each time.
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
  memory: CallerMemory = callerMemory,
): CappedCount {
  /** Until when each is taken to be large, milliseconds since 1970. */
  const large = memory.cache<string, number>('long lists', { sizeOf: () => 16, isStale: (until) => until <= now() });
  const exact = memory.cache<string, { stamp: string; count: number }>('counts', { sizeOf: ({ stamp }) => 16 + stamp.length });
  const keyOf = (collection: string, { filter, having, under }: Selection): string =>
    keyFor(`${collection} ${JSON.stringify({ filter, having, under })}`);
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
      // What changed while it was counted may be in it or not.
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
