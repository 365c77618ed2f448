/** Minutes as two texts; both are empty when nothing is known. */
export interface HoursAndMinutes {
  hours: string;
  minutes: string;
}

export const partsOf = (value: number | null): HoursAndMinutes =>
  value === null ? { hours: '', minutes: '' } : { hours: value >= 60 ? String(Math.floor(value / 60)) : '', minutes: String(value % 60) };

/** More digits than any stay needs are not read. */
const number = (text: string): number => Number(text.replace(/\D/g, '').slice(0, 5));

export const minutesOf = ({ hours, minutes }: HoursAndMinutes): number | null =>
  hours.trim() === '' && minutes.trim() === '' ? null : number(hours) * 60 + number(minutes);
