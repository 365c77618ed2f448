import { expect, test } from 'vitest';
import { newEvents } from '../contract.ts';
import type { RecordedEvent } from '../port.ts';
import { createKnownIds } from './append.ts';
import { toSafeInteger } from './calls.ts';

/** A read function over streams with `length` events each, which records its calls. */
function streamsOf(length: number) {
  const reads: string[] = [];
  const event = newEvents(1)[0];
  const read = async (stream: string, after: number): Promise<RecordedEvent[]> => {
    reads.push(`${stream} ${after}`);
    if (!event) return [];
    return Array.from({ length: length - after }, (_, index) => {
      const version = after + index + 1;
      return { ...event, id: `${stream}-${version}`, stream, version, position: version };
    });
  };
  return { reads, read };
}

test('Cache of event ids reads each unknown event of a stream once', async () => {
  const { reads, read } = streamsOf(10);
  const known = createKnownIds(read);
  known.learn('a', 0, (await read('a', 0)).slice(0, 4));
  reads.length = 0;
  expect((await known.upTo('a', 4)).versions.get('a-4')).toBe(4);
  expect((await known.upTo('a', 6)).versions.get('a-6')).toBe(6);
  await known.upTo('a', 10);
  expect(reads).toEqual(['a 4']);
});

test('Cache of event ids ignores events after a gap', async () => {
  const { reads, read } = streamsOf(10);
  const known = createKnownIds(read);
  known.learn('a', 7, await read('a', 7));
  reads.length = 0;
  expect((await known.upTo('a', 9)).versions.size).toBe(10);
  expect(reads).toEqual(['a 0']);
});

test('Cache of event ids evicts the least recently used streams when it is full', async () => {
  const { reads, read } = streamsOf(30_000);
  const known = createKnownIds(read);
  for (const stream of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await known.upTo(stream, 1);
  expect(reads).toEqual(['a 0', 'b 0', 'c 0', 'd 0', 'b 0']);
});

test('Position beyond the safe integers throws RangeError', () => {
  expect(toSafeInteger(2n ** 53n - 1n)).toBe(Number.MAX_SAFE_INTEGER);
  for (const value of [2n ** 53n, 2n ** 64n - 1n, -1n]) expect(() => toSafeInteger(value)).toThrow(RangeError);
});
