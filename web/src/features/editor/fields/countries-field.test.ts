import { expect, test } from 'vitest';
import { matchingCountries } from './countries-field.tsx';

const countries = [
  { code: 'CI', name: "Côte d'Ivoire" },
  { code: 'GN', name: 'Guinea' },
  { code: 'NE', name: 'Niger' },
  { code: 'PG', name: 'Papua New Guinea' },
  { code: 'PT', name: 'Portugal' },
];
const codesFor = (words: string) => matchingCountries(countries, words).map(({ code }) => code);

test.each([
  ['cote', ['CI']],
  ['ivo', ['CI']],
  ['guinea', ['GN', 'PG']],
  ['pt', ['PT']],
  ['ugal', ['PT']],
  [' PORT ', ['PT']],
  ['zz', []],
])('country search for %s finds %j', (words, codes) => {
  expect(codesFor(words)).toEqual(codes);
});

test('country search for an empty text finds all countries', () => {
  expect(codesFor('')).toHaveLength(countries.length);
});
