import { expect, test } from 'vitest';
import { planFixture } from '../../../model/testing/plan.fixture.ts';
import { dayContextOf } from './day-context.ts';

const plan = planFixture({ monday: ['a', 'b', 'c'], tuesday: [], wednesday: ['d'] });
const idOf = (stop: { id: string } | null | undefined) => stop?.id ?? null;

test('context of a new stop has the last stop of the day as predecessor', () => {
  const context = dayContextOf(plan, 'monday', null);
  expect([idOf(context?.before), idOf(context?.near), context?.others.map(({ id }) => id)]).toEqual(['c', 'c', ['a', 'b', 'c']]);
});

test('context of a new stop on an empty day has the last stop of the previous day as reference of the place search', () => {
  const context = dayContextOf(plan, 'tuesday', null);
  expect([idOf(context?.before), idOf(context?.near), context?.number]).toEqual([null, 'c', 2]);
});

test('context of a stop has its predecessor, and context of the first stop has the next stop as reference of the place search', () => {
  expect(idOf(dayContextOf(plan, 'monday', 'b')?.before)).toBe('a');
  const first = dayContextOf(plan, 'monday', 'a');
  expect([idOf(first?.before), idOf(first?.near)]).toEqual([null, 'b']);
});

test('the date of a day follows from the first date of the story', () => {
  expect(dayContextOf({ ...plan, firstDate: '2026-04-30' }, 'wednesday', 'd')).toMatchObject({ date: '2026-05-02', isDateFixed: true });
  expect(dayContextOf(plan, 'wednesday', 'd')).toMatchObject({ date: '', isDateFixed: false });
});

test('context of a stop form is null for an unknown day, or a stop of another day', () => {
  expect(dayContextOf(plan, 'sunday', null)).toBeNull();
  expect(dayContextOf(plan, 'monday', 'd')).toBeNull();
});

test('context of a stop form in an empty story has no reference stop, no points and no date', () => {
  expect(dayContextOf(planFixture({ monday: [] }), 'monday', null)).toMatchObject({ near: null, around: [], date: '' });
});
