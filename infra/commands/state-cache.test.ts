import { expect, test } from 'vitest';
import { createCallerMemory } from '../caller-memory.ts';
import { heapInUse } from '../heap-fixture.ts';
import { createStateCache } from './state-cache.ts';

const MiB = 2 ** 20;

test('a newer state is not replaced by an older one', () => {
  const cache = createStateCache(createCallerMemory(MiB));
  cache.set('story-1', { state: 'new', version: 3 });
  cache.set('story-1', { state: 'old', version: 2 });
  expect(cache.get('story-1')).toEqual({ state: 'new', version: 3 });
});

test('large streams count as what they are', () => {
  const memory = createCallerMemory(8 * MiB);
  const cache = createStateCache(memory);
  const before = heapInUse();
  for (let number = 0; number < 500; number++) {
    const stops = Object.fromEntries(
      Array.from({ length: 100 }, (_, stop) => [`stop ${stop}`, { description: Buffer.alloc(1_000, `${number} ${stop}`).toString('latin1') }]),
    );
    cache.set(`story-${number}`, { state: { stops }, version: 1 });
  }
  expect(heapInUse() - before).toBeLessThan(8 * MiB);
  expect(cache.get('story-499')).toBeDefined();
});
