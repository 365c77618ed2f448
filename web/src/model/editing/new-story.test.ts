// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDraftStore } from '../saving/draft-store.ts';
import { blankStory, createStory, newStoryRules, readNewStory, writeNewStory } from './new-story.ts';

type Api = Parameters<typeof createStory>[0];
const story = { ...blankStory, title: 'Slow Lisbon', days: 3 };

/** Answers a key that it has seen as it did the first time, and refuses it with another body, as the server does. */
function server(failAt = Number.POSITIVE_INFINITY) {
  const seen = new Map<string, string>();
  const patched: unknown[] = [];
  const removed = new Set<string>();
  let calls = 0;
  const once = <T>(key: string | undefined, body: unknown, answer: T): T => {
    calls += 1;
    const text = JSON.stringify(body);
    if (key === undefined) throw new Error('Not safe to repeat');
    if (seen.has(key) && seen.get(key) !== text) throw new Error('request/key-reused');
    seen.set(key, text);
    // The answer is lost on its way back: it was done all the same.
    if (calls === failAt) throw new FetchError('lost');
    return answer;
  };
  const api = {
    createItinerary: async ({ body, idempotencyKey }: { body: unknown; idempotencyKey?: string }) =>
      once(idempotencyKey, body, { id: 'i', dayIds: ['d1', 'd2', 'd3'] }),
    addDay: async ({ body, idempotencyKey }: { body: unknown; idempotencyKey?: string }) => once(idempotencyKey, body, {}),
    deleteDay: async ({ params: { id } }: { params: { id: string } }) => {
      if (removed.has(id)) throw new ResponseError(404, { code: 'day/unknown' } as ResponseError['problem']); // as far as it is looked at
      removed.add(id);
    },
    patchItinerary: async ({ body }: { body: unknown }) => patched.push(body),
  } as unknown as Api; // the four calls of the client, with answers as far as they are looked at
  return { api, seen, patched, removed };
}

describe('creating a story', () => {
  test('makes it with its days in one call', async () => {
    const { api, seen, patched } = server();
    expect(await createStory(api, { key: 'k', story, sent: story })).toBe('i');
    expect([...seen]).toEqual([['k', expect.stringContaining('"daysCount":3')]]);
    expect(patched).toEqual([]);
  });

  test('again after the answer was lost makes nothing twice', async () => {
    const { api, seen } = server(1);
    const draft = { key: 'k', story, sent: story };
    await expect(createStory(api, draft)).rejects.toThrow(FetchError);
    expect(await createStory(api, draft)).toBe('i');
    expect(seen.size).toBe(1);
  });

  test('again with another text rewrites what the first attempt made', async () => {
    const { api, seen, patched } = server(1);
    await expect(createStory(api, { key: 'k', story, sent: story })).rejects.toThrow(FetchError);
    await createStory(api, { key: 'k', story: { ...story, title: 'Lisbon' }, sent: story });
    expect(seen.size).toBe(1);
    expect(patched).toMatchObject([{ title: 'Lisbon' }]);
  });

  test('again with more days adds them, also when an answer is lost', async () => {
    const { api, seen } = server(2);
    const draft = { key: 'k', story: { ...story, days: 5 }, sent: story };
    await expect(createStory(api, draft)).rejects.toThrow(FetchError);
    expect(await createStory(api, draft)).toBe('i');
    expect([...seen.keys()]).toEqual(['k', 'k.day-4', 'k.day-5']);
  });

  test('again with fewer days removes the last ones, each once', async () => {
    const { api, seen, removed } = server();
    const draft = { key: 'k', story: { ...story, days: 1 }, sent: story };
    for (let attempts = 0; attempts < 2; attempts++) expect(await createStory(api, draft)).toBe('i');
    expect([[...seen.keys()], [...removed]]).toEqual([['k'], ['d2', 'd3']]);
  });
});

describe('the draft of a story', () => {
  beforeEach(() => localStorage.clear());

  test('is there again after a reload, also before it follows the rules', () => {
    const drafts = createDraftStore(localStorage, 'mia');
    const draft = { key: 'k', story: { ...story, title: '' }, sent: null };
    writeNewStory(drafts, draft, '2026-05-04T12:00:00.000Z');
    expect(readNewStory(drafts)).toEqual(draft);
  });

  test('of another shape counts as none', () => {
    const drafts = createDraftStore(localStorage, 'mia');
    drafts.write('new-itinerary', { edits: { title: 'x' }, base: {}, version: 0, at: '' });
    expect(readNewStory(drafts)).toBeNull();
  });
});

test.each([
  [{ ...story, title: ' ' }, 'title'],
  [{ ...story, days: 0 }, 'days'],
  [{ ...story, days: Number.NaN }, 'days'],
  [{ ...story, shortDescription: 'x'.repeat(301) }, 'shortDescription'],
])('%j is refused at %s', (values, field) => {
  expect(newStoryRules.safeParse(values).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
