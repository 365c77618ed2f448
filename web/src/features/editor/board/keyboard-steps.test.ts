import { expect, test } from 'vitest';
import { columnsOf } from '../../../model/arrangement/arrangement.ts';
import { boardOf, heldOver } from '../../../model/arrangement/board.ts';
import { planFixture } from '../../../model/arrangement/plan-fixture.ts';
import { nextPlace, placesOf } from './keyboard-steps.ts';

const board = boardOf(columnsOf(planFixture({ one: ['a', 'b'], two: [], three: ['c'] })));

test('a day without stops is a place too', () => {
  expect(placesOf(board)).toEqual(['one/a', 'one/b', 'two', 'three/c']);
});

test.each([
  ['one/a', null, 1, 'one/b'],
  ['one/a', 'one/b', 1, 'two'],
  ['one/b', 'one/b', -1, 'one/a'],
  ['one/a', 'one/a', -1, null],
  ['three/c', 'three/c', 1, null],
])('%s over %s goes %i to %s', (held, over, step, place) => {
  expect(nextPlace(board, held, over, step)).toBe(place);
});

test('a card that lies in another day already goes on from there', () => {
  const moved = heldOver(board, 'one/b', 'three/c');
  expect(nextPlace(moved, 'one/b', 'one/b', 1)).toBe('three/c');
  expect(nextPlace(moved, 'one/b', 'one/b', -1)).toBe('two');
});
