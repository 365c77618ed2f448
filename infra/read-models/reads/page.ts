import { type Cursor, type ListQuery, mostPageBytes, type Page, totalCap, writeCursor } from '@waystory/proto/kit/list.ts';
import { type CacheRegistry, cacheKeyFor, cacheRegistry } from '../../cache-registry.ts';
import type { Doc, ProjectionStore, Query, Selection } from '../../projection-store/port.ts';

/** Builds a page of a list. @param more True when items follow. @param last Document of the last item. */
export function pageOf<D>(items: D[], total: number, query: ListQuery, more: boolean, last: Doc | undefined): Page<D> {
  const next = more && last ? writeCursor(query.sort, cursorOf(query, last)) : undefined;
  return {
    items,
    total: Math.min(total, totalCap),
    ...(total > totalCap && { totalCapped: true as const }),
    page: query.page,
    limit: query.limit,
    ...(next && { next }),
  };
}

export const cursorOf = ({ sort }: Pick<ListQuery, 'sort'>, doc: Doc): Cursor => ({
  values: sort.map(({ field }) => doc[field] ?? null),
  id: String(doc.id),
});

/** Start of a page: an offset, or a cursor. */
export type PageStart = { offset: number } | { after: Cursor };

interface PageSource<T> {
  limit: number;
  start: PageStart;
  read(limit: number, start: PageStart): Promise<T[]>;
  /** Bytes of an item in the answer. */
  sizeOf(item: T): number;
  cursorOf(item: T): Cursor;
}

/** Items of the first read, while their size is unknown. */
const firstPart = 200;

/** Reads items until a page is full by number or bytes. A page has at least one item, unless the list has ended. */
export async function filledPage<T>({ limit, start, read, sizeOf, cursorOf }: PageSource<T>): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let [bytes, part, from] = [0, Math.min(limit + 1, firstPart), start];
  for (;;) {
    const found = await read(part, from);
    for (const item of found) {
      bytes += sizeOf(item);
      if (items.length === limit || (items.length > 0 && bytes > mostPageBytes)) return { items, more: true };
      items.push(item);
    }
    const last = found.at(-1);
    if (found.length < part || !last) return { items, more: false };
    from = { after: cursorOf(last) };
    // Twice the number of items that fit by the average size so far, because most pages then take at most two reads.
    part = Math.min(limit + 1 - items.length, Math.ceil((2 * (mostPageBytes - bytes) * items.length) / bytes) + 1);
  }
}

/** Time for which a list above the cap is not counted again, milliseconds. */
const trust = 60_000;

/**
 * Counts matching documents, exactly up to `totalCap`. A longer list is expensive, so its count is not repeated for a while. Other counts are cached
 * until documents change, so that the pages of a list share one count.
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
  /** Expiry of each list known to exceed the cap, milliseconds since 1970. */
  const large = memory.cache<string, number>('long lists', { sizeOf: () => 16, isStale: (until) => until <= now() });
  const exact = memory.cache<string, { stamp: string; count: number }>('counts', { sizeOf: ({ stamp }) => 16 + stamp.length });
  const keyOf = (collection: string, { filter, childMatches, parentMatches }: Selection): string =>
    cacheKeyFor(`${collection} ${JSON.stringify({ filter, childMatches, parentMatches })}`);
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
      // A count during a change is not cached, because it may or may not include the change.
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
