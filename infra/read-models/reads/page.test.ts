import { mostPageBytes } from '@waystory/proto/kit/list.ts';
import { expect, test } from 'vitest';
import { filledPage, type PageStart } from './page.ts';

/** A list of items with these sizes, and its reads. */
function listOf(sizes: readonly number[]) {
  const reads: number[] = [];
  const all = sizes.map((size, id) => ({ id, size }));
  const page = (limit: number, start: PageStart = { offset: 0 }) =>
    filledPage({
      limit,
      start,
      read: async (most, from) => {
        const first = 'offset' in from ? from.offset : Number(from.after.id) + 1;
        const found = all.slice(first, first + most);
        reads.push(found.length);
        return found;
      },
      sizeOf: ({ size }) => size,
      cursorOf: ({ id }) => ({ values: [], id: String(id) }),
    });
  return { page, reads };
}
const same = (count: number, size: number): number[] => Array.from({ length: count }, () => size);

test('Page of small items reaches its limit in two reads at most', async () => {
  const { page, reads } = listOf(same(2_000, 300));
  const { items, more } = await page(1_000);
  expect([items.length, more, items.at(-1)?.id]).toEqual([1_000, true, 999]);
  expect(reads).toEqual([200, 801]);
  expect(await page(20, { offset: 1_990 })).toMatchObject({ items: { length: 10 }, more: false });
});

test('Page of large items ends at its byte limit, after one read of 200 items', async () => {
  const { page, reads } = listOf(same(2_000, 30_000));
  const { items, more } = await page(1_000);
  expect([items.length, more]).toEqual([Math.floor(mostPageBytes / 30_000), true]);
  expect(reads).toEqual([200]);
});

test('Page of growing items ends at its byte limit', async () => {
  const { page } = listOf([...same(200, 100), ...same(800, 50_000)]);
  const { items, more } = await page(1_000);
  expect(items.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(mostPageBytes);
  expect([items.length, more]).toEqual([200 + Math.floor((mostPageBytes - 20_000) / 50_000), true]);
});

test('Page with an item above the byte limit holds that item alone', async () => {
  const { page } = listOf([5_000_000, 5_000_000]);
  expect(await page(10)).toMatchObject({ items: [{ id: 0 }], more: true });
  expect(await page(10, { after: { values: [], id: '0' } })).toMatchObject({ items: [{ id: 1 }], more: false });
});

test.each([0, 1, 199, 200, 201, 1_000])('Pages of a list of %i items contain each item once', async (count) => {
  const { page } = listOf(same(count, 7_000));
  const seen: number[] = [];
  let start: PageStart = { offset: 0 };
  for (let more = true; more; ) {
    const found = await page(150, start);
    seen.push(...found.items.map(({ id }) => id));
    start = { after: { values: [], id: String(seen.at(-1)) } };
    more = found.more;
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, id) => id));
});
