import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

/** Cells of a line, by the rules of RFC 4180 alone. */
function parsed(line: string): string[] {
  const cells = line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g);
  return Array.from(cells, ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
}

test('whatever is written comes back as it was, but for an apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (texts) => {
      const cells = parsed(csvLine(texts));
      expect(cells.map((cell, index) => (cell === `'${texts[index]}` ? texts[index] : cell))).toEqual(texts);
    }),
  );
});

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\tx', ' =1+1', '=HYPERLINK("x")', '\r=1'])('%j is no formula', (text) => {
  expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
});

test('numbers stay numbers, what is missing is empty, and the rest is JSON', () => {
  expect([-1.5, 0, null, undefined, true, { a: ['x'] }].map(csvCell)).toEqual(['-1.5', '0', '', '', 'true', '"{""a"":[""x""]}"']);
});
