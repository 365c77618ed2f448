import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { RecordedEvent } from '../../event-store/port.ts';
import { heapInUse } from '../../heap-fixture.ts';
import { recentLog } from './recent-log.ts';

const event = (position: number): RecordedEvent => ({
  id: `event-${position}`,
  stream: 'story-1',
  version: position,
  position,
  type: 'Told',
  schema: 1,
  data: {},
  meta: { actorId: null, commandId: 'c' },
  at: '2026-01-01T00:00:00.000Z',
});

/** A growing log with gaps between its positions. */
function growing() {
  const positions: number[] = [];
  const readAll = vi.fn(async (after: number, limit: number) =>
    positions
      .filter((one) => one > after)
      .slice(0, limit)
      .map(event),
  );
  const log = recentLog({ readAll });
  const grow = (...more: number[]): void => {
    positions.push(...more);
    log.appended();
  };
  /** Reads from a position to the end of the log. */
  const readOn = async (after: number): Promise<number[]> => {
    const found: number[] = [];
    for (;;) {
      const { events, isLast } = await log.read(found.at(-1) ?? after);
      found.push(...events.map(({ position }) => position));
      if (isLast) return found;
    }
  };
  return { positions, readAll, grow, readOn };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('Recent-log cache of 2000 large events stays below 24 MiB and skips no event', async () => {
  const large = (position: number): RecordedEvent => ({ ...event(position), data: { text: Buffer.alloc(100_000, 'x').toString('latin1') } });
  const log = recentLog({ readAll: async (after, limit) => range(after + 1, Math.min(after + limit, 2_000)).map(large) });
  const before = heapInUse();
  const seen: number[] = [];
  for (let last = false; !last; ) {
    const batch = await log.read(seen.at(-1) ?? 0);
    seen.push(...batch.events.map(({ position }) => position));
    last = batch.isLast;
  }
  expect(seen).toEqual(range(1, 2_000));
  expect(heapInUse() - before).toBeLessThan(24 * 2 ** 20);
  expect((await log.read(1_990)).events.map(({ position }) => position)).toEqual(range(1_991, 2_000));
});

test('Recent-log cache serves readers at different positions from the same fetches', async () => {
  const { readAll, grow, readOn } = growing();
  grow(...range(1, 3_000));
  expect(await readOn(0)).toEqual(range(1, 3_000));
  const fetches = readAll.mock.calls.length;
  for (const after of [0, 1, 999, 1_000, 2_500, 2_999, 3_000]) expect(await readOn(after)).toEqual(range(after + 1, 3_000));
  expect(readAll).toHaveBeenCalledTimes(fetches);
});

test('Recent-log cache fetches an append once for all readers', async () => {
  const { readAll, grow, readOn } = growing();
  grow(1, 2, 5);
  await readOn(0);
  grow(9);
  const before = readAll.mock.calls.length;
  expect(await Promise.all([readOn(5), readOn(5), readOn(2)])).toEqual([[9], [9], [5, 9]]);
  expect(readAll).toHaveBeenCalledTimes(before + 1);
});

test('Recent-log cache misses no append during a read', async () => {
  const { positions, readAll, grow, readOn } = growing();
  grow(1);
  const late = Promise.withResolvers<void>();
  readAll.mockImplementationOnce(async (after, limit) => {
    const found = positions.filter((one) => one > after).slice(0, limit);
    await late.promise;
    return found.map(event);
  });
  const reading = readOn(0);
  grow(2);
  late.resolve();
  await reading;
  expect(await readOn(0)).toEqual([1, 2]);
  expect(await readOn(1)).toEqual([2]);
});

test('Recent-log cache returns all events to a reader behind the cached ones', async () => {
  const { grow, readOn } = growing();
  grow(...range(1, 7_500));
  await readOn(0);
  expect(await readOn(0)).toEqual(range(1, 7_500));
  expect(await readOn(7_000)).toEqual(range(7_001, 7_500));
});

test('Recent-log cache retries after a failed read', async () => {
  const { readAll, grow, readOn } = growing();
  grow(1);
  readAll.mockRejectedValueOnce(new Error('away'));
  await expect(readOn(0)).rejects.toThrow('away');
  expect(await readOn(0)).toEqual([1]);
});

test('Recent-log cache skips and repeats nothing under any mix of appends and reads', async () => {
  const step = fc.oneof(fc.record({ append: fc.integer({ min: 1, max: 700 }) }), fc.record({ reader: fc.nat({ max: 4 }) }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { positions, grow, readOn } = growing();
      const read: number[][] = [[], [], [], [], []];
      for (const one of steps) {
        if ('append' in one) grow(...range(1, one.append).map((index) => (positions.at(-1) ?? 0) + 2 * index));
        else read[one.reader]?.push(...(await readOn(read[one.reader]?.at(-1) ?? 0)));
      }
      for (const found of read) {
        found.push(...(await readOn(found.at(-1) ?? 0)));
        expect(found).toEqual(positions);
      }
    }),
    { numRuns: 50 },
  );
});
