import { expect, test } from 'vitest';
import { createCacheRegistry } from '../cache-registry.ts';
import { heapInUse } from '../heap-fixture.ts';
import { type CachedReply, createResponseCache } from './send-reply.ts';

const textOf = (reply?: CachedReply) => {
  const bytes = reply?.bytes ?? '';
  return (typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes).toString();
};
const reply = {
  projections: ['stories'],
  stamp: '1:7',
  headers: { etag: '"3"', 'cache-control': 'no-store' },
  bytes: Buffer.from('{"title":"Café 🗺️"}'),
};

function cache() {
  const now = { stamp: '1:7' as string | undefined, ms: 0 };
  const memory = createCacheRegistry(64 * 2 ** 20, () => now.ms);
  return { now, memory, ...createResponseCache(() => now.stamp, memory) };
}

test('Response cache stores an answer at its second request, byte for byte', () => {
  const { keep, get } = cache();
  keep('a', reply);
  expect(get('a')).toBeUndefined();
  keep('a', reply);
  expect(textOf(get('a'))).toBe(String(reply.bytes));
  expect(get('a')?.headers).toMatchObject({ 'content-length': Buffer.byteLength(String(reply.bytes)), etag: '"3"', 'cache-control': 'no-store' });
});

test('Response cache replaces an answer only after its projection has changed', () => {
  const { keep, get, now } = cache();
  const text = () => textOf(get('a'));
  keep('a', reply);
  keep('a', reply);
  keep('a', { ...reply, bytes: Buffer.from('made anew') });
  expect(text()).toBe(String(reply.bytes));
  now.stamp = '1:8';
  keep('a', { ...reply, stamp: '1:8', bytes: Buffer.from('moved on') });
  expect(text()).toBe('moved on');
});

test('Response cache drops an answer when its projection changes or becomes unknown', () => {
  const { keep, get, now } = cache();
  for (const stamp of ['1:8', undefined]) {
    now.stamp = '1:7';
    keep('a', reply);
    keep('a', reply);
    expect(get('a')).toBeDefined();
    now.stamp = stamp;
    expect(get('a')).toBeUndefined();
  }
});

test('Response cache stores no answer without a stamp or a projection', () => {
  const { keep, get } = cache();
  for (const unkept of [
    { ...reply, stamp: undefined },
    { ...reply, projections: [] },
  ]) {
    keep('a', unkept);
    keep('a', unkept);
    expect(get('a')).toBeUndefined();
  }
});

test('Response cache evicts the least recently used answers when it is full', () => {
  const { keep, get } = cache();
  const large = { ...reply, bytes: Buffer.from('x'.repeat(4 * 1024 * 1024)) };
  for (let number = 0; number < 10; number++) {
    keep(`k${number}`, large);
    keep(`k${number}`, large);
  }
  expect(get('k0')).toBeUndefined();
  expect(get('k9')).toBeDefined();
});

test('Response cache removes stale answers on a later insertion, without a request for them', () => {
  const { keep, get, now, memory } = cache();
  for (const key of ['a', 'b', 'a', 'b']) keep(key, reply);
  expect(memory.used().replies).toBeGreaterThan(0);
  Object.assign(now, { stamp: '1:8', ms: 60_000 });
  for (const key of ['c', 'c']) keep(key, { ...reply, stamp: '1:8' });
  const before = memory.used().replies;
  keep('d', { ...reply, stamp: '1:8' });
  expect([get('a'), get('b')]).toEqual([undefined, undefined]);
  expect(memory.used().replies).toBe(before);
});

test('Response cache of 5000 answers takes at most 110 % of the bytes that it reports', () => {
  const { keep, memory } = cache();
  const before = heapInUse();
  for (let number = 0; number < 5_000; number++)
    for (let time = 0; time < 2; time++)
      keep(`null  /api/itineraries/${number}?include=days`, {
        projections: ['stories'],
        stamp: `1:${7}`,
        headers: { etag: `"${number}"`, vary: 'authorization' },
        bytes: Buffer.from(`{"number":${number}}`),
      });
  const used = memory.used();
  expect(heapInUse() - before).toBeLessThan(1.1 * (used.replies + used['asked once']));
});

test('Response cache of 1400 URLs of 15 kB takes less than 3 MiB', () => {
  const { keep, get } = cache();
  const addressOf = (number: number): string => `null  /api/itineraries?filter=${String(number).padStart(15_000, 'x')}`;
  const before = heapInUse();
  for (let number = 0; number < 1_400; number++)
    for (let time = 0; time < 2; time++) keep(addressOf(number), { ...reply, bytes: Buffer.from('{"items":[]}') });
  const grown = heapInUse() - before;
  expect(get(addressOf(1_399))).toBeDefined();
  expect(grown).toBeLessThan(3 * 2 ** 20);
});
