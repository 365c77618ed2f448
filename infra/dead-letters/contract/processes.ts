import { expect, test } from 'vitest';
import { type DeadLettersFixture, firstIdOf, offsetsOf, parkSome, recordFixture, unboundedCheckpoints } from '../contract.ts';

/** Blocked streams and dead letters of a consumer, read through one instance. */
const seen = async ({ deadLetters, consumer }: Pick<DeadLettersFixture, 'deadLetters' | 'consumer'>) => ({
  streams: (await deadLetters.blockedStreams(consumer)).toSorted((a, b) => a.stream.localeCompare(b.stream)),
  list: await deadLetters.list({ consumer, limit: 1_000 }),
});

/** Contract of concurrent processes. */
export function describeProcesses(given: () => DeadLettersFixture): void {
  test('show changes by one process to every other', async () => {
    const { deadLetters, other, consumer } = given();
    await parkSome(given());
    expect(await seen({ deadLetters: other, consumer })).toEqual(await seen({ deadLetters, consumer }));
    await other.replay(consumer, 'a');
    expect(await deadLetters.blockedStreams(consumer)).toContainEqual({ stream: 'a', due: true });
    await deadLetters.failed(await firstIdOf(deadLetters, consumer), 'again');
    expect((await other.list({ consumer, limit: 1 }))[0]?.error).toBe('again');
    await other.remove([await firstIdOf(other, consumer)]);
    expect(offsetsOf(await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints))).toEqual([3, 5]);
  });

  test('show everything to a process that starts later', async () => {
    const { deadLetters, open, consumer } = given();
    await parkSome(given());
    await deadLetters.replay(consumer, 'b');
    await deadLetters.failed(await firstIdOf(deadLetters, consumer), 'again');
    const late = open();
    expect(await seen({ deadLetters: late, consumer })).toEqual(await seen({ deadLetters, consumer }));
    await late.close();
  });

  describeRaces(given);
  describeRemovals(given);
}

