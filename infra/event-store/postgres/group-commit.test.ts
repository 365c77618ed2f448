import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupCommit, TooManyWaiting } from '../postgres.ts';

interface Job {
  stream: string;
  beside?: string[];
  size: number;
  id: number;
  bad?: boolean;
}
const isFatal = (error: unknown): boolean => error instanceof RangeError;

/** Writes on the next turn of the event loop, like an engine, and records the jobs. */
function recorder(fail: (jobs: Job[]) => Error | null = () => null) {
  const batches: Job[][] = [];
  let writing = 0;
  const write = async (jobs: Job[]): Promise<(number | Error)[]> => {
    expect(++writing).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    writing--;
    batches.push(jobs);
    const error = fail(jobs);
    if (error) throw error;
    return jobs.map(({ id }) => id);
  };
  return { batches, group: groupCommit<Job, number>(write, isFatal) };
}

const job = fc.record({
  stream: fc.constantFrom('a', 'b', 'c', 'd'),
  beside: fc.uniqueArray(fc.constantFrom('e', 'f', 'g'), { maxLength: 2 }),
  size: fc.constantFrom(1, 3_000_000),
  bad: fc.boolean(),
});
const jobs = fc.array(job, { maxLength: 40 });

test('Group commit writes each job once in stream order, one per stream and batch, and refuses only bad jobs', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, async (given) => {
      const { batches, group } = recorder((batch) => (batch.some(({ bad }) => bad) ? new TypeError('bad') : null));
      const results = await Promise.allSettled(given.map((job, id) => group.add({ ...job, id })));
      expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'refused'))).toEqual(
        given.map(({ bad }, id) => (bad ? 'refused' : id)),
      );
      for (const batch of batches) {
        const streams = batch.flatMap(({ stream, beside = [] }) => [stream, ...beside]);
        expect(new Set(streams).size).toBe(streams.length);
        if (batch.length > 1) expect(batch.reduce((size, job) => size + job.size, 0)).toBeLessThanOrEqual(4_000_000);
      }
      const settled = batches.filter((batch) => batch.length === 1 || batch.every(({ bad }) => !bad)).flat();
      for (const stream of ['a', 'b', 'c', 'd']) {
        const ids = settled.filter((job) => job.stream === stream).map(({ id }) => id);
        expect(ids).toEqual(given.flatMap((job, id) => (job.stream === stream ? [id] : [])));
      }
    }),
  );
});

test('Group commit collects up to 256 jobs while a batch is written', async () => {
  const { batches, group } = recorder();
  await Promise.all(Array.from({ length: 600 }, (_, id) => group.add({ stream: String(id), size: 1, id })));
  expect(batches.map((batch) => batch.length)).toEqual([256, 256, 88]);
});

test('Group commit writes a job within two batches, despite 1000 waiting jobs of another stream', async () => {
  const { batches, group } = recorder();
  const busy = Array.from({ length: 1_000 }, (_, id) => group.add({ stream: 'busy', size: 1, id }));
  await group.add({ stream: 'quiet', size: 1, id: -1 });
  expect(batches.length).toBeLessThan(3);
  await Promise.all(busy);
});

test('Group commit fails the whole batch when the engine is unavailable, and continues with the next', async () => {
  let away = true;
  const { batches, group } = recorder(() => (away ? new RangeError('away') : null));
  const results = await Promise.allSettled([1, 2, 3].map((id) => group.add({ stream: String(id), size: 1, id })));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches).toHaveLength(1);
  away = false;
  expect(await group.add({ stream: '1', size: 1, id: 4 })).toBe(4);
});

test('Group commit resolves idle() after all jobs are written', async () => {
  const { batches, group } = recorder();
  void group.add({ stream: 'a', size: 1, id: 1 });
  void group.add({ stream: 'a', size: 1, id: 2 });
  await group.idle();
  expect(batches).toHaveLength(2);
});

test('Group commit rejects a job at once while 20000 jobs wait, and accepts it afterwards', async () => {
  const { batches, group } = recorder();
  const first = Promise.all(Array.from({ length: 20_000 }, (_, id) => group.add({ stream: String(id), size: 1, id })));
  await expect(group.add({ stream: 'late', size: 1, id: -1 })).rejects.toBeInstanceOf(TooManyWaiting);
  await first;
  expect(await group.add({ stream: 'late', size: 1, id: -1 })).toBe(-1);
  expect(batches.flat()).toHaveLength(20_001);
});
