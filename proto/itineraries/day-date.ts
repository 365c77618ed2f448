/** Functions on dates such as `2026-05-04`. In a separate file, so that pages need not load the rules of a stop. */
const dayLength = 86_400_000;

/** Placeholder date of a clock time whose date is unknown. */
export const placeholderDate = '2000-01-01';

/** Number of the calendar day of a date or time, from 1970. */
export const calendarDay = (moment: string): number => Math.floor(Date.parse(moment) / dayLength);

/** First and last time with a four-digit year, the limits of every time field. Later days of a story have the date of the last time. */
const [firstMoment, lastMoment] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
export const lastDay = Math.floor(lastMoment / dayLength);

/** The same clock time some days later (earlier for a negative number), clamped to the years 0000 to 9999. */
export const laterByDays = (moment: string, days: number): string =>
  new Date(Math.min(Math.max(Date.parse(moment) + days * dayLength, firstMoment), lastMoment)).toISOString();

/** Date of a day of a story; day 1 is the first. */
export const dateOfDay = (firstDate: string, number: number): string =>
  new Date(Math.min(Date.parse(firstDate) + (number - 1) * dayLength, lastMoment)).toISOString().slice(0, 10);
