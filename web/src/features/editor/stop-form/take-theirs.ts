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

/** Puts what somebody else wrote into the form: where it was decided so, and where nothing was written here. */
export function takeTheirs(form: StopForm, theirs: StopValues, fields: readonly (keyof StopText)[]): void {
  for (const name of new Set(fields.flatMap((field) => formFields[field]))) form.setValue(name, theirs[name], { shouldDirty: true });
}
