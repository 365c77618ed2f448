import { expect, test } from 'vitest';
import { applyMove, columnsOf } from '../../../model/arrangement/arrangement.ts';
import { boardOf, cardKeyOf } from '../../../model/arrangement/board.ts';
import { planFixture } from '../../../model/testing/plan.fixture.ts';
import { movesOfSelection } from './selection-bar.tsx';

const plan = planFixture({ one: ['a', 'b', 'c'], two: ['d', 'e'], three: [] }, ['x']);
const after = (to: string, ...keys: string[]) => {
  const moved = movesOfSelection(boardOf(columnsOf(plan)), new Set(keys), to).reduce(applyMove, plan);
  return Object.fromEntries(columnsOf(moved).map(({ id, stops }) => [id, stops.map((stop) => stop.id).join('')]));
};

test('selected stops of several days move to the end of one day in plan order', () => {
  expect(after('three', cardKeyOf('x', 'unplanned'), cardKeyOf('e', 'two'), cardKeyOf('a', 'one'))).toEqual({ one: 'bc', two: 'd', three: 'aex' });
  expect(after('one', cardKeyOf('a', 'one'), cardKeyOf('d', 'two'))).toEqual({ one: 'bcad', two: 'e', three: '', unplanned: 'x' });
});

test('move of an empty selection moves no stop', () => {
  expect(after('three')).toEqual({ one: 'abc', two: 'de', three: '', unplanned: 'x' });
});
