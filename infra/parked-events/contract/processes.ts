import { expect, test } from 'vitest';
import { everything, firstOf, type Given, offsets, parkSome, record } from '../contract.ts';

/** What an instance sees of a consumer. */
const seen = async ({ parked, consumer }: Pick<Given, 'parked' | 'consumer'>) => ({
  streams: (await parked.parkedStreams(consumer)).toSorted((a, b) => a.stream.localeCompare(b.stream)),
  list: await parked.list({ consumer, limit: 1_000 }),
});

/** The part of the contract that is about several processes at once. */
export function describeProcesses(given: () => Given): void {
  test('what one process was told is done, every other sees', async () => {
    const { parked, other, consumer } = given();
    await parkSome(given());
    expect(await seen({ parked: other, consumer })).toEqual(await seen({ parked, consumer }));
    await other.replay(consumer, 'a');
    expect(await parked.parkedStreams(consumer)).toContainEqual({ stream: 'a', due: true });
    await parked.failed(await firstOf(parked, consumer), 'again');
    expect((await other.list({ consumer, limit: 1 }))[0]?.error).toBe('again');
    await other.remove([await firstOf(other, consumer)]);
    expect(offsets(await parked.takeForReplay(consumer, 'a', everything))).toEqual([3, 5]);
  });

  test('a process that begins later sees everything', async () => {
    const { parked, open, consumer } = given();
    await parkSome(given());
    await parked.replay(consumer, 'b');
    await parked.failed(await firstOf(parked, consumer), 'again');
    const late = open();
    expect(await seen({ parked: late, consumer })).toEqual(await seen({ parked, consumer }));
    await late.close();
  });

  describeRaces(given);
  describeRemovals(given);
}

function describeRaces(given: () => Given): void {
  test('the same events parked by two processes at once are parked once, and gone once they are removed', async () => {
    const { parked, other, open, consumer } = given();
    for (let round = 0; round < 10; round++) {
      const records = [1, 2, 3].map((offset) => record('a', offset));
      await Promise.all(
        [parked, other].map((one, index) =>
          one.park(
            consumer,
            records.map((event) => ({ record: event, error: `by ${index}` })),
          ),
        ),
      );
      const both = await seen({ parked, consumer });
      expect(offsets(both.list)).toEqual([1, 2, 3]);
      expect(await seen({ parked: other, consumer })).toEqual(both);
      await parked.remove(both.list.map(({ id }) => id));
      expect(await other.parkedStreams(consumer)).toEqual([]);
    }
    const late = open();
    expect(await late.parkedStreams(consumer)).toEqual([]);
    await late.close();
  });

  test('of requests, failures, discards and removals at once, all processes see the same outcome', async () => {
    const { parked, other, open, consumer } = given();
    for (let round = 0; round < 10; round++) {
      await parkSome(given());
      const [first, second] = await parked.list({ consumer, limit: 2 });
      const [a = '', b = ''] = [first?.id, second?.id];
      await Promise.all([parked.failed(a, 'again'), other.replay(consumer, 'a'), other.discard(b), parked.remove([b]), other.failed(a, 'and again')]);
      const late = open();
      expect(await seen({ parked: other, consumer })).toEqual(await seen({ parked, consumer }));
      expect(await seen({ parked: late, consumer })).toEqual(await seen({ parked, consumer }));
      await Promise.all([parked.forget(consumer), other.forget(consumer), late.close()]);
      expect(await other.list({ consumer, limit: 10 })).toEqual([]);
    }
  });
}

function describeRemovals(given: () => Given): void {
  test('an event that is removed while it is discarded is gone', async () => {
    const { parked, other, consumer } = given();
    for (let round = 0; round < 10; round++) {
      await parked.park(consumer, [{ record: record('a', 1), error: 'no' }]);
      const id = await firstOf(parked, consumer);
      await Promise.all([parked.discard(id), other.remove([id])]);
      expect(await parked.discard(id)).toBe(false);
      expect(await other.parkedStreams(consumer)).toEqual([]);
    }
  });

  test('many calls at once are all answered', async () => {
    const { parked, other, consumer } = given();
    const streams = Array.from({ length: 40 }, (_, index) => `stream-${index}`);
    await Promise.all(
      streams.map((stream, index) => (index % 2 ? parked : other).park(consumer, [{ record: record(stream, index + 1), error: 'no' }])),
    );
    await Promise.all(streams.map((stream, index) => (index % 2 ? other : parked).replay(consumer, stream)));
    expect(await parked.parkedStreams(consumer)).toHaveLength(streams.length);
    expect((await other.parkedStreams(consumer)).every((stream) => stream.due)).toBe(true);
  });
}
