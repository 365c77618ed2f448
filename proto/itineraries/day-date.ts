/** Dates as `2026-05-04`. Alone in their file, so that a page can tell them without the rules of a stop. */
const dayLength = 86_400_000;

/** Date of a clock time of which nobody knows the date. */
export const undated = '2000-01-01';

/** Date of a day of a story, 1 for the first. */
export const dateOfDay = (firstDate: string, number: number): string =>
  new Date(Date.parse(firstDate) + (number - 1) * dayLength).toISOString().slice(0, 10);
