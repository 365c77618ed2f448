import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textDifference } from './command-groups.ts';

test.each([
  ['Three days in Lisbon', 'Four days in Lisbon', ['', 'Three', 'Four', ' days in Lisbon']],
  ['Three days in Lisbon', 'Three slow days in Lisbon', ['Three ', '', 'slow ', 'days in Lisbon']],
  ['Three days', 'Three days in Lisbon', ['Three days', '', ' in Lisbon', '']],
  ['Three days in Lisbon', 'Three days', ['Three days', ' in Lisbon', '', '']],
  ['walking', 'walked', ['', 'walking', 'walked', '']],
  ['a a', 'a a a', ['a a', '', ' a', '']],
  ['', 'New', ['', '', 'New', '']],
  ['Same', 'Same', ['Same', '', '', '']],
])('textDifference splits %j and %j into common start, removed, added and common end', (before, after, [start, removed, added, end]) => {
  expect(textDifference(before, after)).toEqual({ start, removed, added, end });
});

test('Parts of a text difference join to both texts, and the common start ends at a word edge', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n'), maxLength: 30 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { start, removed, added, end } = textDifference(before, after);
      expect([start + removed + end, start + added + end]).toEqual([before, after]);
      expect(/\S$/.test(start) && /^\S/.test(removed || added)).toBe(false);
    }),
  );
});
