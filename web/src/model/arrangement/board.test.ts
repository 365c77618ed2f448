import { describe, expect, test } from 'vitest';
import { dayFixture, planFixture, stopFixture } from '../testing/plan.fixture.ts';
import { columnsOf } from './arrangement.ts';
import { type BoardColumn, boardOf, boardWithCardOver, cardKeyOf, keyboardTargetsOf, moveOfDrop, nextKeyboardTarget } from './board.ts';

const board = boardOf(columnsOf(planFixture({ one: ['a', 'b', 'c'], two: ['d'], three: [] })));
const stopsByColumn = (columns: readonly BoardColumn[]) =>
  Object.fromEntries(columns.map(({ id, cards }) => [id, cards.map(({ stop }) => stop.id).join('')]));
const a = cardKeyOf('a', 'one');

describe('Card', () => {
  test('held over a stop of another day is placed before it', () => {
    expect(stopsByColumn(boardWithCardOver(board, a, cardKeyOf('d', 'two')))).toEqual({ one: 'bc', two: 'ad', three: '' });
  });

  test('held over an empty day is placed in it', () => {
    expect(stopsByColumn(boardWithCardOver(board, a, 'three'))).toEqual({ one: 'bc', two: 'd', three: 'a' });
  });

  test('held over its own day keeps its position until dropped', () => {
    expect(stopsByColumn(boardWithCardOver(board, a, cardKeyOf('c', 'one')))).toEqual(stopsByColumn(board));
  });

  test.each([
    [cardKeyOf('c', 'one'), null],
    [cardKeyOf('b', 'one'), 'c'],
    [a, 'b'],
  ])('dropped over %s in its day is placed before %s', (over, before) => {
    expect(moveOfDrop(board, a, over)).toEqual({ stopId: 'a', from: 'one', to: 'one', before });
  });

  test('dropped further up takes the position of the card below the pointer', () => {
    expect(moveOfDrop(board, cardKeyOf('c', 'one'), a)).toEqual({ stopId: 'c', from: 'one', to: 'one', before: 'a' });
  });

  test('dropped on another day stays at its shown position', () => {
    const held = boardWithCardOver(board, a, cardKeyOf('d', 'two'));
    expect(moveOfDrop(held, a, cardKeyOf('d', 'two'))).toEqual({ stopId: 'a', from: 'one', to: 'two', before: null });
    expect(moveOfDrop(held, a, a)).toEqual({ stopId: 'a', from: 'one', to: 'two', before: 'd' });
    expect(moveOfDrop(boardWithCardOver(board, a, 'three'), a, 'three')).toEqual({ stopId: 'a', from: 'one', to: 'three', before: null });
  });
});

test('Stop of two days has two cards, and neither can be moved to the other day', () => {
  const twice = boardOf(
    columnsOf({ days: [dayFixture('one', 1, ['a']), dayFixture('two', 2, ['a'])], stops: [stopFixture('a', ['one', 'two'], 0)] }),
  );
  expect(new Set(twice.flatMap(({ cards }) => cards.map(({ key }) => key))).size).toBe(2);
  expect(boardWithCardOver(twice, a, 'two')).toEqual(twice);
});

describe('Keyboard move', () => {
  const places = boardOf(columnsOf(planFixture({ one: ['a', 'b'], two: [], three: ['c'] })));

  test('includes empty days as targets', () => {
    expect(keyboardTargetsOf(places)).toEqual(['one/a', 'one/b', 'two', 'three/c']);
  });

  test.each([
    ['one/a', null, 1, 'one/b'],
    ['one/a', 'one/b', 1, 'two'],
    ['one/b', 'one/b', -1, 'one/a'],
    ['one/a', 'one/a', -1, null],
    ['three/c', 'three/c', 1, null],
  ])('of %s, now over %s, by %i goes to %s', (held, over, step, place) => {
    expect(nextKeyboardTarget(places, held, over, step)).toBe(place);
  });

  test('continues from the day where the card is shown', () => {
    const moved = boardWithCardOver(places, 'one/b', 'three/c');
    expect(nextKeyboardTarget(moved, 'one/b', 'one/b', 1)).toBe('three/c');
    expect(nextKeyboardTarget(moved, 'one/b', 'one/b', -1)).toBe('two');
  });
});
