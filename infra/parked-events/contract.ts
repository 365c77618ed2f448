import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BusRecord } from '../bus/port.ts';
import { describeOrder } from './contract/order.ts';
import { describeProcesses } from './contract/processes.ts';
import { describeRequests } from './contract/requests.ts';
import type { ParkedEvent, ParkedEvents } from './port.ts';

export interface ParkedEventsUnderTest {
  /** Another instance over connections of its own, as another process would have it. */
  open(): ParkedEvents;
  /** Closes every instance and removes the data. */
  close(): Promise<void>;
}

/** Two instances on the same data, and a consumer that the test has for itself. */
export interface Given {
  parked: ParkedEvents;
  other: ParkedEvents;
  open(): ParkedEvents;
  consumer: string;
}

/** What every keeper of parked events must do. */
export function parkedEventsContract(make: () => Promise<ParkedEventsUnderTest>): void {
  describe('parked events', () => {
    let made: ParkedEventsUnderTest;
    let given: Given;
    beforeAll(async () => {
      made = await make();
      given = { parked: made.open(), other: made.open(), open: made.open, consumer: '' };
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

/** A record of an event that the product knows. */
export function record(stream: string, offset: number, partition = '0'): BusRecord {
  const data = { countryId: randomUUID(), code: 'CH', name: '"\\ é $1 😀' };
  const meta = { actorId: null, commandId: randomUUID() };
  const event = { id: randomUUID(), type: 'CountryCreated', schema: 1, data, meta, at: '2026-01-01T00:00:00.000Z' };
  return { partition, offset, event: { ...event, stream, version: offset, position: offset } };
}
export const offsets = (events: readonly ParkedEvent[]): number[] => events.map((event) => event.record.offset);
export const everything = { '0': 1_000_000 };
/** Three events of stream a, of which the first failed, and one of b. */
export async function parkSome({ parked, consumer }: Given): Promise<void> {
  await parked.park(consumer, [
    { record: record('a', 1), error: new TypeError('no') },
    { record: record('b', 2), error: 'odd\0' },
  ]);
  await parked.park(consumer, [{ record: record('a', 5) }, { record: record('a', 3) }]);
}
export async function firstOf(parked: ParkedEvents, consumer: string): Promise<string> {
  const [first] = await parked.list({ consumer, limit: 1 });
  expect(first).toBeDefined();
  return first?.id ?? '';
}

function describeKeeping(given: () => Given): void {
  test('keeps events as they were, by stream and in order, with what went wrong', async () => {
    const { parked, consumer } = given();
    const kept = record('a', 1);
    await parked.park(consumer, [{ record: kept, error: new TypeError('no') }]);
    await parked.park(consumer, [{ record: record('b', 2), error: 'odd\0' }, { record: record('a', 3) }]);
    const list = await parked.list({ consumer, limit: 10 });
    expect(list[0]).toEqual({ id: expect.any(String), consumer, record: kept, error: 'TypeError: no', parkedAt: expect.any(String) });
    expect(Math.abs(Date.parse(list[0]?.parkedAt ?? '') - Date.now())).toBeLessThan(60_000);
    expect(list.map(({ error }) => error)).toEqual(['TypeError: no', null, 'odd']);
    expect(offsets(await parked.list({ consumer, limit: 2 }))).toEqual([1, 3]);
    expect(offsets((await parked.list({ limit: 100_000 })).filter((event) => event.consumer === consumer))).toEqual([1, 3, 2]);
  });

  test('parking again changes nothing', async () => {
    const { parked, other, consumer } = given();
    const one = record('a', 1);
    await parked.park(consumer, [{ record: one, error: 'first' }]);
    await parked.park(consumer, [{ record: one }]);
    await other.park(consumer, [{ record: one, error: 'second' }, { record: one }]);
    await parked.park(consumer, []);
    expect((await parked.list({ consumer, limit: 10 })).map(({ error }) => error)).toEqual(['first']);
  });

  test('one event is parked for each consumer on its own', async () => {
    const { parked, consumer } = given();
    const one = record('a', 1);
    await parked.park(consumer, [{ record: one, error: 'here' }]);
    await parked.park(`${consumer}2`, [{ record: one, error: 'there' }]);
    await parked.remove([await firstOf(parked, consumer)]);
    expect((await parked.list({ consumer: `${consumer}2`, limit: 10 })).map(({ error }) => error)).toEqual(['there']);
  });

  describeLeaving(given);
  describeCharacters(given);
}

function describeLeaving(given: () => Given): void {
  test('what was removed can be parked again, and to remove what is gone changes nothing', async () => {
    const { parked, consumer } = given();
    const one = record('a', 1);
    await parked.park(consumer, [{ record: one, error: 'first' }]);
    const id = await firstOf(parked, consumer);
    await parked.remove([id]);
    await parked.remove([id]);
    await parked.remove([]);
    await parked.failed(id, 'too late');
    expect(await parked.parkedStreams(consumer)).toEqual([]);
    await parked.park(consumer, [{ record: one, error: 'again' }]);
    expect((await parked.list({ consumer, limit: 10 })).map(({ error }) => error)).toEqual(['again']);
  });

  test('a consumer that is gone leaves nothing, others keep theirs', async () => {
    const { parked, other, consumer } = given();
    await parkSome(given());
    await parked.replay(consumer, 'a');
    await parked.forget(`${consumer}0`);
    expect(await parked.parkedStreams(consumer)).toHaveLength(2);
    await other.forget(consumer);
    expect(await parked.parkedStreams(consumer)).toEqual([]);
    expect(await parked.list({ consumer, limit: 10 })).toEqual([]);
  });
}

function describeCharacters(given: () => Given): void {
  test('takes streams and consumers of any characters, and errors of any length', async () => {
    const { parked, consumer } = given();
    const stream = `story-'"\\ é\n😀:%@/${'x'.repeat(300)}`;
    await parked.park(`${consumer}'"\n😀`, [{ record: record(stream, 1), error: new Error('😀'.repeat(50_000)) }]);
    const [kept] = await parked.list({ consumer: `${consumer}'"\n😀`, limit: 10 });
    expect(kept?.record.event.stream).toBe(stream);
    expect(kept?.error).toMatch(/^Error: (😀)+�?$/u);
    expect(kept?.error?.length).toBe(2_000);
    await parked.failed(kept?.id ?? '', '\0y'.repeat(50_000));
    const [failed] = await parked.takeForReplay(`${consumer}'"\n😀`, stream, everything);
    expect(failed?.error).toBe('y'.repeat(2_000));
    expect(failed?.record).toEqual(kept?.record);
  });
}
