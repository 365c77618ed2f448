import type { Edits } from '../../../model/saving/versions.ts';
import type { StopText, StopValues } from './stop-values.ts';
import type { StopForm } from './use-stop-draft.ts';

/** Where each written field stands in the form. */
const formFields: Readonly<Record<keyof StopText, readonly (keyof StopValues)[]>> = {
  title: ['title'],
  highlight: ['highlight'],
  description: ['description'],
  imageUrl: ['imageUrl'],
  imageId: ['imageId'],
  durationMinutes: ['durationMinutes'],
  travelTimeMinutes: ['travelTimeMinutes'],
  arrivalTime: ['date', 'arrival'],
  startTime: ['date', 'start'],
  departureTime: ['departure', 'departureDate'],
  state: ['state'],
};

/** Where theirs stands: where it was decided so, and where nothing was written here. */
export const fieldsOfTheirs = (mine: Edits<StopText>, lost: readonly (keyof StopText)[]): (keyof StopText)[] =>
  (Object.keys(formFields) as (keyof StopText)[]).filter((field) => lost.includes(field) || !(field in mine)); // the keys of formFields

/** Puts what somebody else wrote into the form. A date is shared by the times of a stop and is theirs only with all that stand on it. */
export function takeTheirs(form: StopForm, theirs: StopValues, fields: readonly (keyof StopText)[]): void {
  const kept = (Object.keys(formFields) as (keyof StopText)[]).filter((field) => !fields.includes(field)).flatMap((field) => formFields[field]);
  for (const name of new Set(fields.flatMap((field) => formFields[field])))
    if (!kept.includes(name)) form.setValue(name, theirs[name], { shouldDirty: true });
}
