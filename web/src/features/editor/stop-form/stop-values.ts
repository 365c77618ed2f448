import { type Stop, stopFields, stopState, type WrittenStop } from '@waystory/proto/itineraries/stop.ts';
import { z } from 'zod';
import { chosenPlace, placeOfStop } from '../place-field/chosen-place.ts';
import { clockTimesOf, momentsOf, problemsOfTimes } from './clock-times.ts';

/** Everything that is written about a stop, and whether it is part of the story. */
export type StopText = WrittenStop & Pick<Stop, 'state'>;

const { title, highlight, description, imageUrl, imageId, imageCaption, gallery, durationMinutes, travelTimeMinutes } = stopFields;
const date = z.union([z.literal(''), z.iso.date({ message: 'dateWrong' })]);
const clock = z.union([z.literal(''), z.iso.time({ precision: -1, message: 'clockWrong' })]);

const fields = {
  ...{ title, imageUrl, imageId, imageCaption, gallery, durationMinutes, travelTimeMinutes },
  place: chosenPlace.nullable(),
  // A form has texts only: what is empty is not known.
  highlight: highlight.unwrap(),
  description: description.unwrap(),
  ...{ date, arrival: clock, start: clock, departure: clock, departureDate: date },
  state: stopState,
};

/** The stop as its form has it. Messages of our own are keys of `problems` in the texts of the form. */
export const stopRules = z.object(fields).superRefine((values, { addIssue }) => {
  if (!values.place) addIssue({ code: 'custom', path: ['place'], message: 'placeMissing' });
  for (const { field, problem } of problemsOfTimes(values)) addIssue({ code: 'custom', path: [field], message: problem });
});
export type StopValues = z.output<typeof stopRules>;

/** As the form was left, so the rules may not be followed yet. */
const anyValues = z.object({
  ...fields,
  ...{ title: z.string(), highlight: z.string(), description: z.string() },
  ...{ date: z.string(), arrival: z.string(), start: z.string(), departure: z.string(), departureDate: z.string() },
  durationMinutes: z.number().nullable(),
  travelTimeMinutes: z.number().nullable(),
});

export const blankValues = (likelyDate: string): StopValues => ({
  ...{ title: '', place: null, imageUrl: null, imageId: null, imageCaption: null, gallery: [], highlight: '', description: '' },
  ...{ date: likelyDate, arrival: '', start: '', departure: '', departureDate: '' },
  ...{ durationMinutes: null, travelTimeMinutes: null, state: 'ACCEPTED' },
});

/** Values of a draft; null for those of another shape. */
export const readValues = (edits: unknown): Partial<StopValues> | null => anyValues.partial().safeParse(edits).data ?? null;

/** @param likelyDate Stands in the form as long as no time is known. */
export function valuesOf(stop: Stop, likelyDate: string): StopValues {
  const { title: name, highlight: line, description: text, state, ...rest } = stop;
  const times = clockTimesOf(stop);
  return {
    ...{ title: name, highlight: line ?? '', description: text ?? '', state, place: placeOfStop(stop) },
    ...{ imageUrl: rest.imageUrl, imageId: rest.imageId, imageCaption: rest.imageCaption, gallery: rest.gallery },
    ...{ durationMinutes: rest.durationMinutes, travelTimeMinutes: rest.travelTimeMinutes },
    ...times,
    date: times.date || (times.arrival || times.start || times.departure ? '' : likelyDate),
  };
}

export const textOf = (values: StopValues): StopText => ({
  ...{ title: values.title.trim(), highlight: values.highlight || null, description: values.description || null, state: values.state },
  ...{ imageUrl: values.imageUrl, imageId: values.imageId, imageCaption: values.imageCaption, gallery: values.gallery },
  ...{ durationMinutes: values.durationMinutes, travelTimeMinutes: values.travelTimeMinutes },
  ...momentsOf(values),
});
