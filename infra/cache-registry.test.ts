import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, type CacheName, cacheKeyFor, createCacheRegistry } from './cache-registry.ts';
import { heapInUse } from './heap-fixture.ts';

const MiB = 2 ** 20;

test('Cache counts the bytes of keys and values', () => {
  const cache = createCacheRegistry(64 * MiB).cache<string, string>('replies', { sizeOf: (text) => text.length });
  cache.set('a'.repeat(1_000), 'b'.repeat(500));
  expect(cache.bytes()).toBeGreaterThanOrEqual(1_500);
  cache.delete('a'.repeat(1_000));
  expect(cache.bytes()).toBe(0);
});

test('Cache evicts the least recently used entry first', () => {
  const cache = createCacheRegistry(1 * MiB).cache<string, string>('tokens', { sizeOf: (text) => text.length });
  for (const key of ['first', 'second', 'third']) cache.set(key, 'x'.repeat(300_000));
  expect(cache.get('first')).toBeDefined();
  cache.set('fourth', 'x'.repeat(300_000));
  expect(['first', 'second', 'third', 'fourth'].filter((key) => cache.get(key))).toEqual(['first', 'third', 'fourth']);
});

test('Cache evicts stale entries on a later insertion, without a read of them', () => {
  const time = { now: 0 };
  const cache = createCacheRegistry(1 * MiB, () => time.now).cache<string, number>('tokens', {
    sizeOf: () => 8,
    isStale: (until) => until <= time.now,
  });
  for (const [key, until] of Object.entries({ short: 10_000, long: 100_000 })) cache.set(key, until);
  time.now = 60_000;
  cache.set('new', 100_000);
  expect([cache.size(), cache.get('short'), cache.get('long')]).toEqual([2, undefined, 100_000]);
});

test('Cache does not store an entry larger than its limit, and evicts the previous entry of the key', () => {
  const cache = createCacheRegistry(1_000).cache<string, string>('replies', { sizeOf: (text) => text.length });
  cache.set('a', 'small');
  cache.set('a', 'x'.repeat(2_000));
  expect([cache.get('a'), cache.bytes()]).toEqual([undefined, 0]);
});

test('Caches together stay below their maximum size, and report at least the bytes of their content', () => {
  const names: CacheName[] = ['replies', 'tokens', 'tiles', 'sign-in'];
  const put = fc.record({ cache: fc.nat(3), key: fc.string({ minLength: 1, maxLength: 60 }), bytes: fc.nat(6_000), remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(put, { maxLength: 200 }), fc.integer({ min: 500, max: 20_000 }), (puts, most) => {
      const memory = createCacheRegistry(most);
      const caches = names.map((name) => memory.cache<string, string>(name, { sizeOf: (text) => text.length }));
      let peak = 0;
      for (const { cache, key, bytes, remove } of puts) {
        if (remove) caches[cache]?.delete(key);
        else caches[cache]?.set(key, 'x'.repeat(bytes));
        peak = Math.max(
          peak,
          Object.values(memory.used()).reduce((sum, one) => sum + one, 0),
        );
      }
      expect(peak).toBeLessThanOrEqual(most);
      const keys = [...new Set(puts.map(({ key }) => key))];
      for (const cache of caches) {
        const held = keys
          .map((key) => [key, cache.get(key)] as const)
          .reduce((sum, [key, text]) => sum + (text === undefined ? 0 : key.length + text.length), 0);
        expect(cache.bytes()).toBeGreaterThanOrEqual(held);
      }
    }),
  );
});

test('Cache without references is garbage-collected and reports 0 bytes', async () => {
  const memory = createCacheRegistry(64 * MiB);
  (() => memory.cache<string, string>('replies', { sizeOf: (text) => text.length }).set('a', 'b'.repeat(1_000)))();
  await expect.poll(() => heapInUse() && memory.used().replies).toBe(0);
});

const objectOf = (number: number) => ({ id: `id ${number}`, name: 'x'.repeat(20), at: number, tags: ['one', 'two'] });

test.each([
  ['short keys and nothing else', (number: number) => `key ${number}`, () => true],
  ['long keys', (number: number) => `${number} ${'k'.repeat(400)}`, () => true],
  ['keys in Greek', (number: number) => `${number} ${'κ'.repeat(100)}`, () => true],
  ['shared documents', (number: number) => `key ${number}`, (number: number) => Buffer.alloc(2_000, String(number)).toString('latin1')],
  ['objects', (number: number) => `key ${number}`, objectOf],
])('heap grows by at most 110 % of the bytes that the cache reports: %s', (_, keyOf, made) => {
  const memory = createCacheRegistry(64 * MiB);
  const cache = memory.cache<string, object | string | boolean>('replies', { sizeOf: bytesOf });
  const before = heapInUse();
  // Parsed like a text from a socket, because a concatenated text would share its parts.
  for (let number = 0; number < 20_000; number++) cache.set(JSON.parse(JSON.stringify(keyOf(number))), made(number));
  const grown = heapInUse() - before;
  expect(grown).toBeLessThan(cache.bytes() * 1.1);
});

test('Cache key of a long text is a hash below 60 characters, unique to the text', () => {
  const long = 'x'.repeat(15_000);
  expect(cacheKeyFor('null  /api')).toBe('null  /api');
  expect(cacheKeyFor(`${long}a`).length).toBeLessThan(60);
  expect(cacheKeyFor(`${long}a`)).not.toBe(cacheKeyFor(`${long}b`));
});
