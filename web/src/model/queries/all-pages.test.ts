import { expect, test } from 'vitest';
import { readPagesUpTo } from './all-pages.ts';

/** A list of numbers in pages of three. */
const listOf = (count: number, asked: (string | undefined)[] = []) => {
  const ask = async ({ after }: { after?: string }) => {
    asked.push(after);
    const from = Number(after ?? 0);
    const items = Array.from({ length: Math.min(3, count - from) }, (_, at) => from + at);
    return { items, ...(from + items.length < count && { next: String(from + items.length) }) };
  };
  return { ask, asked };
};

test('A list is read page by page to its end', async () => {
  const { ask, asked } = listOf(8);
  expect(await readPagesUpTo(100, ask)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(asked).toEqual([undefined, '3', '6']);
  expect(await readPagesUpTo(100, listOf(0).ask)).toEqual([]);
});

test('Reading a list stops at the requested number', async () => {
  const { ask, asked } = listOf(50);
  expect(await readPagesUpTo(4, ask)).toEqual([0, 1, 2, 3]);
  expect(asked).toHaveLength(2);
});
