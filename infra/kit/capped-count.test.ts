import { expect, test } from 'vitest';
import { cappedCount } from './capped-count.ts';

const condition = { filter: null };

function counting(...answers: number[]) {
  const asked: string[] = [];
  const time = { now: 0 };
  const store = {
    count: async (collection: string) => {
      asked.push(collection);
      return answers.shift() ?? 0;
    },
  };
  return { count: cappedCount(store, () => time.now), asked, time };
}

test('a small list is counted each time', async () => {
  const { count, asked } = counting(3, 4);
  expect([await count('a@1', condition), await count('a@1', condition)]).toEqual([3, 4]);
  expect(asked).toHaveLength(2);
});

test('a large list is counted once a minute, each condition by itself', async () => {
  const { count, asked, time } = counting(10_001, 7, 12);
  expect([await count('a@1', condition), await count('a@1', condition)]).toEqual([10_001, 10_001]);
  expect(await count('a@1', { filter: { op: 'eq', field: 'title', value: 'x' } })).toBe(7);
  time.now = 60_001;
  expect(await count('a@1', condition)).toBe(12);
  expect(asked).toHaveLength(3);
});