function describeRaces(given: () => DeadLettersFixture): void {
  test('contain an event once when two processes park it concurrently', async () => {
    const { deadLetters, other, open, consumer } = given();
    for (let round = 0; round < 10; round++) {
      const records = [1, 2, 3].map((offset) => recordFixture('a', offset));
      await Promise.all(
        [deadLetters, other].map((one, index) =>
          one.add(
            consumer,
            records.map((event) => ({ record: event, error: `by ${index}` })),
          ),
        ),
      );
      const both = await seen({ deadLetters, consumer });
      expect(offsetsOf(both.list)).toEqual([1, 2, 3]);
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

function describeRemovals(given: () => DeadLettersFixture): void {
  test('delete an event that is removed and discarded concurrently', async () => {
    const { deadLetters, other, consumer } = given();
    for (let round = 0; round < 10; round++) {
      await deadLetters.add(consumer, [{ record: recordFixture('a', 1), error: 'no' }]);
      const id = await firstIdOf(deadLetters, consumer);
      await Promise.all([deadLetters.discard(id), other.remove([id])]);
      expect(await deadLetters.discard(id)).toBe(false);
      expect(await other.blockedStreams(consumer)).toEqual([]);
    }
  });

  test('accept 40 concurrent adds and 40 concurrent replay requests', async () => {
    const { deadLetters, other, consumer } = given();
    const streams = Array.from({ length: 40 }, (_, index) => `stream-${index}`);
    await Promise.all(
      streams.map((stream, index) => (index % 2 ? deadLetters : other).add(consumer, [{ record: recordFixture(stream, index + 1), error: 'no' }])),
    );
    await Promise.all(streams.map((stream, index) => (index % 2 ? other : deadLetters).replay(consumer, stream)));
    expect(await deadLetters.blockedStreams(consumer)).toHaveLength(streams.length);
    expect((await other.blockedStreams(consumer)).every((stream) => stream.due)).toBe(true);
  });
}

const soon = { timeout: 10_000, interval: 5 };

/** Blocked streams of the consumer; true for those due for a replay. */
async function due({ deadLetters, consumer }: Pick<DeadLettersFixture, 'deadLetters' | 'consumer'>): Promise<Record<string, boolean>> {
  return Object.fromEntries((await deadLetters.blockedStreams(consumer)).map((stream) => [stream.stream, stream.due]));
}

/** Contract of operators' requests: replay and discard. */
export function describeRequests(given: () => DeadLettersFixture): void {
  test('mark a stream as due on request, or when no failed event blocks it', async () => {
    const { deadLetters, consumer } = given();
    await parkSome(given());
    expect(await due(given())).toEqual({ a: false, b: false });
    await deadLetters.replay(consumer, 'b');
    expect(await due(given())).toEqual({ a: false, b: true });
    const [first] = await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints);
    await deadLetters.remove([first?.id ?? '']);
    expect(await due(given())).toEqual({ a: true, b: true });
    const [next] = await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints);
    await deadLetters.failed(next?.id ?? '', new Error('again'));
    expect(await due(given())).toEqual({ a: false, b: true });
  });

  test('keep the last error of an event, which waits for the next request', async () => {
    const { deadLetters, consumer } = given();
    await parkSome(given());
    for (const error of ['second', 'third']) {
      await deadLetters.replay(consumer, 'a');
      await deadLetters.replay(consumer, 'a');
      expect(await due(given())).toMatchObject({ a: true });
      await deadLetters.failed(await firstIdOf(deadLetters, consumer), error);
      expect(await due(given())).toMatchObject({ a: false });
      expect((await deadLetters.list({ consumer, limit: 10 })).map((event) => event.error)).toEqual([error, null, null, 'odd']);
    }
  });

  describeDiscards(given);
  describeTelling(given);
}

function describeDiscards(given: () => DeadLettersFixture): void {
  test('hide a discarded event and mark its stream as due', async () => {
    const { deadLetters, consumer } = given();
    await parkSome(given());
    const first = await firstIdOf(deadLetters, consumer);
    const listed = await deadLetters.list({ consumer, limit: 10 });
    expect(await Promise.all(listed.map(({ id }) => deadLetters.find(id)))).toEqual(listed);
    expect(await deadLetters.discard(first)).toBe(true);
    expect(await deadLetters.discard(first)).toBe(false);
    expect(await deadLetters.find(first)).toBeNull();
    expect(offsetsOf(await deadLetters.list({ consumer, limit: 10 }))).toEqual([3, 5, 2]);
    expect(await deadLetters.blockedStreams(consumer)).toContainEqual({ stream: 'a', due: true });
    expect(offsetsOf(await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints))).toEqual([3, 5]);
    expect(await deadLetters.discard(first)).toBe(false);
  });

  test('unblock a stream at the first takeForReplay after the discard of its only event', async () => {
    const { deadLetters, consumer } = given();
    await deadLetters.add(consumer, [{ record: recordFixture('a', 1), error: 'no' }]);
    await deadLetters.discard(await firstIdOf(deadLetters, consumer));
    expect(await due(given())).toEqual({ a: true });
    expect(await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints)).toEqual([]);
    expect(await due(given())).toEqual({});
  });

  const hostile = ['', 'x', '1e3', '-1', '9'.repeat(40), '9'.repeat(100_000), 'x'.repeat(100_000), "1' or true --", 'event:1', '__proto__', '🙂'];
  test.each(hostile.map((id) => [id.slice(0, 20), id.length, id]))(
    'ignore discards and replays for the unknown id %s of %i characters',
    async (_start, _length, id) => {
      const { deadLetters, consumer } = given();
      await parkSome(given());
      expect(await deadLetters.discard(id)).toBe(false);
      expect(await deadLetters.find(id)).toBeNull();
      await deadLetters.replay(consumer, id);
      await deadLetters.replay(id, 'a');
      expect(await due(given())).toEqual({ a: false, b: false });
    },
  );
}

function describeTelling(given: () => DeadLettersFixture): void {
  test('apply a request to parked events, not to later ones', async () => {
    const { deadLetters, consumer } = given();
    await deadLetters.replay(consumer, 'a');
    await parkSome(given());
    expect(await due(given())).toEqual({ a: false, b: false });
    await deadLetters.replay(consumer, 'b');
    await deadLetters.remove((await deadLetters.takeForReplay(consumer, 'b', unboundedCheckpoints)).map(({ id }) => id));
    await deadLetters.add(consumer, [{ record: recordFixture('b', 9), error: 'anew' }]);
    expect(await due(given())).toEqual({ a: false, b: false });
  });

  test('notify other processes of requests until they unsubscribe', async () => {
    const { deadLetters, open, consumer } = given();
    const other = open();
    let told = 0;
    const unsubscribe = other.onRequest(() => told++);
    await expect.poll(() => told, soon).toBe(1);
    await parkSome(given());
    await deadLetters.replay(consumer, 'a');
    await expect.poll(() => told, soon).toBe(2);
    await deadLetters.discard(await firstIdOf(deadLetters, consumer));
    await expect.poll(() => told, soon).toBe(3);
    unsubscribe();
    let later = 0;
    other.onRequest(() => later++);
    await deadLetters.replay(consumer, 'a');
    await expect.poll(() => later, soon).toBe(1);
    expect(told).toBe(3);
    await other.close();
  });
}
