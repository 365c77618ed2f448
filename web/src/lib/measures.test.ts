import { describe, expect, test } from 'vitest';
import { clockText, dateText, distanceText, durationText, timesOf, usesMiles } from './measures.ts';

const metric = { language: 'en', locale: 'en-IE' };
const imperial = { language: 'en', locale: 'en-US' };
const german = { language: 'de', locale: 'de-DE' };

/** Formatters use several kinds of spaces. */
const plain = (text: string): string => text.replace(/\s/gu, ' ');

describe('units', () => {
  test.each(['en-US', 'en-GB', 'my-MM', 'en'])('of %s are miles', (locale) => expect(usesMiles(locale)).toBe(true));
  test.each(['de', 'fr-CA', 'en-AU', 'es-MX', 'not a locale'])('of %s are kilometres', (locale) => expect(usesMiles(locale)).toBe(false));
});

describe('distance text', () => {
  test.each([
    [0.004, '0 m'],
    [0.348, '350 m'],
    [0.996, '1 km'],
    [2.44, '2.4 km'],
    [12.4, '12 km'],
    [1204.3, '1,204 km'],
  ])('of %d km is %s', (kilometres, text) => expect(plain(distanceText(kilometres, metric))).toBe(text));

  test.each([
    [0.1, '330 ft'],
    [0.3, '0.2 mi'],
    [16.2, '10 mi'],
  ])('of %d km in miles is %s', (kilometres, text) => expect(plain(distanceText(kilometres, imperial))).toBe(text));

  test('uses the chosen units in every region', () => {
    expect(plain(distanceText(16.2, { ...imperial, units: 'km' }))).toBe('16 km');
    expect(plain(distanceText(16.2, { ...german, units: 'mi' }))).toBe('10 mi');
    expect(plain(distanceText(16.2, { ...imperial, units: 'auto' }))).toBe('10 mi');
  });

  test('uses the number format of the language', () => expect(plain(distanceText(2.44, german))).toBe('2,4 km'));
});

describe('duration text', () => {
  test.each([
    [0, '0 min'],
    [45, '45 min'],
    [60, '1 hr'],
    [150, '2 hr 30 min'],
    [1_710, '1 day 4 hr'],
    [10_080, '7 days'],
  ])('of %d minutes is %s', (minutes, text) => expect(plain(durationText(minutes, metric))).toBe(text));
});

describe('stop times', () => {
  const none = { startTime: null, arrivalTime: null, departureTime: null };
  const morning = '2026-05-03T09:30:00Z';
  const noon = '2026-05-03T12:00:00Z';

  test('are null without any time', () => expect(timesOf(none)).toBeNull());
  test('run from arrival to departure', () =>
    expect(timesOf({ ...none, arrivalTime: morning, departureTime: noon })).toEqual({ from: morning, until: noon }));
  test('prefer the arrival to the start', () =>
    expect(timesOf({ ...none, startTime: noon, arrivalTime: morning })).toEqual({ from: morning, until: null }));
  test('may be a departure alone', () => expect(timesOf({ ...none, departureTime: noon })).toEqual({ from: noon, until: null }));
  test('never end before they begin', () =>
    expect(timesOf({ ...none, startTime: noon, departureTime: morning })).toEqual({ from: noon, until: null }));

  test('are shown in local time of the place', () => {
    expect(clockText(morning, german)).toBe('9:30');
    expect(dateText(morning, german)).toBe('Sonntag, 3. Mai 2026');
  });

  test('use the regional form of the language', () => {
    expect(plain(clockText(morning, imperial))).toBe('9:30 AM');
    expect(clockText(noon, { language: 'en', locale: 'en-GB' })).toBe('12:00');
    expect(dateText(morning, { language: 'en', locale: 'en-GB' })).toBe('Sunday, 3 May 2026');
    expect(dateText(morning, imperial)).toBe('Sunday, May 3, 2026');
    // A page in another language than the browser's uses that language's general form.
    expect(plain(clockText(morning, { language: 'en', locale: 'de-DE' }))).toBe('9:30 AM');
  });
});
