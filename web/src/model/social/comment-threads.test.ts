import { expect, test } from 'vitest';
import { threadsOf } from './comment-threads.ts';
import type { Comment } from './comments.query.ts';

/** A comment, or a reply to `replyToId`, of that minute. */
const comment = (id: string, minute: number, replyToId: string | null = null) =>
  ({ id, replyToId, createdAt: `2026-05-01T08:${String(minute).padStart(2, '0')}:00Z` }) as Comment; // as much of it as is read
const told = (comments: readonly Comment[], answered?: readonly Comment[]) =>
  threadsOf(comments, answered).map(({ id, first, replies }) => [id, first?.id ?? null, ...replies.map((reply) => reply.id)]);

const a = comment('a', 1);
const b = comment('b', 5);

test('replies stand under their comment, oldest first, and comments stay in their order', () => {
  expect(told([b, comment('b1', 6, 'b'), a, comment('a1', 2, 'a'), comment('a2', 3, 'a')])).toEqual([
    ['b', 'b', 'b1'],
    ['a', 'a', 'a1', 'a2'],
  ]);
});

test('a reply that was just written, or came with a later page, finds its place', () => {
  expect(told([b, a, comment('a2', 9, 'a'), comment('a1', 2, 'a'), comment('b1', 6, 'b')])).toEqual([
    ['b', 'b', 'b1'],
    ['a', 'a', 'a1', 'a2'],
  ]);
});

test('what comes with two pages is there once, as it came last', () => {
  const [thread, ...others] = threadsOf([a, { ...comment('a1', 2, 'a'), text: 'before' }, { ...comment('a1', 2, 'a'), text: 'after' }]);
  expect(thread?.replies).toMatchObject([{ id: 'a1', text: 'after' }]);
  expect(others).toEqual([]);
});

test('replies to a comment that is gone keep its place', () => {
  expect(told([b, comment('a1', 2, 'a')])).toEqual([
    ['b', 'b'],
    ['a', null, 'a1'],
  ]);
});

test('a thread that is being answered stays when all of it is gone', () => {
  expect(told([b], [a])).toEqual([
    ['b', 'b'],
    ['a', null],
  ]);
  expect(told([b, a], [a, comment('a1', 2, 'a')])).toEqual([
    ['b', 'b'],
    ['a', 'a'],
  ]);
});
