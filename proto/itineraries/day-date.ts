/** Dates as `2026-05-04`. Alone in their file, so that a page can tell them without the rules of a stop. */
const dayLength = 86_400_000;

/** Date of a clock time of which nobody knows the date. */
export const undated = '2000-01-01';

/** Last moment whose year has four digits, as every field of a time has it. Days beyond it share its date. */
export const lastMoment = Date.parse('9999-12-31T23:59:59.999Z');

/** Date of a day of a story, 1 for the first. */
export const dateOfDay = (firstDate: string, number: number): string =>
  new Date(Math.min(Date.parse(firstDate) + (number - 1) * dayLength, lastMoment)).toISOString().slice(0, 10);
