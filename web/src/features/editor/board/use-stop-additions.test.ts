import { expect, test } from 'vitest';
import { placeNamesInPastedText } from './use-stop-additions.ts';

test('bullets, numbers and times before the names of a pasted list are removed', () => {
  const text =
    '- Kyoto Station\n* Gion\r\n1. Nijō Castle\n2) Nishiki Market\n\n• 09:30 Tōfuku-ji\n[ ] Pontochō\n[x] 14.00 – Fushimi Inari\n  8:15 am Arashiyama ';
  expect(placeNamesInPastedText(text)).toEqual([
    ...['Kyoto Station', 'Gion', 'Nijō Castle', 'Nishiki Market', 'Tōfuku-ji', 'Pontochō', 'Fushimi Inari', 'Arashiyama'],
  ]);
});

test('numbers that belong to a name are kept in a pasted list', () => {
  expect(placeNamesInPastedText('21_21 Design Sight\n798 Art Zone\n10 Downing Street')).toEqual([
    '21_21 Design Sight',
    '798 Art Zone',
    '10 Downing Street',
  ]);
});

test('a single pasted line is not treated as a list', () => {
  for (const text of ['Gion', ' - Gion \n\n', '', '\n\n']) expect(placeNamesInPastedText(text)).toEqual([]);
});

test('pasted list is cut to 50 lines, and each line to 120 characters', () => {
  const lines = placeNamesInPastedText(Array.from({ length: 400 }, () => 'word '.repeat(100)).join('\n'));
  expect([lines.length, Math.max(...lines.map(({ length }) => length)) <= 120]).toEqual([50, true]);
});
