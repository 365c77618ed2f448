// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { stopFixture } from '../../../model/arrangement/plan-fixture.ts';
import { type StopValues, textOf, valuesOf } from './stop-values.ts';
import { fieldsOfTheirs, takeTheirs } from './take-theirs.ts';

const stop = stopFixture('s', ['d'], 0, { title: 'Old', arrivalTime: '2026-05-04T09:00:00.000Z' });
const formWith = (values: StopValues) => renderHook(() => useForm<StopValues>({ defaultValues: values })).result.current;

test('what I wrote and kept stays, everything else becomes theirs', () => {
  const form = formWith({ ...valuesOf(stop, ''), title: 'Mine', highlight: 'My line' });
  const theirs = valuesOf({ ...stop, title: 'Theirs', highlight: 'Their line', description: 'Their text' }, '');
  takeTheirs(form, theirs, fieldsOfTheirs({ title: 'Mine', highlight: 'My line' }, ['title']));
  expect(form.getValues()).toMatchObject({ title: 'Theirs', highlight: 'My line', description: 'Their text' });
});

test('a time that I keep keeps its date', () => {
  const form = formWith({ ...valuesOf(stop, ''), date: '2026-05-05', arrival: '10:00' });
  const arrivalTime = '2026-05-05T10:00:00.000Z';
  const theirs = valuesOf({ ...stop, arrivalTime: '2026-06-01T08:00:00.000Z', durationMinutes: 45 }, '');
  takeTheirs(form, theirs, fieldsOfTheirs({ arrivalTime }, []));
  expect(textOf(form.getValues())).toMatchObject({ arrivalTime, durationMinutes: 45 });
});
