import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { bytesOf, createCacheRegistry } from '../cache-registry.ts';
import { heapInUse } from '../heap-fixture.ts';
import { createStateCache } from './stream-repository.ts';

const MiB = 2 ** 20;

test('State cache keeps a newer state when an older one arrives', () => {
  const cache = createStateCache(createCacheRegistry(MiB));
  cache.set('story-1', { state: 'new', version: 3 });
  cache.set('story-1', { state: 'old', version: 2 });
  expect(cache.get('story-1')).toEqual({ state: 'new', version: 3, asOf: expect.any(Number) });
});

test('Measured size of a stream state is 90 to 200 % of its heap, and shared parts are measured only once', () => {
  const bytes = new WeakMap<object, number>();
  const story = storyOf(960, 0);
  // The maximum of three measurements, because garbage of earlier tests may be collected meanwhile, which lowers the figure.
  const taken = Math.max(...Array.from({ length: 3 }, bytesPerStory));
  const counted = bytesOf(story, bytes);
  expect(counted).toBeGreaterThan(taken * 0.9);
  expect(counted).toBeLessThan(taken * 2);
  const looks = vi.spyOn(bytes, 'set');
  bytesOf({ ...story, stops: { ...story.stops, a: {} } }, bytes);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(3);
});

/** Size of a state like that of a story, bytes. */
function bytesPerStory(): number {
  const before = heapInUse();
  const stories = Array.from({ length: 10 }, (_, number) => storyOf(960, number));
  return (heapInUse() - before) / stories.length;
}

/** A state like that of a story loaded from a log: parts with their own texts, ids and numbers. */
function storyOf(count: number, number: number): { stopIds: string[]; stops: Record<string, object> } {
  const stops = Array.from({ length: count }, (_, stop) => ({
    ...{ id: randomUUID(), placeId: randomUUID(), dayIds: [randomUUID()], title: `Stop ${stop} of ${number}`, imageUrl: null, imageId: null },
    ...{ coordinates: { latitude: 38 + stop / 1_000, longitude: -9 - stop / 1_000 }, index: stop, durationMinutes: 90, startTime: null },
    ...{ description: `A place to stay a while, ${stop}. `.repeat(6), highlight: null, state: 'ACCEPTED', origin: 'PERSON', version: stop },
  }));
  const parts = Object.groupBy(stops, ({ id }) => id.slice(-1));
  const byId = Object.entries(parts).map(([part, some = []]) => [part, Object.fromEntries(some.map((stop) => [stop.id, stop]))]);
  return JSON.parse(JSON.stringify({ stopIds: stops.map(({ id }) => id), stops: Object.fromEntries(byId) }));
}

test('State cache of 500 large streams stays below 8 MiB of heap', () => {
  const memory = createCacheRegistry(8 * MiB);
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
