/** Dates as `2026-05-04`. Alone in their file, so that a page can tell them without the rules of a stop. */
const dayLength = 86_400_000;

/** Date of a clock time of which nobody knows the date. */
export const undated = '2000-01-01';

/** Number of the day that a date or a moment is on, counted over the whole calendar. */
export const calendarDay = (moment: string): number => Math.floor(Date.parse(moment) / dayLength);

/** First and last moment whose year has four digits, as every field of a time has it. Days beyond them share their date. */
const [firstMoment, lastMoment] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
export const lastDay = Math.floor(lastMoment / dayLength);

/** The same clock some days later, or the end of the calendar. */
export const laterByDays = (moment: string, days: number): string =>
  new Date(Math.min(Math.max(Date.parse(moment) + days * dayLength, firstMoment), lastMoment)).toISOString();

/** Date of a day of a story, 1 for the first. */
export const dateOfDay = (firstDate: string, number: number): string =>
  new Date(Math.min(Date.parse(firstDate) + (number - 1) * dayLength, lastMoment)).toISOString().slice(0, 10);
