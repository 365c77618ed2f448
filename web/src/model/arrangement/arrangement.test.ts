import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planFixture, stopFixture } from '../testing/plan.fixture.ts';
import {
  applyMove,
  columnsOf,
  inverseMove,
  isPossibleMove,
  type Move,
  mergeOrders,
  moveWritesOf,
  orderIn,
  type Plan,
  unplanned,
  visiblePlan,
} from './arrangement.ts';

const plan = planFixture({ one: ['a', 'b', 'c'], two: ['d', 'e'], three: [] }, ['x']);
const move = (stopId: string, from: string, to: string, before: string | null = null): Move => ({ stopId, from, to, before });
const orders = (moved: Plan) => Object.fromEntries(columnsOf(moved).map(({ id, stops }) => [id, stops.map((stop) => stop.id).join('')]));

describe('Stop', () => {
  test('is back at its position after the inverse move', () => {
    for (const change of [
      move('c', 'one', 'one', 'a'),
      move('a', 'one', 'two'),
      move('b', 'one', 'three'),
      move('x', unplanned, 'two', 'd'),
      move('e', 'two', 'one', 'a'),
    ])
      expect(orders(applyMove(applyMove(plan, change), inverseMove(plan, change)))).toEqual(orders(plan));
  });

  test.each<[string, Move, Record<string, string>]>([
    ['up within its day', move('c', 'one', 'one', 'a'), { one: 'cab', two: 'de', three: '', unplanned: 'x' }],
    ['to the end of its day', move('a', 'one', 'one'), { one: 'bca', two: 'de', three: '', unplanned: 'x' }],
    ['into another day', move('b', 'one', 'two', 'e'), { one: 'ac', two: 'dbe', three: '', unplanned: 'x' }],
    ['into an empty day', move('b', 'one', 'three'), { one: 'ac', two: 'de', three: 'b', unplanned: 'x' }],
    ['onto its first day', move('x', unplanned, 'two', 'd'), { one: 'abc', two: 'xde', three: '' }],
    ['off every day', move('a', 'one', unplanned), { one: 'bc', two: 'de', three: '', unplanned: 'ax' }],
  ])('moves %s', (_, change, expected) => {
    expect(orders(applyMove(plan, change))).toEqual(expected);
  });

  test('on several days leaves only the day from which it is moved', () => {
    const both: Plan = { days: plan.days, stops: [stopFixture('a', ['one', 'two'], 0)] };
    expect(applyMove(both, move('a', 'one', 'three')).stops[0]?.dayIds).toEqual(['three', 'two']);
  });

  test.each<[string, Move]>([
    ['to its present position', move('a', 'one', 'one', 'b')],
    ['to a deleted day', move('a', 'one', 'gone')],
    ['when it was deleted', move('gone', 'one', 'two')],
  ])('does not move %s', (_, change) => {
    expect(isPossibleMove(plan, change)).toBe(false);
  });
});

describe('Requests of a move', () => {
  test('within a day are one write of the new order with If-Match of the version read', () => {
    expect(moveWritesOf(plan, move('c', 'one', 'one', 'a'))).toEqual([{ kind: 'day', dayId: 'one', stopIds: ['c', 'a', 'b'], ifMatch: 1 }]);
  });

  test('across days are one change of the stop, placed after its predecessor', () => {
    expect(moveWritesOf(plan, move('a', 'one', 'two', 'e'))).toEqual([{ kind: 'stop', stopId: 'a', dayIds: ['two'], index: 3, ifMatch: 1 }]);
  });

  test('include a second request when two stops share an index or no lower index is free', () => {
    const shared: Plan = { ...plan, stops: plan.stops.map((stop) => ({ ...stop, index: stop.id === 'e' ? 3 : stop.index })) };
    expect(moveWritesOf(shared, move('a', 'one', 'two', 'e')).map(({ kind }) => kind)).toEqual(['stop', 'day']);
    expect(moveWritesOf(plan, move('e', 'two', 'one', 'a')).at(-1)).toEqual({
      kind: 'day',
      dayId: 'one',
      stopIds: ['e', 'a', 'b', 'c'],
      ifMatch: 'previous',
    });
  });
});

/** Order of a day on the server: by index, with the moved stop last among equal indexes. */
function served(before: Plan, change: Move): string[] {
  let order = orderIn(before, change.to);
  const indexes = new Map(before.stops.map(({ id, index }) => [id, index]));
  for (const write of moveWritesOf(before, change)) {
    if (write.kind === 'day') order = write.stopIds;
    else {
      indexes.set(write.stopId, write.index);
      if (write.dayIds.includes(change.to)) order = [...order, write.stopId].toSorted((a, b) => (indexes.get(a) ?? 0) - (indexes.get(b) ?? 0));
    }
  }
  return order;
}

test('Server order after the requests of a move equals the shown order for any indexes', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 });
  const change = fc
    .record({
      from: fc.constantFrom('one', 'two', unplanned),
      to: fc.constantFrom('one', 'two', 'three'),
      which: fc.nat(2),
      before: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
    })
    .filter(({ from, to }) => from !== to);
  fc.assert(
    fc.property(numbers, change, (indexes, { from, to, which, before }) => {
      const stops = plan.stops.map((stop, place) => ({ ...stop, index: indexes[place] ?? 0 }));
      const days = plan.days.map((day) => ({
        ...day,
        stopIds: day.stopIds.toSorted((a, b) => (stops.find(({ id }) => id === a)?.index ?? 0) - (stops.find(({ id }) => id === b)?.index ?? 0)),
      }));
      const numbered = { days, stops };
      const column = orderIn(numbered, from);
      const stopId = column[which % column.length] ?? '';
      fc.pre(before !== stopId);
      expect(served(numbered, move(stopId, from, to, before))).toEqual(orderIn(applyMove(numbered, move(stopId, from, to, before)), to));
    }),
  );
});

describe('Merge of two orders of a day', () => {
  test.each([
    ['abc', 'abc', 'abc'],
    ['cab', 'abcx', 'cxab'],
    ['cab', 'xabc', 'xcab'],
    ['cab', 'ab', 'ab'],
    ['', 'ab', 'ab'],
  ])('of the own order %s with the server order %s is %s', (mine, theirs, merged) => {
    expect(mergeOrders([...mine], [...theirs]).join('')).toBe(merged);
  });

  test('contains each stop of the server order exactly once', () => {
    const order = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
    fc.assert(
      fc.property(order, order, (mine, theirs) => {
        expect(mergeOrders(mine, theirs).toSorted()).toEqual(theirs.toSorted());
      }),
    );
  });
});

const leftAfter = (deleted: string[]) =>
  columnsOf(visiblePlan(planFixture({ one: ['a', 'b'], two: ['c'] }), new Set(deleted))).map(({ id, day, stops }) => [
    id,
    day?.number ?? null,
    stops.map((stop) => stop.id).join(''),
  ]);

test('Deleted stop is hidden', () => {
  expect(leftAfter(['a'])).toEqual([
    ['one', 1, 'b'],
    ['two', 2, 'c'],
  ]);
});

test('Deleted day leaves its stops without a day, and the later days are renumbered', () => {
  expect(leftAfter(['one'])).toEqual([
    ['two', 1, 'c'],
    ['unplanned', null, 'ab'],
  ]);
});
