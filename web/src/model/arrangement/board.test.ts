import { describe, expect, test } from 'vitest';
import { columnsOf } from './arrangement.ts';
import { type BoardColumn, boardOf, droppedAt, heldOver, keyOf, nextPlace, placesOf } from './board.ts';
import { dayFixture, planFixture, stopFixture } from './plan-fixture.ts';

const board = boardOf(columnsOf(planFixture({ one: ['a', 'b', 'c'], two: ['d'], three: [] })));
const stopsByColumn = (columns: readonly BoardColumn[]) =>
  Object.fromEntries(columns.map(({ id, cards }) => [id, cards.map(({ stop }) => stop.id).join('')]));
const a = keyOf('a', 'one');

describe('a card', () => {
  test('held over a stop of another day lies in front of it', () => {
    expect(stopsByColumn(heldOver(board, a, keyOf('d', 'two')))).toEqual({ one: 'bc', two: 'ad', three: '' });
  });

  test('held over an empty day lies in it', () => {
    expect(stopsByColumn(heldOver(board, a, 'three'))).toEqual({ one: 'bc', two: 'd', three: 'a' });
  });

  test('held over its own day stays in its place until it is let go', () => {
    expect(stopsByColumn(heldOver(board, a, keyOf('c', 'one')))).toEqual(stopsByColumn(board));
  });

  test.each([
    [keyOf('c', 'one'), null],
    [keyOf('b', 'one'), 'c'],
    [a, 'b'],
  ])('let go over %s in its day goes before %s', (over, before) => {
    expect(droppedAt(board, a, over)).toEqual({ stopId: 'a', from: 'one', to: 'one', before });
  });

  test('let go upwards takes the place of what it is over', () => {
    expect(droppedAt(board, keyOf('c', 'one'), a)).toEqual({ stopId: 'c', from: 'one', to: 'one', before: 'a' });
  });

  test('let go over another day goes where it is shown', () => {
    const held = heldOver(board, a, keyOf('d', 'two'));
    expect(droppedAt(held, a, keyOf('d', 'two'))).toEqual({ stopId: 'a', from: 'one', to: 'two', before: null });
    expect(droppedAt(held, a, a)).toEqual({ stopId: 'a', from: 'one', to: 'two', before: 'd' });
    expect(droppedAt(heldOver(board, a, 'three'), a, 'three')).toEqual({ stopId: 'a', from: 'one', to: 'three', before: null });
  });
});

test('a stop of two days has two cards, and neither goes onto the day of the other', () => {
  const twice = boardOf(
    columnsOf({ days: [dayFixture('one', 1, ['a']), dayFixture('two', 2, ['a'])], stops: [stopFixture('a', ['one', 'two'], 0)] }),
  );
  expect(new Set(twice.flatMap(({ cards }) => cards.map(({ key }) => key))).size).toBe(2);
  expect(heldOver(twice, a, 'two')).toEqual(twice);
});

describe('with the keyboard', () => {
  const places = boardOf(columnsOf(planFixture({ one: ['a', 'b'], two: [], three: ['c'] })));

  test('a day without stops is a place too', () => {
    expect(placesOf(places)).toEqual(['one/a', 'one/b', 'two', 'three/c']);
  });

  test.each([
    ['one/a', null, 1, 'one/b'],
    ['one/a', 'one/b', 1, 'two'],
    ['one/b', 'one/b', -1, 'one/a'],
    ['one/a', 'one/a', -1, null],
    ['three/c', 'three/c', 1, null],
  ])('%s over %s goes %i to %s', (held, over, step, place) => {
    expect(nextPlace(places, held, over, step)).toBe(place);
  });

  test('a card that lies in another day already goes on from there', () => {
    const moved = heldOver(places, 'one/b', 'three/c');
    expect(nextPlace(moved, 'one/b', 'one/b', 1)).toBe('three/c');
    expect(nextPlace(moved, 'one/b', 'one/b', -1)).toBe('two');
  });
});
