// @vitest-environment happy-dom
import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Attempt, createDraftStore } from '../saving/draft-store.ts';
import { blankStory, createStory, type NewStory, newStoryDraftKey, newStoryDraftTitle, newStoryRules, newStorySaver } from './new-story.ts';

type Api = Parameters<typeof createStory>[0];
const story = { ...blankStory, title: 'Slow Lisbon', days: 3 };

/** A test server with idempotency: it repeats the answer of a known key, and refuses the key with another body. */
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
    // The answer is lost after the write has taken effect.
    if (calls === failAt) throw new FetchError('lost');
    return answer;
  };
  const api = {
    createItinerary: async ({ body, idempotencyKey }: { body: unknown; idempotencyKey?: string }) =>
      once(idempotencyKey, body, { id: 'i', dayIds: ['d1', 'd2', 'd3'] }),
    addDay: async ({ body, idempotencyKey }: { body: unknown; idempotencyKey?: string }) => once(idempotencyKey, body, {}),
    deleteDay: async ({ params: { id } }: { params: { id: string } }) => {
      if (removed.has(id)) throw new ResponseError(404, { code: 'day/unknown' } as ResponseError['problem']); // as: only the code is read
      removed.add(id);
    },
    patchItinerary: async ({ body }: { body: unknown }) => patched.push(body),
  } as unknown as Api; // as: the four used calls with minimal answers
  return { api, requests, patched, removed };
}

/** Creates a story after an attempt that sent `sent`; null for the first attempt. */
const create = (api: Api, now: NewStory = story, sent: NewStory | null = story) => createStory(api, now, { key: 'k', sent }, () => {});

describe('Creating a story', () => {
  test('sends one request, which includes the days', async () => {
    const { api, requests, patched } = server();
    expect(await create(api, story, null)).toBe('i');
    expect([...requests]).toEqual([['k', expect.stringContaining('"daysCount":3')]]);
    expect(patched).toEqual([]);
  });

  test('again after a lost response creates one story', async () => {
    const { api, requests } = server(1);
    await expect(create(api)).rejects.toThrow(FetchError);
    expect(await create(api)).toBe('i');
    expect(requests.size).toBe(1);
  });

  test('again with another text updates the story of the first attempt', async () => {
    const { api, requests, patched } = server(1);
    await expect(create(api)).rejects.toThrow(FetchError);
    await create(api, { ...story, title: 'Lisbon' });
    expect(requests.size).toBe(1);
    expect(patched).toMatchObject([{ title: 'Lisbon' }]);
  });

  test('again with more days adds each further day once, even after a lost response', async () => {
    const { api, requests } = server(2);
    await expect(create(api, { ...story, days: 5 })).rejects.toThrow(FetchError);
    expect(await create(api, { ...story, days: 5 })).toBe('i');
    expect([...requests.keys()]).toEqual(['k', 'k.day-4', 'k.day-5']);
  });

  test('again with fewer days deletes each of the last days once', async () => {
    const { api, requests, removed } = server();
    for (let attempts = 0; attempts < 2; attempts++) expect(await create(api, { ...story, days: 1 })).toBe('i');
    expect([[...requests.keys()], [...removed]]).toEqual([['k'], ['d2', 'd3']]);
  });

  test('after a refusal uses a new key', async () => {
    const api = { createItinerary: () => Promise.reject(new ResponseError(422, null)) } as unknown as Api; // as: no other call is made
    const attempts: Attempt[] = [];
    await expect(createStory(api, story, { key: 'k', sent: null }, (attempt) => attempts.push(attempt))).rejects.toThrow(ResponseError);
    expect(attempts).toMatchObject([{ key: 'k', sent: story }, { sent: null }]);
    expect(attempts[1]?.key).not.toBe('k');
  });
});

describe('Draft of a story', () => {
  beforeEach(() => localStorage.clear());
  const drafts = createDraftStore(localStorage, 'mia');

  test('survives a reload with its attempt and is removed on creation', async () => {
    const { api, requests } = server(1);
    const { saver } = newStorySaver(api, drafts);
    saver.edit({ title: 'Slow Lisbon' });
    await saver.save();
    saver.close();
    expect(newStoryDraftTitle(drafts)).toBe('Slow Lisbon');
    const again = newStorySaver(api, drafts);
    expect(again.saver.store.state.fields).toEqual(story);
    again.saver.edit({ days: 1 });
    await again.saver.save();
    expect([again.createdId(), requests.size, newStoryDraftTitle(drafts)]).toEqual(['i', 1, null]);
  });

  test('in another format is ignored', () => {
    drafts.write(newStoryDraftKey, { edits: { title: 1 }, base: {}, version: 0, at: '' });
    expect(newStoryDraftTitle(drafts)).toBeNull();
    expect(newStorySaver(server().api, drafts).saver.store.state.fields).toEqual(blankStory);
  });
});

test.each([
  [{ ...story, title: ' ' }, 'title'],
  [{ ...story, days: 0 }, 'days'],
  [{ ...story, days: Number.NaN }, 'days'],
  [{ ...story, shortDescription: 'x'.repeat(301) }, 'shortDescription'],
])('New story %j is invalid in the field %s', (values, field) => {
  expect(newStoryRules.safeParse(values).error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
