import { expect, test } from 'vitest';
import { columnsOf } from '../../../model/arrangement/arrangement.ts';
import { planFixture } from '../../../model/arrangement/plan-fixture.ts';
import { visiblePlan } from './visible-plan.ts';

const plan = planFixture({ one: ['a', 'b'], two: ['c'] });
const shown = (gone: string[]) =>
  columnsOf(visiblePlan(plan, new Set(gone))).map(({ id, day, stops }) => [id, day?.number ?? null, stops.map((stop) => stop.id).join('')]);

test('a deleted stop is out of sight', () => {
  expect(shown(['a'])).toEqual([
    ['one', 1, 'b'],
    ['two', 2, 'c'],
  ]);
});

test('a deleted day leaves its stops without a day, and the next one moves up', () => {
  expect(shown(['one'])).toEqual([
    ['two', 1, 'c'],
    ['unplanned', null, 'ab'],
  ]);
});
