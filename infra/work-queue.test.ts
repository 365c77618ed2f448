import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

test('so much is done at once, the rest in its turn, and what is too much is refused at once', async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 3, refusal: () => new Error('Too many are waiting') });
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const works = gates.map(({ promise }, number) =>
    queue.run(async () => {
      begun.push(number);
      await promise;
      return number;
    }),
  );
  await expect(queue.run(async () => 'never')).rejects.toThrow('Too many are waiting');
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('It failed'));
  await expect(works[1]).rejects.toThrow('It failed');
  await expect.poll(() => begun, { timeout: 30_000 }).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all([works[0], works[2], works[3], works[4]])).toEqual([0, 2, 3, 4]);
  expect(await Promise.all([1, 2, 3, 4, 5].map((number) => queue.run(async () => number)))).toEqual([1, 2, 3, 4, 5]);
});
