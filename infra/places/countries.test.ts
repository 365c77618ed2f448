import { expect, test } from 'vitest';
import { countryNames } from './countries.ts';

test('All 250 countries have distinct names, without inversions or abbreviations', () => {
  expect(countryNames.size).toBe(250);
  expect(new Set(countryNames.values()).size).toBe(250);
  expect([...countryNames.values()].filter((name) => /, \p{L}+ of|^The |\.|^\p{Lu}+$/u.test(name))).toEqual([]);
  expect(['IR', 'GB', 'AE', 'KR', 'CD', 'PT'].map((code) => countryNames.get(code))).toEqual([
    ...['Iran', 'United Kingdom', 'United Arab Emirates', 'South Korea', 'Democratic Republic of the Congo', 'Portugal'],
  ]);
});
