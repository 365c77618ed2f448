import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches } from '../memory-filter.ts';
import { textPatterns } from './filter.ts';

/** Letters with unusual case mappings, and special characters of patterns. */
const characters = ['a', 'A', 'k', 'K', '\u212a', 's', 'ſ', 'ß', 'ẞ', 'i', 'İ', 'ı', 'σ', 'ς', 'Σ', 'µ', 'μ', 'ǅ', 'Ж', 'ж', '𐐀', '𐐨', '🗺️'];
const signs = ['\0', '\n', ' ', '.', '*', '^', '$', '\\', '[', ']', '(', ')', '{', '}', '{2}', '|', '?', '+', '-', '/', '_', '%', '#'];
const text = fc.string({ maxLength: 6, unit: fc.constantFrom(...characters, ...signs) });

const found = (value: string, wanted: string, where: 'anywhere' | 'start'): boolean =>
  textPatterns(wanted, where).every((pattern) => new RegExp(pattern, 'u').test(value));

test('Text patterns match the same texts as the in-memory definition', () => {
  const part = fc.tuple(text, text, text).map(([before, wanted, behind]) => [before + wanted.toUpperCase() + behind, wanted] as const);
  const pair = fc.oneof(part, fc.tuple(text, text));
  fc.assert(
    fc.property(pair, ([value, wanted]) => {
      const says = (op: 'contains' | 'startsWith'): boolean => matches({ op, field: 'of', value: wanted }, { of: value });
      expect(found(value, wanted, 'anywhere')).toBe(says('contains'));
      expect(found(value, wanted, 'start')).toBe(says('startsWith'));
    }),
    { numRuns: 3_000 },
  );
});

test('Long text is split into patterns that PCRE can compile', () => {
  const long = Array.from({ length: 10_000 }, (_, index) => String.fromCodePoint(0x61 + (((index * index * 7_919) % 20_011) % 26))).join('');
  const patterns = textPatterns(long, 'start');
  expect(patterns.length).toBeGreaterThan(1);
  for (const pattern of patterns) expect(pattern.length).toBeLessThan(2_000);
  expect(patterns.filter((pattern) => pattern.startsWith('^'))).toEqual([patterns[0]]);
  expect(found(long.toUpperCase(), long, 'start')).toBe(true);
  expect(found(`b${long}`, long, 'start')).toBe(false);
  expect(found(long.slice(0, -1), long, 'anywhere')).toBe(false);
  expect(textPatterns('y'.repeat(100_000), 'anywhere').join().length).toBeLessThan(40);
});
