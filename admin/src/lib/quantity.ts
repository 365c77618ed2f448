import { serverNow } from '@waystory/client/environment.ts';

const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'long' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

export const numberText = (value: number): string => numbers.format(value);

/** `5 events`, `1 event`. */
export const countWithNoun = (value: number, one: string, many = `${one}s`): string => `${numberText(value)} ${value === 1 ? one : many}`;

/** Formats a fraction, 0 to 1, as a percentage. */
export const percentText = (share: number): string => shares.format(share);

export const megabytesText = (bytes: number): string => `${numbers.format(bytes / 1e6)} MB`;

export const millisecondsText = (value: number): string => `${value < 10 ? tenths.format(value) : numbers.format(value)} ms`;

/** A duration in at most two units, for example `3 h 12 min`; in one unit below an hour. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Time of day in the reader's time zone, with the zone. */
export const clockTime = (time: number): string => clock.format(time);

/** A UTC date such as `2026-03-01` in the reader's date format. */
export const dayText = (date: string): string => day.format(new Date(date));

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * Elapsed time in its largest full unit.
 * @param at ISO 8601 UTC
 */
export function since(at: string, now: number = serverNow()): string {
  const seconds = (now - Date.parse(at)) / 1_000;
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? [];
  return unit && size ? relative.format(-Math.floor(seconds / size), unit) : 'just now';
}
