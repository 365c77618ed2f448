import { expect, test } from 'vitest';
import { pastedList } from './pasted-list.ts';

test('lines of a list lose what stands before their names', () => {
  const text =
    '- Kyoto Station\n* Gion\r\n1. Nijō Castle\n2) Nishiki Market\n\n• 09:30 Tōfuku-ji\n[ ] Pontochō\n[x] 14.00 – Fushimi Inari\n  8:15 am Arashiyama ';
  expect(pastedList(text)).toEqual([
    ...['Kyoto Station', 'Gion', 'Nijō Castle', 'Nishiki Market', 'Tōfuku-ji', 'Pontochō', 'Fushimi Inari', 'Arashiyama'],
  ]);
});

test('numbers that are part of a name stay', () => {
  expect(pastedList('21_21 Design Sight\n798 Art Zone\n10 Downing Street')).toEqual(['21_21 Design Sight', '798 Art Zone', '10 Downing Street']);
});

test('a single line is typed like any other text', () => {
  for (const text of ['Gion', ' - Gion \n\n', '', '\n\n']) expect(pastedList(text)).toEqual([]);
});

test('a book is not a list: it is cut, and so are its lines', () => {
  const lines = pastedList(Array.from({ length: 400 }, () => 'word '.repeat(100)).join('\n'));
  expect([lines.length, Math.max(...lines.map(({ length }) => length)) <= 120]).toEqual([50, true]);
});
