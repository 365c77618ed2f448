import { type Cursor, mostPageBytes } from '@waystory/proto/kit/list.ts';

/** Where a page begins. */
export type Start = { offset: number } | { after: Cursor };

interface PageSource<T> {
  limit: number;
  start: Start;
  read(limit: number, start: Start): Promise<T[]>;
  /** Bytes of an item in the answer. */
  sizeOf(item: T): number;
  cursorOf(item: T): Cursor;
}

/** Items of the first read, while their size is unknown. */
const firstPart = 200;

/** Fills a page up to its limits of items and bytes, with at least one item, if any. */
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
    // Twice the estimate by the average so far, so that most pages take at most two reads.
    part = Math.min(limit + 1 - items.length, Math.ceil((2 * (mostPageBytes - bytes) * items.length) / bytes) + 1);
  }
}
