import { expect, test } from 'vitest';
import { gridTargetIndex } from './photo-results.tsx';

// Eight pictures in three columns: 0 1 2 / 3 4 5 / 6 7.
test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowUp', 7, 4],
  ['Home', 5, 0],
  ['End', 0, 7],
])('%s in the picture grid moves from index %i to %i', (key, from, to) => {
  expect(gridTargetIndex(key, from, 8, 3)).toBe(to);
});

test.each([
  ['ArrowRight', 7],
  ['ArrowLeft', 0],
  ['ArrowDown', 5],
  ['ArrowUp', 2],
  ['Home', 0],
  ['a', 4],
])('%s in the picture grid has no target at index %i', (key, from) => {
  expect(gridTargetIndex(key, from, 8, 3)).toBeNull();
});
