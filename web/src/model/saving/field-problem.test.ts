import { accountFields } from '@waystory/proto/accounts/account.ts';
import { dayFields } from '@waystory/proto/itineraries/day.ts';
import { itineraryFields } from '@waystory/proto/itineraries/itinerary.ts';
import { stopFields } from '@waystory/proto/itineraries/stop.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldProblemOf, problemsWith } from './field-problem.ts';

const rules = z.object({ ...accountFields, ...dayFields, ...itineraryFields, durationMinutes: stopFields.durationMinutes, days: z.int().min(1) });
const nameOf = (edits: object) => Object.values(problemsWith<Record<string, unknown>>(rules)({ ...edits }));

test.each([
  [{ title: ' ' }, { name: 'missing' }],
  [{ title: 'x'.repeat(121) }, { name: 'tooLong', limit: 120 }],
  [{ highlights: Array.from({ length: 13 }, () => 'x') }, { name: 'tooMany', limit: 12 }],
  [{ durationMinutes: 10_081 }, { name: 'tooMuch', limit: 10_080 }],
  [{ days: 0 }, { name: 'tooLittle', limit: 1 }],
  [{ days: Number.NaN }, { name: 'wrong' }],
  [{ description: 'a\u0000' }, { name: 'notStorable' }],
  [{ userName: 'al' }, { name: 'tooShort', limit: 3 }],
  [{ userName: 'x'.repeat(31) }, { name: 'tooLong', limit: 30 }],
  [{ userName: 'ada l' }, { name: 'notStorable' }],
])('%j is named, not told in the words of the rule', (edits, problem) => {
  expect(nameOf(edits)).toEqual([problem]);
});

test('Valid or unedited field has no problem', () => {
  expect(nameOf({ title: 'Fine', description: null })).toEqual([]);
});

test('Message of a custom form rule becomes the name of the field problem', () => {
  const form = z.object({ date: z.union([z.literal(''), z.iso.date({ message: 'dateWrong' })]) });
  const [issue] = form.safeParse({ date: 'soon' }).error?.issues ?? [];
  expect(issue && fieldProblemOf(issue)).toEqual({ name: 'dateWrong' });
});
