import type { Batch, KafkaMessage } from 'kafkajs';
import { expect, test } from 'vitest';
import { record } from '../contract.ts';
import { messageOf, toFact } from './records.ts';
import type { Fact } from './state.ts';
import { createTail } from './tail.ts';

/** What the client gives for these facts, the first at `offset`. */
function batch(offset: number, facts: readonly Fact[], write = ''): Batch {
  const messages = facts.map((fact, index): KafkaMessage => {
    const { key, value, headers = {} } = messageOf(fact, write);
    const place = { attributes: 0, timestamp: '0', offset: String(offset + index) };
    return { ...place, key: Buffer.from(key ?? ''), value: value === null ? null : Buffer.from(value), headers };
  });
  const lastOffset = (): string => String(offset + facts.length - 1);
  // Only these are looked at.
  return { messages, lastOffset } as Batch;
}
const one = record('a', 1);
const parked = (id: string): Fact => toFact(id, 'boards@1', { record: one });
const ended: Fact = { kind: 'event', id: '1', value: null };

test('what is read again from the beginning changes nothing', async () => {
  const tail = createTail(() => {});
  tail.take(batch(0, [parked('1')]));
  tail.take(batch(1, [ended]));
  tail.take(batch(0, [parked('1')]));
  expect(tail.state.streams()).toEqual([]);
  expect(tail.position()).toBe(2);
});

test('a write is read back when all of it was, with what each record meant', async () => {
  const tail = createTail(() => {});
  const reading = tail.readBack('mine', 3);
  tail.take(batch(0, [parked('1')], 'other'));
  tail.take(batch(1, [parked('2'), ended], 'mine'));
  tail.take(batch(3, [ended], 'mine'));
  expect(await reading).toEqual([false, true, false]);
});

test('waits for an offset, and tells of requests that concern something', async () => {
  let told = 0;
  const tail = createTail(() => told++);
  const reached = tail.reached(3);
  const request = (stream: string): Fact => ({ kind: 'request', id: stream, value: { consumer: 'boards@1', stream } });
  tail.take(batch(0, [parked('1'), request('b')]));
  expect(told).toBe(0);
  tail.take(batch(2, [request('a'), request('a')]));
  await reached;
  expect(told).toBe(1);
  await tail.reached(4);
});

test('who waits is told when nothing more is read', async () => {
  const tail = createTail(() => {});
  const waiting = [tail.reached(1), tail.readBack('mine', 1)];
  tail.end(new Error('gone'));
  for (const outcome of await Promise.allSettled(waiting)) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
  await expect(tail.reached(1)).rejects.toThrow('gone');
});
