import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenText } from './wikidata.ts';

test.each([
  ['Short.', 20, 'Short.'],
  ['  One  line\nand another. ', 40, 'One line and another.'],
  ['A tower in Paris. It is 330 m high. It was built for a fair.', 40, 'A tower in Paris. It is 330 m high.'],
  ['A tower of 3.5 million bricks by the river Thames in the east', 40, 'A tower of 3.5 million bricks by the…'],
  ['St. Anne, which lies by the river, is the oldest church of the whole town.', 40, 'St. Anne, which lies by the river, is…'],
  ['金閣寺は京都にある。庭園は広い。池もある。', 18, '金閣寺は京都にある。庭園は広い。'],
  ['Donaudampfschifffahrtsgesellschaft', 10, 'Donaudamp…'],
])('Shortened text is %s in %i characters', (text, most, expected) => {
  expect(shortenText(text, most)).toBe(expected);
});

test('Shortened text keeps to its length and begins like the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 10, max: 100 }), (text, most) => {
      const short = shortenText(text, most);
      expect(short.length).toBeLessThanOrEqual(most);
      expect(text.trim().replace(/\s+/g, ' ').startsWith(short.replace(/…$/, ''))).toBe(true);
    }),
  );
});
