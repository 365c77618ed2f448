import { QueryClient } from '@tanstack/react-query';
import { auth } from '@waystory/client/identity/auth.ts';
import { ResponseError } from '@waystory/proto/kit/client.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerCache, type CachedAnswer } from './answer-cache.ts';

// `web/e2e/offline.spec.ts` tests the store of a real browser.
const stored = new Map<string, CachedAnswer>();
const cache = new AnswerCache({
  get: async (key) => stored.get(key),
  set: async (key, answer) => void stored.set(key, answer),
  entries: async () => [...stored],
  remove: async (keys) => {
    for (const key of keys) stored.delete(key);
  },
});

const away = new TypeError('Failed to fetch');
const person = (subject: string) => ({ subject }) as NonNullable<typeof auth.state.person>; // as: only this field is read
let queries: QueryClient;
const ask = (answer: () => Promise<unknown>, name = 'itinerary') => queries.fetchQuery({ queryKey: [name], queryFn: answer });

/** Simulates a new visit: the query cache is empty. */
const comeBack = (): void => {
  queries = new QueryClient({ defaultOptions: { queries: { persister: cache.answerOrCached, retry: false } } });
};
const readAs = (subject: string | null): void => {
  auth.state = { ...auth.state, person: subject === null ? null : person(subject) };
  vi.spyOn(auth, 'lastReader').mockReturnValue(subject);
};

beforeEach(() => {
  stored.clear();
  comeBack();
  readAs(null);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('Cached answer is returned during an outage, and marked as old until the next server answer', async () => {
  await ask(async () => 'as it was');
  comeBack();
  expect(await ask(() => Promise.reject(away))).toBe('as it was');
  const query = queries.getQueryCache().find({ queryKey: ['itinerary'] });
  expect(query && cache.isOld(query)).toBe(true);
  await queries.invalidateQueries();
  expect(await ask(async () => 'as it is')).toBe('as it is');
  expect(query && cache.isOld(query)).toBe(false);
});

test('Error response of the server is not replaced by a cached answer', async () => {
  await ask(async () => 'as it was');
  comeBack();
  await expect(ask(() => Promise.reject(new ResponseError(404, null)))).rejects.toThrow(ResponseError);
});

test.each([
  ['the same person', 'mira', 'mira', true],
  ['another person', 'mira', 'tom', false],
  ['a visitor', 'mira', null, false],
  ['a person, of what a visitor was given', null, 'mira', true],
])('Cached answer is used for its recipient only, and the answer of a visitor for everybody: %s', async (_, reader, next, isGiven) => {
  readAs(reader);
  await ask(async () => 'as it was');
  comeBack();
  readAs(next);
  const answer = ask(() => Promise.reject(away));
  await (isGiven ? expect(answer).resolves.toBe('as it was') : expect(answer).rejects.toBe(away));
});

test('tidy removes cached answers older than 30 days, and those of other people', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await ask(async () => 'of long ago', 'old');
  vi.setSystemTime(Date.now() + 30 * 86_400_000);
  readAs('mira');
  await ask(async () => 'hers', 'hers');
  readAs('tom');
  await ask(async () => 'his', 'his');
  await cache.tidy();
  expect([...stored.keys()]).toEqual(['["his"]']);
});

test('Answer to an uncacheable query is not cached', async () => {
  await ask(async () => 'a street', 'places');
  expect(stored.size).toBe(0);
});
