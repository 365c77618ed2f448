import type { PostView } from '@waystory/proto/social/post.ts';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../query-client.ts';
import { addComment, changeComment, commentsOn, dropComment } from './comments.query.ts';

const thing = { kind: 'stop', id: '0198f000-0000-7000-8000-00000000000a' } as const;
const post = (text: string, replyToId: string | null = null): PostView => ({
  id: text,
  text,
  imageUrl: null,
  accountId: 'someone',
  postableType: 'stop',
  postableId: thing.id,
  itineraryId: 'story',
  fileId: null,
  file: null,
  replyToId,
  firstCommentAt: '2026-05-01T08:00:00Z',
  hidden: false,
  likeCount: 2,
  version: 1,
  createdAt: '2026-05-01T08:00:00Z',
  updatedAt: '2026-05-01T08:00:00Z',
  account: null,
});
const key = commentsOn(thing).queryKey;
const texts = (): string[] => queryClient.getQueryData(key)?.pages.flatMap(({ items }) => items.map(({ text }) => text)) ?? [];
const total = (): number | undefined => queryClient.getQueryData(key)?.pages.at(-1)?.total;
const load = (): void => {
  const page = (words: string[]) => ({ items: words.map((text) => ({ ...post(text), opinion: null })), total: 3 });
  queryClient.setQueryData(key, { pages: [page(['newest', 'middle']), page(['oldest'])], pageParams: [undefined, 'cursor'] });
};
afterEach(() => queryClient.clear());

test('New comment comes first and is counted on every page', () => {
  load();
  addComment(thing, post('just now'));
  expect(texts()).toEqual(['just now', 'newest', 'middle', 'oldest']);
  expect(total()).toBe(4);
});

test('New reply comes last, so that its thread keeps its position', () => {
  load();
  addComment(thing, post('just now', 'newest'));
  expect(texts()).toEqual(['newest', 'middle', 'oldest', 'just now']);
  expect(total()).toBe(4);
});

test('changeComment changes only the given comment, on any cached page', () => {
  load();
  changeComment(thing, 'oldest', (comment) => ({ ...comment, text: 'rewritten' }));
  expect(texts()).toEqual(['newest', 'middle', 'rewritten']);
});

test('Deleted comment is not counted', () => {
  load();
  dropComment(thing, 'middle');
  expect(texts()).toEqual(['newest', 'oldest']);
  expect(total()).toBe(2);
});

test('addComment without loaded comments leaves the cache empty', () => {
  addComment(thing, post('just now'));
  expect(queryClient.getQueryData(key)).toBeUndefined();
});
