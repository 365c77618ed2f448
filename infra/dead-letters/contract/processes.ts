import { expect, test } from 'vitest';
import { everything, firstOf, type Given, offsets, parkSome, record } from '../contract.ts';

/** State of a consumer as an instance sees it. */
const seen = async ({ deadLetters, consumer }: Pick<Given, 'deadLetters' | 'consumer'>) => ({
  streams: (await deadLetters.blockedStreams(consumer)).toSorted((a, b) => a.stream.localeCompare(b.stream)),
  list: await deadLetters.list({ consumer, limit: 1_000 }),
});

/** Contract of concurrent processes. */
export function describeProcesses(given: () => Given): void {
  test('show changes by one process to every other', async () => {
    const { deadLetters, other, consumer } = given();
    await parkSome(given());
    expect(await seen({ deadLetters: other, consumer })).toEqual(await seen({ deadLetters, consumer }));
    await other.replay(consumer, 'a');
    expect(await deadLetters.blockedStreams(consumer)).toContainEqual({ stream: 'a', due: true });
    await deadLetters.failed(await firstOf(deadLetters, consumer), 'again');
    expect((await other.list({ consumer, limit: 1 }))[0]?.error).toBe('again');
    await other.remove([await firstOf(other, consumer)]);
    expect(offsets(await deadLetters.takeForReplay(consumer, 'a', everything))).toEqual([3, 5]);
  });

  test('show everything to a process that starts later', async () => {
    const { deadLetters, open, consumer } = given();
    await parkSome(given());
    await deadLetters.replay(consumer, 'b');
    await deadLetters.failed(await firstOf(deadLetters, consumer), 'again');
    const late = open();
    expect(await seen({ deadLetters: late, consumer })).toEqual(await seen({ deadLetters, consumer }));
    await late.close();
  });

  describeRaces(given);
  describeRemovals(given);
}

function describeRaces(given: () => Given): void {
  test('hold events once that two processes park concurrently, and remove them once', async () => {
    const { deadLetters, other, open, consumer } = given();
    for (let round = 0; round < 10; round++) {
      const records = [1, 2, 3].map((offset) => record('a', offset));
      await Promise.all(
        [deadLetters, other].map((one, index) =>
          one.add(
            consumer,
            records.map((event) => ({ record: event, error: `by ${index}` })),
          ),
        ),
      );
      const both = await seen({ deadLetters, consumer });
      expect(offsets(both.list)).toEqual([1, 2, 3]);
      expect(await seen({ deadLetters: other, consumer })).toEqual(both);
      await deadLetters.remove(both.list.map(({ id }) => id));
      expect(await other.blockedStreams(consumer)).toEqual([]);
    }
    const late = open();
    expect(await late.blockedStreams(consumer)).toEqual([]);
    await late.close();
  });

  test('show all processes the same outcome of concurrent requests, failures, discards and removals', async () => {
    const { deadLetters, other, open, consumer } = given();
    for (let round = 0; round < 10; round++) {
      await parkSome(given());
      const [first, second] = await deadLetters.list({ consumer, limit: 2 });
      const [a = '', b = ''] = [first?.id, second?.id];
      await Promise.all([
        deadLetters.failed(a, 'again'),
        other.replay(consumer, 'a'),
        other.discard(b),
        deadLetters.remove([b]),
        other.failed(a, 'and again'),
      ]);
      const late = open();
      expect(await seen({ deadLetters: other, consumer })).toEqual(await seen({ deadLetters, consumer }));
      expect(await seen({ deadLetters: late, consumer })).toEqual(await seen({ deadLetters, consumer }));
      await Promise.all([deadLetters.forget(consumer), other.forget(consumer), late.close()]);
      expect(await other.list({ consumer, limit: 10 })).toEqual([]);
    }
  });
}

function describeRemovals(given: () => Given): void {
  test('lose an event that is removed and discarded concurrently', async () => {
    const { deadLetters, other, consumer } = given();
    for (let round = 0; round < 10; round++) {
      await deadLetters.add(consumer, [{ record: record('a', 1), error: 'no' }]);
      const id = await firstOf(deadLetters, consumer);
      await Promise.all([deadLetters.discard(id), other.remove([id])]);
      expect(await deadLetters.discard(id)).toBe(false);
      expect(await other.blockedStreams(consumer)).toEqual([]);
    }
  });

  test('answer many concurrent calls', async () => {
    const { deadLetters, other, consumer } = given();
    const streams = Array.from({ length: 40 }, (_, index) => `stream-${index}`);
    await Promise.all(
      streams.map((stream, index) => (index % 2 ? deadLetters : other).add(consumer, [{ record: record(stream, index + 1), error: 'no' }])),
    );
    await Promise.all(streams.map((stream, index) => (index % 2 ? other : deadLetters).replay(consumer, stream)));
    expect(await deadLetters.blockedStreams(consumer)).toHaveLength(streams.length);
    expect((await other.blockedStreams(consumer)).every((stream) => stream.due)).toBe(true);
  });
}
