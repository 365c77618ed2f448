import { expect, test } from 'vitest';
import { everything, type Given, offsets, parkSome, record } from '../contract.ts';
import { takeAtMost } from '../port.ts';

/** Contract of the order in which parked events are returned. */
export function describeOrder(given: () => Given): void {
  test('return the events of a stream in order, up to the checkpoint', async () => {
    const { deadLetters, consumer } = given();
    await parkSome(given());
    expect(offsets(await deadLetters.takeForReplay(consumer, 'a', everything))).toEqual([1, 3, 5]);
    expect(offsets(await deadLetters.takeForReplay(consumer, 'a', { '0': 3 }))).toEqual([1, 3]);
    expect(await deadLetters.takeForReplay(consumer, 'a', { '1': 9 })).toEqual([]);
    expect(await deadLetters.takeForReplay(consumer, 'unknown', everything)).toEqual([]);
    expect(await deadLetters.takeForReplay(`${consumer}0`, 'a', everything)).toEqual([]);
  });

  describeAmounts(given);

  test('list events by consumer, stream and log position', async () => {
    const { deadLetters, consumer } = given();
    await deadLetters.add(`${consumer}2`, [{ record: record('b', 1) }, { record: record('a', 2) }]);
    await deadLetters.add(`${consumer}1`, [{ record: record('b', 4) }, { record: record('a', 9) }, { record: record('b', 3) }]);
    const listed = (await deadLetters.list({ limit: 100_000 })).filter((event) => event.consumer.startsWith(consumer));
    expect(offsets(listed)).toEqual([9, 3, 4, 2, 1]);
  });
}

function describeAmounts(given: () => Given): void {
  test('return a long stream in batches', async () => {
    const { deadLetters, consumer } = given();
    const count = takeAtMost * 2 + 50;
    const records = Array.from({ length: count }, (_, index) => record('a', index + 1));
    await deadLetters.add(
      consumer,
      records.toReversed().map((one) => ({ record: one })),
    );
    const taken: number[] = [];
    for (;;) {
      const events = await deadLetters.takeForReplay(consumer, 'a', everything);
      if (events.length === 0) break;
      taken.push(...offsets(events));
      await deadLetters.remove(events.map(({ id }) => id));
    }
    expect(taken).toEqual(records.map(({ offset }) => offset));
    expect(await deadLetters.blockedStreams(consumer)).toEqual([]);
  });

  test('accept many large events at once', async () => {
    const { deadLetters, other, consumer } = given();
    const large = Array.from({ length: 40 }, (_, index) => {
      const one = record('a', index + 1);
      return { ...one, event: { ...one.event, data: { ...one.event.data, name: 'é'.repeat(50_000) } } };
    });
    await deadLetters.add(
      consumer,
      large.map((one) => ({ record: one })),
    );
    expect((await other.takeForReplay(consumer, 'a', everything)).map((event) => event.record)).toEqual(large);
  });
}
