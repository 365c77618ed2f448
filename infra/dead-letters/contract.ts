import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BusRecord } from '../bus/port.ts';
import { describeProcesses, describeRequests } from './contract/processes.ts';
import { type DeadLetter, type DeadLetters, replayBatchSize } from './port.ts';

export interface DeadLettersUnderTest {
  /** Opens another instance over its own connections, like another process. */
  open(): DeadLetters;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

/** Two instances on the same data, and a consumer name for this test alone. */
export interface DeadLettersFixture {
  deadLetters: DeadLetters;
  other: DeadLetters;
  open(): DeadLetters;
  consumer: string;
}

/** Contract of a dead-letter store. */
export function deadLettersContract(make: () => Promise<DeadLettersUnderTest>): void {
  describe('dead letters', () => {
    let made: DeadLettersUnderTest;
    let given: DeadLettersFixture;
    beforeAll(async () => {
      made = await make();
      given = { deadLetters: made.open(), other: made.open(), open: made.open, consumer: '' };
    });
    afterAll(() => made.close());
    beforeEach(() => {
      given = { ...given, consumer: `boards:${randomUUID()}@1` };
    });
    describeKeeping(() => given);
    describeOrder(() => given);
    describeRequests(() => given);
    describeProcesses(() => given);
  });
}

/** A record with a valid event. */
export function recordFixture(stream: string, offset: number, partition = '0'): BusRecord {
  const data = { countryId: randomUUID(), code: 'CH', name: '"\\ é $1 😀' };
  const meta = { actorId: null, commandId: randomUUID() };
  const event = { id: randomUUID(), type: 'CountryCreated', schema: 1, data, meta, at: '2026-01-01T00:00:00.000Z' };
  return { partition, offset, event: { ...event, stream, version: offset, position: offset } };
}
export const offsetsOf = (events: readonly DeadLetter[]): number[] => events.map((event) => event.record.offset);
export const unboundedCheckpoints = { '0': 1_000_000 };
/** Parks three events of stream a, the first of which failed, and one event of stream b. */
export async function parkSome({ deadLetters, consumer }: DeadLettersFixture): Promise<void> {
  await deadLetters.add(consumer, [
    { record: recordFixture('a', 1), error: new TypeError('no') },
    { record: recordFixture('b', 2), error: 'odd\0' },
  ]);
  await deadLetters.add(consumer, [{ record: recordFixture('a', 5) }, { record: recordFixture('a', 3) }]);
}
export async function firstIdOf(deadLetters: DeadLetters, consumer: string): Promise<string> {
  const [first] = await deadLetters.list({ consumer, limit: 1 });
  expect(first).toBeDefined();
  return first?.id ?? '';
}

function describeKeeping(given: () => DeadLettersFixture): void {
  test('keep parked events unchanged, by stream and in order, with their errors', async () => {
    const { deadLetters, consumer } = given();
    const kept = recordFixture('a', 1);
    await deadLetters.add(consumer, [{ record: kept, error: new TypeError('no') }]);
    await deadLetters.add(consumer, [{ record: recordFixture('b', 2), error: 'odd\0' }, { record: recordFixture('a', 3) }]);
    const list = await deadLetters.list({ consumer, limit: 10 });
    expect(list[0]).toEqual({ id: expect.any(String), consumer, record: kept, error: 'TypeError: no', parkedAt: expect.any(String) });
    expect(Math.abs(Date.parse(list[0]?.parkedAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect(list.map(({ error }) => error)).toEqual(['TypeError: no', null, 'odd']);
    expect(offsetsOf(await deadLetters.list({ consumer, limit: 2 }))).toEqual([1, 3]);
    expect(offsetsOf((await deadLetters.list({ limit: 100_000 })).filter((event) => event.consumer === consumer))).toEqual([1, 3, 2]);
  });

  test('change nothing when an event is parked again', async () => {
    const { deadLetters, other, consumer } = given();
    const one = recordFixture('a', 1);
    await deadLetters.add(consumer, [{ record: one, error: 'first' }]);
    await deadLetters.add(consumer, [{ record: one }]);
    await other.add(consumer, [{ record: one, error: 'second' }, { record: one }]);
    await deadLetters.add(consumer, []);
    expect((await deadLetters.list({ consumer, limit: 10 })).map(({ error }) => error)).toEqual(['first']);
  });

  test('park one event separately for each consumer', async () => {
    const { deadLetters, consumer } = given();
    const one = recordFixture('a', 1);
    await deadLetters.add(consumer, [{ record: one, error: 'here' }]);
    await deadLetters.add(`${consumer}2`, [{ record: one, error: 'there' }]);
    await deadLetters.remove([await firstIdOf(deadLetters, consumer)]);
    expect((await deadLetters.list({ consumer: `${consumer}2`, limit: 10 })).map(({ error }) => error)).toEqual(['there']);
  });

  describeLeaving(given);
  describeCharacters(given);
}

function describeLeaving(given: () => DeadLettersFixture): void {
  test('accept a removed event again, and ignore the removal of an unknown one', async () => {
    const { deadLetters, consumer } = given();
    const one = recordFixture('a', 1);
    await deadLetters.add(consumer, [{ record: one, error: 'first' }]);
    const id = await firstIdOf(deadLetters, consumer);
    await deadLetters.remove([id]);
    await deadLetters.remove([id]);
    await deadLetters.remove([]);
    await deadLetters.failed(id, 'too late');
    expect(await deadLetters.blockedStreams(consumer)).toEqual([]);
    await deadLetters.add(consumer, [{ record: one, error: 'again' }]);
    expect((await deadLetters.list({ consumer, limit: 10 })).map(({ error }) => error)).toEqual(['again']);
  });

  test('delete all events of a forgotten consumer and keep those of others', async () => {
    const { deadLetters, other, consumer } = given();
    await parkSome(given());
    await deadLetters.replay(consumer, 'a');
    await deadLetters.forget(`${consumer}0`);
    expect(await deadLetters.blockedStreams(consumer)).toHaveLength(2);
    await other.forget(consumer);
    expect(await deadLetters.blockedStreams(consumer)).toEqual([]);
    expect(await deadLetters.list({ consumer, limit: 10 })).toEqual([]);
  });
}

function describeCharacters(given: () => DeadLettersFixture): void {
  test('accept names with any characters, and errors of any length', async () => {
    const { deadLetters, consumer } = given();
    const stream = `story-'"\\ é\n😀:%@/${'x'.repeat(300)}`;
    await deadLetters.add(`${consumer}'"\n😀`, [{ record: recordFixture(stream, 1), error: new Error('😀'.repeat(50_000)) }]);
    const [kept] = await deadLetters.list({ consumer: `${consumer}'"\n😀`, limit: 10 });
    expect(kept?.record.event.stream).toBe(stream);
    expect(kept?.error).toMatch(/^Error: (😀)+�?$/u);
    expect(kept?.error?.length).toBe(2_000);
    await deadLetters.failed(kept?.id ?? '', '\0y'.repeat(50_000));
    const [failed] = await deadLetters.takeForReplay(`${consumer}'"\n😀`, stream, unboundedCheckpoints);
    expect(failed?.error).toBe('y'.repeat(2_000));
    expect(failed?.record).toEqual(kept?.record);
  });
}

/** Contract of the order in which parked events are returned. */
function describeOrder(given: () => DeadLettersFixture): void {
  test('return the events of a stream in order, up to the checkpoint', async () => {
    const { deadLetters, consumer } = given();
    await parkSome(given());
    expect(offsetsOf(await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints))).toEqual([1, 3, 5]);
    expect(offsetsOf(await deadLetters.takeForReplay(consumer, 'a', { '0': 3 }))).toEqual([1, 3]);
    expect(await deadLetters.takeForReplay(consumer, 'a', { '1': 9 })).toEqual([]);
    expect(await deadLetters.takeForReplay(consumer, 'unknown', unboundedCheckpoints)).toEqual([]);
    expect(await deadLetters.takeForReplay(`${consumer}0`, 'a', unboundedCheckpoints)).toEqual([]);
  });

  describeAmounts(given);

  test('list events by consumer, stream and log position', async () => {
    const { deadLetters, consumer } = given();
    await deadLetters.add(`${consumer}2`, [{ record: recordFixture('b', 1) }, { record: recordFixture('a', 2) }]);
    await deadLetters.add(`${consumer}1`, [{ record: recordFixture('b', 4) }, { record: recordFixture('a', 9) }, { record: recordFixture('b', 3) }]);
    const listed = (await deadLetters.list({ limit: 100_000 })).filter((event) => event.consumer.startsWith(consumer));
    expect(offsetsOf(listed)).toEqual([9, 3, 4, 2, 1]);
  });
}

function describeAmounts(given: () => DeadLettersFixture): void {
  test('return all events of a long stream in order over several calls of takeForReplay', async () => {
    const { deadLetters, consumer } = given();
    const count = replayBatchSize * 2 + 50;
    const records = Array.from({ length: count }, (_, index) => recordFixture('a', index + 1));
    await deadLetters.add(
      consumer,
      records.toReversed().map((one) => ({ record: one })),
    );
    const taken: number[] = [];
    for (;;) {
      const events = await deadLetters.takeForReplay(consumer, 'a', unboundedCheckpoints);
      if (events.length === 0) break;
      taken.push(...offsetsOf(events));
      await deadLetters.remove(events.map(({ id }) => id));
    }
    expect(taken).toEqual(records.map(({ offset }) => offset));
    expect(await deadLetters.blockedStreams(consumer)).toEqual([]);
  });

  test('accept 40 events of 100 kB at once', async () => {
    const { deadLetters, other, consumer } = given();
    const large = Array.from({ length: 40 }, (_, index) => {
      const one = recordFixture('a', index + 1);
      return { ...one, event: { ...one.event, data: { ...one.event.data, name: 'é'.repeat(50_000) } } };
    });
    await deadLetters.add(
      consumer,
      large.map((one) => ({ record: one })),
    );
    expect((await other.takeForReplay(consumer, 'a', unboundedCheckpoints)).map((event) => event.record)).toEqual(large);
  });
}
