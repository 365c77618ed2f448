import { blankStop, type Stop, stopState, stopTable, type WrittenStop } from '@waystory/proto/itineraries/stop.ts';
import { z } from 'zod';
import { formOf } from '../../../model/saving/form-fields.ts';
import type { ValueKind } from '../conflict/text-conflict.tsx';
import { chosenPlace, placeOfStop } from '../place-field/chosen-place.ts';
import { type ClockTimes, clockTimesOf, momentsOf, problemsOfTimes } from './clock-times.ts';

/** Written fields of a stop, and its state: suggested or accepted. */
export type StopText = WrittenStop & Pick<Stop, 'state'>;

/** Form fields from `stopTable`, without moments, because the form has dates and clock times instead. */
const written = formOf(stopTable, blankStop);

type Sections = Extract<(typeof stopTable)[keyof typeof stopTable], { section: string }>['section'];
/** A field of `stopTable` that the form renders by its kind. */
export type StopInput = { [K in keyof typeof stopTable]: (typeof stopTable)[K] extends { section: string } ? K : never }[keyof typeof stopTable];
export const stopInputsOf = (section: Sections): StopInput[] =>
  Object.entries(stopTable).flatMap(([name, field]) => ('section' in field && field.section === section ? (name as StopInput) : [])); // the name belongs to a field with a section

const date = z.union([z.literal(''), z.iso.date({ message: 'dateWrong' })]);
const clock = z.union([z.literal(''), z.iso.time({ precision: -1, message: 'clockWrong' })]);
const own = { place: chosenPlace.nullable(), state: stopState };

/** Schema of the stop form. Messages of its own rules are keys of `problems` in the locales. */
export const stopRules = z
  .object({ ...written.rules, ...own, ...{ date, arrival: clock, start: clock, departure: clock, departureDate: date } })
  .superRefine((values, { addIssue }) => {
    if (!values.place) addIssue({ code: 'custom', path: ['place'], message: 'placeMissing' });
    for (const { field, problem } of problemsOfTimes(values)) addIssue({ code: 'custom', path: [field], message: problem });
  });
export type StopValues = z.output<typeof stopRules>;

const blankTimes: ClockTimes = { date: '', arrival: '', start: '', departure: '', departureDate: '' };
const typedTimes = { date: z.string(), arrival: z.string(), start: z.string(), departure: z.string(), departureDate: z.string() };
/** Drafts may break the rules of the form. */
const draftRules = z.object({ ...written.draftRules, ...own, ...typedTimes }).partial();

/** Kinds of all form values, for the conflict dialog. */
export const stopKinds: Readonly<Record<string, ValueKind>> = {
  ...Object.fromEntries(Object.entries(stopTable).map(([name, { kind }]) => [name, kind])),
  ...{ place: 'place', state: 'state', date: 'date', departureDate: 'date', arrival: 'clock', start: 'clock', departure: 'clock' },
};

export const blankStopValues = (likelyDate: string): StopValues => ({
  ...{ ...written.blank, ...blankTimes, date: likelyDate },
  ...{ place: null, state: 'ACCEPTED' },
});

/** Values of a stored draft; null for a draft of another shape. */
export const readDraftValues = (edits: unknown): Partial<StopValues> | null => draftRules.safeParse(edits).data ?? null;

/**
 * Form values of a stop.
 * @param likelyDate Initial date of a stop without known times.
 */
export function stopFormValuesOf(stop: Stop, likelyDate: string): StopValues {
  const times = clockTimesOf(stop);
  return {
    ...{ ...written.valuesOf(stop), state: stop.state, place: placeOfStop(stop) },
    ...{ ...times, date: times.date || (times.arrival || times.start || times.departure ? '' : likelyDate) },
  };
}

export const stopTextOf = (values: StopValues): StopText => ({ ...written.writtenOf(values), ...momentsOf(values), state: values.state });
