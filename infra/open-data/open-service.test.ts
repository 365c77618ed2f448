import { expect, test } from 'vitest';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import { type AnswerCache, type CachedAnswer, memoryAnswerCache } from './answer-cache.ts';
import { type OpenServiceOptions, openService } from './open-service.ts';

const shape = z.object({ value: z.number() });

/** A service with scripted replies and a record of its requests. */
function scene(replies: (Response | Error)[], options: Partial<OpenServiceOptions> = {}) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const clock = { now: 1_000_000 };
  const service = openService({
    ...{
      name: 'atlas',
      url: 'https://atlas.example/v1/',
      userAgent: 'Waystory/1 (https://waystory.example)',
      answers: answersInMap(),
      perSecond: 1_000,
      goodFor: 60_000,
    },
    request: async (url, init) => {
      asked.push({ url: String(url), init });
      const reply = replies.shift();
      if (!reply || reply instanceof Error) throw reply ?? new Error('It was not to be asked again');
      return reply;
    },
    now: () => clock.now,
    ...options,
  });
  return { asked, clock, ask: (q: string) => service.ask('/search', { q, limit: '1' }, shape) };
}

function answersInMap(): AnswerCache {
  const kept = new Map<string, CachedAnswer>();
  return { read: async (key) => kept.get(key) ?? null, keep: async (key, answer) => void kept.set(key, answer) };
}

const answering = (value: unknown, init?: ResponseInit): Response => new Response(JSON.stringify(value), init);

test('Open service request has a User-Agent, follows no redirect, and is sent once per query', async () => {
  const { asked, ask } = scene([answering({ value: 1 }), answering({ value: 2 })]);
  expect(await Promise.all([ask('a'), ask('a')])).toEqual([{ value: 1 }, { value: 1 }]);
  expect(await ask('a')).toEqual({ value: 1 });
  expect(await ask('b')).toEqual({ value: 2 });
  expect(asked.map(({ url }) => url)).toEqual(['https://atlas.example/v1/search?limit=1&q=a', 'https://atlas.example/v1/search?limit=1&q=b']);
  expect(asked[0]?.init).toMatchObject({ redirect: 'error', headers: { 'user-agent': 'Waystory/1 (https://waystory.example)' } });
});

test('Open service answer is refreshed after expiry, and an expired answer is used during an outage', async () => {
  const { asked, clock, ask } = scene([answering({ value: 1 }), answering({}, { status: 503 }), answering({ value: 2 })]);
  expect(await ask('a')).toEqual({ value: 1 });
  clock.now += 61_000;
  expect(await ask('a')).toEqual({ value: 1 });
  expect(asked).toHaveLength(2);
  clock.now += 21_000;
  expect(await ask('a')).toEqual({ value: 2 });
});

test('Open service gets no request after status 429 until its Retry-After has passed', async () => {
  const { asked, clock, ask } = scene([answering({}, { status: 429, headers: { 'retry-after': '90' } }), answering({ value: 3 })]);
  await expect(ask('a')).rejects.toThrow(EngineUnavailable);
  clock.now += 80_000;
  await expect(ask('b')).rejects.toThrow(EngineUnavailable);
  expect(asked).toHaveLength(1);
  clock.now += 11_000;
  expect(await ask('b')).toEqual({ value: 3 });
});

test.each([
  ['another shape', answering({ value: 'one' })],
  ['no JSON', new Response('<html>')],
  ['no connection', new TypeError('fetch failed')],
  ['more than anybody reads', new Response('x'.repeat(3 * 1024 * 1024))],
])('Open service answer with %s throws EngineUnavailable', async (_, reply) => {
  await expect(scene([reply]).ask('a')).rejects.toThrow(EngineUnavailable);
});

test('Open service answer with status 404 is null, also from the cache', async () => {
  const { asked, ask } = scene([answering({}, { status: 404 })]);
  expect([await ask('a'), await ask('a')]).toEqual([null, null]);
  expect(asked).toHaveLength(1);
});

test('Open service client refuses a request when its queue is full', async () => {
  const { ask, asked } = scene(
    Array.from({ length: 20 }, () => answering({ value: 1 })),
    { perSecond: 50, now: Date.now },
  );
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => ask(String(index))));
  const answered = results.filter(({ status }) => status === 'fulfilled').length;
  expect(answered).toBe(asked.length);
  expect(answered).toBeGreaterThan(1);
  expect(answered).toBeLessThan(12);
});

test('Memory answer cache returns a stored answer, and null for an unknown key', async () => {
  const answers = memoryAnswerCache();
  await answers.keep('a', { text: '{}', answeredAt: 5 });
  expect([await answers.read('a'), await answers.read('b')]).toEqual([{ text: '{}', answeredAt: 5 }, null]);
});
