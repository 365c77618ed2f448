import { type Cursor, mostPageBytes } from '@waystory/proto/kit/list.ts';

/** Where a page begins. */
export type Start = { offset: number } | { after: Cursor };

interface PageSource<T> {
  limit: number;
  start: Start;
  read(limit: number, start: Start): Promise<T[]>;
  /** Bytes that an item takes in the answer. */
  sizeOf(item: T): number;
  cursorOf(item: T): Cursor;
}

/** Items that are read before anything is known of their size. */
const firstPart = 200;

/** As many items as a page holds: up to its limit, and up to its bytes. One at least, if there is one. */
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
    // Twice of what fits by the average so far, so that most pages take two reads at most.
    part = Math.min(limit + 1 - items.length, Math.ceil((2 * (mostPageBytes - bytes) * items.length) / bytes) + 1);
  }
}
