import { describe, expect, test } from 'vitest';
import { fieldProblemOf } from '../../../model/saving/field-problem.ts';
import { stopFixture } from '../../../model/testing/plan.fixture.ts';
import { pinAt } from '../place-field/chosen-place.ts';
import { blankStopValues, readDraftValues, stopFormValuesOf, stopRules, stopTextOf } from './stop-values.ts';

const stop = stopFixture('s', ['d'], 0, {
  title: 'Livraria Lello',
  highlight: 'The red stairs',
  arrivalTime: '2026-05-04T09:30:00.000Z',
  departureTime: '2026-05-05T10:00:00.000Z',
  durationMinutes: 60,
  imageUrl: '/photos/a.webp',
});

/** Values of a stop in the fields that its form writes. */
const textIn = (one: typeof stop) =>
  Object.fromEntries(Object.keys(stopTextOf(stopFormValuesOf(one, ''))).map((field) => [field, one[field as keyof typeof one]])); // the names of a stop's fields

test('a stop survives a round trip through its form', () => {
  expect(stopTextOf(stopFormValuesOf(stop, ''))).toEqual(textIn(stop));
});

test('the likely date in the form of a stop without times is not sent as a change', () => {
  const timeless = stopFixture('s', ['d'], 0);
  expect(stopFormValuesOf(timeless, '2026-05-04').date).toBe('2026-05-04');
  expect(stopTextOf(stopFormValuesOf(timeless, '2026-05-04'))).toEqual(textIn(timeless));
});

describe('stop form', () => {
  const filled = { ...blankStopValues(''), title: 'Lello', place: pinAt({ latitude: 41, longitude: -8 }) };
  const problemsOf = (values: object): [string, string][] =>
    stopRules.safeParse({ ...filled, ...values }).error?.issues.map((issue) => [String(issue.path[0]), fieldProblemOf(issue).name]) ?? [];

  test('needs a title and a place', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ title: ' ' })).toContainEqual(['title', 'missing']);
    expect(problemsOf({ place: null })).toEqual([['place', 'placeMissing']]);
  });

  test('accepts date and time strings of a browser', () => {
    expect(problemsOf({ date: '2026-05-04', arrival: '09:30', departure: '23:59' })).toEqual([]);
    expect(problemsOf({ date: '04.05.2026' })).toEqual([['date', 'dateWrong']]);
    expect(problemsOf({ date: '2026-05-04', arrival: '25:00' })).toEqual([['arrival', 'clockWrong']]);
  });

  test('reports the field of an inconsistent time', () => {
    expect(problemsOf({ arrival: '09:30' })).toEqual([]);
    expect(problemsOf({ date: '2026-05-04', arrival: '09:30', departure: '09:00' })).toEqual([['departure', 'leavesBefore']]);
  });

  test('refuses a stay longer than 10,080 minutes (7 days)', () => {
    expect(problemsOf({ durationMinutes: 10_081 })).toEqual([['durationMinutes', 'tooMuch']]);
  });
});

test('an incomplete draft of a stop is restored, and a draft of another shape is rejected', () => {
  const draft = { highlight: 'x'.repeat(300), date: 'soon', place: pinAt({ latitude: 1, longitude: 2 }) };
  expect(readDraftValues(draft)).toEqual(draft);
  expect(readDraftValues({ title: 1 })).toBeNull();
});
