import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

/** Reads a cell by the rules of RFC 4180 alone. */
const parsed = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

test('Any text survives CSV except for an added apostrophe, and no text ends its cell', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text);
      expect([text, `'${text}`]).toContain(parsed(cell));
      if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/);
    }),
  );
  expect(csvLine(['a,b', '', 'say "no"', 'two\nlines'])).toBe('"a,b",,"say ""no""","two\nlines"\r\n');
});

test.each(['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\tx', ' =1+1', '=HYPERLINK("x")', '\r=1', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF201'])(
  '%j is no formula',
  (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('Numbers stay numbers in CSV, missing values are blank, and other values are JSON', () => {
  expect([-1.5, 0, null, undefined, true, { a: ['x'] }].map(csvCell)).toEqual(['-1.5', '0', '', '', 'true', '"{""a"":[""x""]}"']);
});
