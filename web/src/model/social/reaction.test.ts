import { expect, test } from 'vitest';
import { likeCountChange, type Opinion, opinionAfterPress } from './reaction.ts';

test.each<[Opinion, NonNullable<Opinion>, Opinion, number]>([
  [null, 'like', 'like', 1],
  ['like', 'like', null, -1],
  ['dislike', 'like', 'like', 1],
  [null, 'dislike', 'dislike', 0],
  ['like', 'dislike', 'dislike', -1],
  ['dislike', 'dislike', null, 0],
])('Reaction %s after a press of %s becomes %s, and the like count changes by %i', (before, button, after, by) => {
  expect(opinionAfterPress(before, button)).toBe(after);
  expect(likeCountChange(before, after)).toBe(by);
  expect(likeCountChange(after, before) + by).toBe(0);
});
