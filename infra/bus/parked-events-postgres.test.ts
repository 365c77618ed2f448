import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../postgres/test-database.ts';
import type { ParkedEvents } from './parked-events.ts';
import { postgresParkedEvents } from './parked-events-postgres.ts';
import type { BusRecord } from './port.ts';

let database: TestDatabase;
let parked: ParkedEvents;
let consumer: string;
beforeAll(async () => {
  database = await testDatabase();
  parked = postgresParkedEvents(database.pool);
});
afterAll(async () => {
  await parked.close();
  await database.close();
});
beforeEach(() => {
  consumer = `consumer-${randomUUID()}`;
});

const record = (stream: string, offset: number, partition = '0'): BusRecord => {
  const meta = { actorId: null, commandId: randomUUID() };
  const event = { id: randomUUID(), type: 'Noted', schema: 1, data: { text: '"\\ é $1' }, meta, at: '2026-01-01T00:00:00.000Z' };
  return { partition, offset, event: { ...event, stream, version: offset, position: offset } };
};
const offsets = (events: readonly { record: BusRecord }[]): number[] => events.map((event) => event.record.offset);
const everything = { '0': 1_000 };
/** Three events of stream a, of which the first failed, and one of b. */
async function parkSome(): Promise<void> {
  await parked.park(consumer, [
    { record: record('a', 1), error: new TypeError('no') },
    { record: record('b', 2), error: 'odd\0' },
  ]);
  await parked.park(consumer, [{ record: record('a', 5) }, { record: record('a', 3) }]);
}

test('keeps events as they were, by stream and in order, with what went wrong', async () => {
  const kept = record('a', 1);
  await parked.park(consumer, [{ record: kept, error: new TypeError('no') }]);
  await parked.park(consumer, [{ record: record('b', 2), error: 'odd\0' }, { record: record('a', 3) }]);
  const list = await parked.list({ consumer, limit: 10 });
  expect(list[0]).toEqual({ id: expect.any(String), consumer, record: kept, error: 'TypeError: no', parkedAt: expect.any(String) });
  expect(list.map(({ error }) => error)).toEqual(['TypeError: no', null, 'odd']);
  expect(offsets(await parked.list({ consumer, limit: 2 }))).toEqual([1, 3]);
  expect(offsets((await parked.list({ limit: 100 })).filter((event) => event.consumer === consumer))).toEqual([1, 3, 2]);
});

test('parking again changes nothing', async () => {
  const one = record('a', 1);
  await parked.park(consumer, [{ record: one, error: 'first' }]);
  await parked.park(consumer, [{ record: one }]);
  expect((await parked.list({ consumer, limit: 10 })).map(({ error }) => error)).toEqual(['first']);
});

test('a stream is due when it was asked for, or when nothing stands before its first event', async () => {
  await parkSome();
  const due = async () => Object.fromEntries((await parked.parkedStreams(consumer)).map((stream) => [stream.stream, stream.due]));
  expect(await due()).toEqual({ a: false, b: false });
  await parked.replay(consumer, 'b');
  expect(await due()).toEqual({ a: false, b: true });
  const [first] = await parked.takeForReplay(consumer, 'a', everything);
  await parked.remove([first?.id ?? '']);
  expect(await due()).toEqual({ a: true, b: true });
  const [next] = await parked.takeForReplay(consumer, 'a', everything);
  await parked.failed(next?.id ?? '', new Error('again'));
  expect(await due()).toEqual({ a: false, b: true });
});

test('gives out the events of a stream in order, no further than the checkpoint', async () => {
  await parkSome();
  expect(offsets(await parked.takeForReplay(consumer, 'a', everything))).toEqual([1, 3, 5]);
  expect(offsets(await parked.takeForReplay(consumer, 'a', { '0': 3 }))).toEqual([1, 3]);
  expect(await parked.takeForReplay(consumer, 'a', { '1': 9 })).toEqual([]);
});

test('a discarded event is seen no more, and its stream is due', async () => {
  await parkSome();
  const [first] = await parked.list({ consumer, limit: 1 });
  expect(await parked.discard(first?.id ?? '')).toBe(true);
  expect(offsets(await parked.list({ consumer, limit: 10 }))).toEqual([3, 5, 2]);
  expect(await parked.parkedStreams(consumer)).toContainEqual({ stream: 'a', due: true });
  expect(offsets(await parked.takeForReplay(consumer, 'a', everything))).toEqual([3, 5]);
  expect(await parked.discard(first?.id ?? '')).toBe(false);
  for (const id of ['', 'x', '1e3', '9'.repeat(40)]) expect(await parked.discard(id)).toBe(false);
});

test('a consumer that is gone leaves nothing, others keep theirs', async () => {
  await parkSome();
  await parked.forget(`${consumer}0`);
  expect(await parked.parkedStreams(consumer)).toHaveLength(2);
  await parked.forget(consumer);
  expect(await parked.parkedStreams(consumer)).toEqual([]);
});

test('tells other processes of requests until they unsubscribe', async () => {
  const other = postgresParkedEvents(database.pool);
  let told = 0;
  const unsubscribe = other.onRequest(() => told++);
  await expect.poll(() => told, { timeout: 10_000, interval: 5 }).toBe(1);
  await parkSome();
  await parked.replay(consumer, 'a');
  await expect.poll(() => told, { timeout: 10_000, interval: 5 }).toBe(2);
  const [first] = await parked.list({ consumer, limit: 1 });
  await parked.discard(first?.id ?? '');
  await expect.poll(() => told, { timeout: 10_000, interval: 5 }).toBe(3);
  unsubscribe();
  await other.close();
});
