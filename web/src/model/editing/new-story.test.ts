// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Attempt, createDraftStore } from '../saving/draft-store.ts';
import { blankStory, createStory, type NewStory, newStoryEntity, newStoryRules, newStorySaver, unsentTitle } from './new-story.ts';

type Api = Parameters<typeof createStory>[0];
const story = { ...blankStory, title: 'Slow Lisbon', days: 3 };

/** Answers a key that it has seen as it did the first time, and refuses it with another body, as the server does. */
function server(failAt = Number.POSITIVE_INFINITY) {
  const requests = new Map<string, string>();
  const patched: unknown[] = [];
  const removed = new Set<string>();
  let calls = 0;
  const once = <T>(key: string | undefined, body: unknown, answer: T): T => {
    calls += 1;
    const text = JSON.stringify(body);
    if (key === undefined) throw new Error('Not safe to repeat');
    if (requests.has(key) && requests.get(key) !== text) throw new Error('request/key-reused');
    requests.set(key, text);
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
  return { api, requests, patched, removed };
}

/** An attempt with this text after one with that. */
const create = (api: Api, now: NewStory = story, sent: NewStory | null = story) => createStory(api, now, { key: 'k', sent }, () => {});

describe('creating a story', () => {
  test('makes it with its days in one call', async () => {
    const { api, requests, patched } = server();
    expect(await create(api, story, null)).toBe('i');
    expect([...requests]).toEqual([['k', expect.stringContaining('"daysCount":3')]]);
    expect(patched).toEqual([]);
  });

  test('again after the answer was lost makes nothing twice', async () => {
    const { api, requests } = server(1);
    await expect(create(api)).rejects.toThrow(FetchError);
    expect(await create(api)).toBe('i');
    expect(requests.size).toBe(1);
  });

  test('again with another text rewrites what the first attempt made', async () => {
    const { api, requests, patched } = server(1);
    await expect(create(api)).rejects.toThrow(FetchError);
    await create(api, { ...story, title: 'Lisbon' });
    expect(requests.size).toBe(1);
    expect(patched).toMatchObject([{ title: 'Lisbon' }]);
  });

  test('again with more days adds them, also when an answer is lost', async () => {
    const { api, requests } = server(2);
    await expect(create(api, { ...story, days: 5 })).rejects.toThrow(FetchError);
    expect(await create(api, { ...story, days: 5 })).toBe('i');
    expect([...requests.keys()]).toEqual(['k', 'k.day-4', 'k.day-5']);
  });

  test('again with fewer days removes the last ones, each once', async () => {
    const { api, requests, removed } = server();
    for (let attempts = 0; attempts < 2; attempts++) expect(await create(api, { ...story, days: 1 })).toBe('i');
    expect([[...requests.keys()], [...removed]]).toEqual([['k'], ['d2', 'd3']]);
  });

  test('that was refused is tried under another key', async () => {
    const api = { createItinerary: () => Promise.reject(new ResponseError(422, null)) } as unknown as Api; // nothing else is called
    const attempts: Attempt[] = [];
    await expect(createStory(api, story, { key: 'k', sent: null }, (attempt) => attempts.push(attempt))).rejects.toThrow(ResponseError);
    expect(attempts).toMatchObject([{ key: 'k', sent: story }, { sent: null }]);
    expect(attempts[1]?.key).not.toBe('k');
  });
});

describe('the draft of a story', () => {
  beforeEach(() => localStorage.clear());
  const drafts = createDraftStore(localStorage, 'mia');

  test('is there again after a reload with the attempt that was made, and gone when it is created', async () => {
    const { api, requests } = server(1);
    const { saver } = newStorySaver(api, drafts);
    saver.edit({ title: 'Slow Lisbon' });
    await saver.save();
    saver.close();
    expect(unsentTitle(drafts)).toBe('Slow Lisbon');
    const again = newStorySaver(api, drafts);
    expect(again.saver.store.state.fields).toEqual(story);
    again.saver.edit({ days: 1 });
    await again.saver.save();
    expect([again.createdId(), requests.size, unsentTitle(drafts)]).toEqual(['i', 1, null]);
  });

  test('of another shape counts as none', () => {
    drafts.write(newStoryEntity, { edits: { title: 1 }, base: {}, version: 0, at: '' });
    expect(unsentTitle(drafts)).toBeNull();
    expect(newStorySaver(server().api, drafts).saver.store.state.fields).toEqual(blankStory);
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
