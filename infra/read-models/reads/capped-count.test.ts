import { expect, test } from 'vitest';
import { cappedCount } from './page.ts';

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
  const found = { docs: [{ id: 'x' }], count: 0 };
  const findAndCount = async (collection: string) => ({ ...found, count: await store.count(collection) });
  return { ...cappedCount({ ...store, find: async () => found.docs, findAndCount }, () => time.now), asked, time };
}

test('Capped count of a small list is not cached while the stamp of its projection is unknown', async () => {
  const { count, asked } = counting(3, 4);
  expect([await count('a@1', condition), await count('a@1', condition)]).toEqual([3, 4]);
  expect(asked).toHaveLength(2);
});

test('Capped count is cached per condition while the stamp is unchanged', async () => {
  const { count, asked } = counting(3, 4, 5);
  let stamp = '1';
  const now = () => stamp;
  expect([await count('a@1', condition, now), await count('a@1', condition, now)]).toEqual([3, 3]);
  expect(await count('a@1', { filter: { op: 'eq', field: 'title', value: 'x' } }, now)).toBe(4);
  stamp = '2';
  expect(await count('a@1', condition, now)).toBe(5);
  expect(asked).toHaveLength(3);
});

test('Capped count of a list above the cap runs once a minute per condition', async () => {
  const { count, asked, time } = counting(10_001, 7, 12);
  expect([await count('a@1', condition), await count('a@1', condition)]).toEqual([10_001, 10_001]);
  expect(await count('a@1', { filter: { op: 'eq', field: 'title', value: 'x' } })).toBe(7);
  time.now = 60_001;
  expect(await count('a@1', condition)).toBe(12);
  expect(asked).toHaveLength(3);
});

test('Capped count of a page of a list above the cap is skipped for one minute', async () => {
  const { page, count, asked, time } = counting(10_001, 9);
  const query = { ...condition, sort: [], limit: 1 };
  const docs = [{ id: 'x' }];
  expect([await page('a@1', query), await page('a@1', { ...query, offset: 1 })]).toEqual([
    { docs, count: 10_001 },
    { docs, count: 10_001 },
  ]);
  expect(await count('a@1', condition)).toBe(10_001);
  expect(asked).toHaveLength(1);
  time.now = 60_001;
  expect(await page('a@1', query)).toEqual({ docs, count: 9 });
});
