import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

test('Work queue bounds concurrency, queues the rest in order, and refuses the excess at once', async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 3, refusal: () => new Error('Too many are waiting') });
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const works = gates.map(({ promise }, number) =>
    queue.run('ann', async () => {
      begun.push(number);
      await promise;
      return number;
    }),
  );
  await expect(queue.run('ann', async () => 'never')).rejects.toThrow('Too many are waiting');
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('It failed'));
  await expect(works[1]).rejects.toThrow('It failed');
  await expect.poll(() => begun, { timeout: 30_000 }).toEqual([0, 1, 2]);
  for (const { resolve } of gates) resolve();
  expect(await Promise.all([works[0], works[2], works[3], works[4]])).toEqual([0, 2, 3, 4]);
  expect(await Promise.all([1, 2, 3, 4, 5].map((number) => queue.run('ann', async () => number)))).toEqual([1, 2, 3, 4, 5]);
});

/** A queue whose jobs end on command; `begun` lists the jobs that have begun. */
function heldQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue = createWorkQueue({ atOnce, waiting, refusal: () => new Error('Too many are waiting') });
  const [begun, refused]: [string[], string[]] = [[], []];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  return {
    begun,
    refused,
    come: (caller: string, count: number) => {
      for (let n = 1; n <= count; n++) {
        const name = `${caller}${n}`;
        const gate = Promise.withResolvers<void>();
        gates.set(name, gate);
        queue
          .run(caller, () => {
            begun.push(name);
            return gate.promise;
          })
          .catch(() => refused.push(name));
      }
    },
    end: async (name: string) => {
      gates.get(name)?.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
    queue,
  };
}

test('Work queue admits a second caller while the first caller fills the queue', async () => {
  const { come, begun, refused, end } = heldQueue({ atOnce: 2, waiting: 4 });
  come('a', 10);
  await end('');
  expect([begun, refused]).toEqual([
    ['a1', 'a2'],
    ['a7', 'a8', 'a9', 'a10'],
  ]);
  come('b', 1);
  await end('a1');
  // The newest job of the caller with most jobs is displaced, and callers take turns.
  expect(refused).toContain('a6');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('Work queue displaces a job of another caller only for a caller with fewer waiting jobs', async () => {
  const { come, refused, end } = heldQueue({ atOnce: 1, waiting: 4 });
  come('a', 3);
  come('b', 2);
  come('b', 1);
  come('c', 1);
  await end('');
  // The third job of `b` is refused, because `b` has as many jobs as `a`. The first job of `c` displaces one of `a`.
  expect(refused).toEqual(['b1', 'a3']);
});

test('Work queue job that waits aside frees its slot, and takes a slot again before it continues', async () => {
  const { come, queue, begun, end } = heldQueue({ atOnce: 1, waiting: 4 });
  const [gate, order]: [PromiseWithResolvers<void>, string[]] = [Promise.withResolvers(), []];
  const waiter = queue.run('w', async (aside) => {
    await Promise.all([aside(() => gate.promise), aside(() => gate.promise)]);
    order.push('goes on');
  });
  await end('');
  come('a', 2);
  await end('');
  expect(begun).toEqual(['a1']);
  gate.resolve();
  await end('');
  expect(order).toEqual([]);
  await end('a1');
  await end('a2');
  await waiter;
  expect(order).toEqual(['goes on']);
  // The number of slots is unchanged.
  come('b', 1);
  await end('');
  expect(begun).toContain('b1');
});

test('Work that fails while a part waits aside releases its slot once', async () => {
  const { come, queue, begun, end } = heldQueue({ atOnce: 1, waiting: 4 });
  const gate = Promise.withResolvers<void>();
  await expect(queue.run('w', (aside) => Promise.all([aside(() => gate.promise), Promise.reject(new Error('It failed'))]))).rejects.toThrow(
    'It failed',
  );
  gate.resolve();
  await end('');
  come('a', 2);
  await end('');
  expect(begun).toEqual(['a1']);
});
