import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../testing/product.ts';

/** Number of reads, greater than the concurrency limit and the queue limit together. */
const many = 300;

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
  await Promise.all([product.person('busy'), product.person('stranger')].map(({ api }) => api.createAccount({})));
});
afterAll(() => product.stop());

let asked = 0;
/** A read with a unique filter, so that the response cache cannot answer it. */
const read = (name: string, headers: Record<string, string> = {}) => {
  asked += 1;
  const filter = JSON.stringify({ title: `none ${asked}` });
  return product.send({ url: `/api/itineraries?filter=${encodeURIComponent(filter)}`, as: product.person(name), headers });
};
const statusesOf = async (answers: ReturnType<typeof read>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode);
const count = (statuses: readonly number[], status: number): number => statuses.filter((one) => one === status).length;

test('Reads of one account beyond the queue limit answer 503, while reads of another account answer 200', async () => {
  // Warm-up: a token seen before is attributed to its account at once.
  await statusesOf([read('busy'), read('stranger')]);
  const busy = Array.from({ length: many }, () => read('busy'));
  const strangers = Array.from({ length: 10 }, () => read('stranger'));
  const [ofBusy, ofStrangers] = await Promise.all([statusesOf(busy), statusesOf(strangers)]);
  expect(count(ofBusy, 503)).toBeGreaterThan(100);
  expect(count(ofBusy, 200)).toBeGreaterThan(100);
  expect(ofStrangers).toEqual(Array(10).fill(200));
});

test('Read with an x-after position in the past counts towards the queue limit', async () => {
  const statuses = await statusesOf(Array.from({ length: many }, () => read('busy', { 'x-after': '0' })));
  expect(count(statuses, 503)).toBeGreaterThan(100);
});

test('Reads that wait for a future position occupy no slot, so other reads answer within 1.5 seconds', async () => {
  const head = await product.engines.events.head();
  const waiting = statusesOf(Array.from({ length: 100 }, () => read('busy', { 'x-after': String(head + 1_000_000) })));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const begun = performance.now();
  expect(await statusesOf([read('stranger'), read('busy')])).toEqual([200, 200]);
  expect(performance.now() - begun).toBeLessThan(1_500);
  // A read answers 503 after its longest wait for the position.
  expect(new Set(await waiting)).toEqual(new Set([503]));
});
