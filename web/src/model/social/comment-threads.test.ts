import { expect, test } from 'vitest';
import { threadsOf } from './comment-threads.ts';
import type { Comment } from './comments.query.ts';

/** A comment, or a reply to `replyToId`, at this minute. */
const comment = (id: string, minute: number, replyToId: string | null = null) =>
  ({ id, replyToId, createdAt: `2026-05-01T08:${String(minute).padStart(2, '0')}:00Z` }) as Comment; // as: only these fields are read
const told = (comments: readonly Comment[], answered?: readonly Comment[]) =>
  threadsOf(comments, answered).map(({ id, first, replies }) => [id, first?.id ?? null, ...replies.map((reply) => reply.id)]);

const a = comment('a', 1);
const b = comment('b', 5);

test('Replies stand below their comment, oldest first, and comments keep their order', () => {
  expect(told([b, comment('b1', 6, 'b'), a, comment('a1', 2, 'a'), comment('a2', 3, 'a')])).toEqual([
    ['b', 'b', 'b1'],
    ['a', 'a', 'a1', 'a2'],
  ]);
});

test('New reply, or one of a later page, is sorted into its thread', () => {
  expect(told([b, a, comment('a2', 9, 'a'), comment('a1', 2, 'a'), comment('b1', 6, 'b')])).toEqual([
    ['b', 'b', 'b1'],
    ['a', 'a', 'a1', 'a2'],
  ]);
});

test('Comment in two pages appears once, in its latest version', () => {
  const [thread, ...others] = threadsOf([a, { ...comment('a1', 2, 'a'), text: 'before' }, { ...comment('a1', 2, 'a'), text: 'after' }]);
  expect(thread?.replies).toMatchObject([{ id: 'a1', text: 'after' }]);
  expect(others).toEqual([]);
});

test('Replies to a missing comment keep the position of its thread', () => {
  expect(told([b, comment('a1', 2, 'a')])).toEqual([
    ['b', 'b'],
    ['a', null, 'a1'],
  ]);
});

test('Thread that is being answered stays after its deletion', () => {
  expect(told([b], [a])).toEqual([
    ['b', 'b'],
    ['a', null],
  ]);
  expect(told([b, a], [a, comment('a1', 2, 'a')])).toEqual([
    ['b', 'b'],
    ['a', 'a'],
  ]);
});
