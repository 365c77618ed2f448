import { placeholderDate } from '@waystory/proto/itineraries/day-date.ts';
import type { Units } from './units.ts';

/** Countries with road signs in miles: ISO 3166-1 codes of the US, the UK, Liberia and Myanmar. */
const milesCountries = new Set(['US', 'GB', 'LR', 'MM']);
const kilometresPerMile = 1.609344;
const feetPerMile = 5_280;

/** Language, region and units of the reader. */
export interface Reader {
  /** BCP 47 tag of the page's language. */
  language: string;
  /** BCP 47 tag of the browser, whose region decides about miles and the 12-hour clock. */
  locale: string;
  /** Chosen units instead of the region's. */
  units?: Units;
}

/** The regional locale when it has the page's language, else the language. */
const writtenAs = ({ language, locale }: Reader): string => (locale === language || locale.startsWith(`${language}-`) ? locale : language);

const milesByLocale = new Map<string, boolean>();

/** True for a locale whose country uses miles. A locale without a region is treated as its likeliest region. */
export function usesMiles(locale: string): boolean {
  const usesThem = milesByLocale.get(locale) ?? isOfMilesCountry(locale);
  milesByLocale.set(locale, usesThem);
  return usesThem;
}

function isOfMilesCountry(locale: string): boolean {
  try {
    return milesCountries.has(new Intl.Locale(locale).maximize().region ?? '');
  } catch {
    return false;
  }
}

/** Cached formatters, because creating one costs a hundred times more than using it. */
const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function cachedFormatter<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const formatter = formatters.get(key) ?? make();
  formatters.set(key, formatter);
  return formatter as F; // as: a key is used for one kind of formatter only
}

const inUnit = (value: number, unit: string, digits: number, { language }: Reader): string =>
  cachedFormatter(
    `${language} ${unit} ${digits}`,
    () => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }),
  ).format(value);

/** True when the reader uses miles, by choice or by region. */
export const readerUsesMiles = ({ units = 'auto', locale }: Reader): boolean => units === 'mi' || (units === 'auto' && usesMiles(locale));

/** A distance as precise as needed on a walk or a flight: `350 m`, `2.4 km`, `1,204 km`, or in feet and miles. */
export function distanceText(kilometres: number, reader: Reader): string {
  const miles = kilometres / kilometresPerMile;
  if (readerUsesMiles(reader)) {
    if (miles < 0.1) return inUnit(Math.round((miles * feetPerMile) / 10) * 10, 'foot', 0, reader);
    return inUnit(miles, 'mile', miles < 10 ? 1 : 0, reader);
  }
  if (kilometres < 0.995) return inUnit(Math.round(kilometres * 100) * 10, 'meter', 0, reader);
  return inUnit(kilometres, 'kilometer', kilometres < 10 ? 1 : 0, reader);
}

/** A duration: `45 min`, `2 hr 30 min`, `1 day 4 hr`. */
export function durationText(minutes: number, reader: Reader): string {
  const parts = [
    { value: Math.floor(minutes / 1_440), unit: 'day' },
    { value: Math.floor((minutes % 1_440) / 60), unit: 'hour' },
    { value: minutes % 60, unit: 'minute' },
  ].filter(({ value }) => value > 0);
  // From one day on, minutes are left out.
  const visibleParts = parts[0]?.unit === 'day' ? parts.filter(({ unit }) => unit !== 'minute') : parts;
  return visibleParts.length > 0 ? visibleParts.map(({ value, unit }) => inUnit(value, unit, 0, reader)).join(' ') : inUnit(0, 'minute', 0, reader);
}

interface Times {
  startTime: string | null;
  arrivalTime: string | null;
  departureTime: string | null;
}

/** Start and end of a stop's time; null when no time is known. */
export function timesOf({ startTime, arrivalTime, departureTime }: Times): { from: string; until: string | null } | null {
  const from = arrivalTime ?? startTime ?? departureTime;
  if (!from) return null;
  return { from, until: departureTime && departureTime > from ? departureTime : null };
}

/** Clock time of a stop, such as `9:30 AM`. Times of stops are stored as local time with the zone UTC. */
export const clockText = (instant: string, reader: Reader): string =>
  cachedFormatter(
    `${writtenAs(reader)} clock`,
    () => new Intl.DateTimeFormat(writtenAs(reader), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
  ).format(new Date(instant));

/** True when the date is known, not only the clock time. */
export const isDated = (instant: string): boolean => !instant.startsWith(placeholderDate);

/** Date of a stop in local time of the place, `Saturday, 3 May 2025`. */
export const dateText = (instant: string, reader: Reader): string =>
  cachedFormatter(`${writtenAs(reader)} date`, () => new Intl.DateTimeFormat(writtenAs(reader), { dateStyle: 'full', timeZone: 'UTC' })).format(
    new Date(instant),
  );
