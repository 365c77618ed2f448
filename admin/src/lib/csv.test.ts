import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

/** Parses a cell by RFC 4180, without regard to the apostrophe. */
const parsed = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);

test('csvCell preserves any text except for an added apostrophe, and quotes commas, quotes and line breaks', () => {
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
  'csvCell puts an apostrophe before the formula %j',
  (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('csvCell writes numbers unchanged, null and undefined as a blank cell, and objects as JSON', () => {
  expect([-1.5, 0, null, undefined, true, { a: ['x'] }].map(csvCell)).toEqual(['-1.5', '0', '', '', 'true', '"{""a"":[""x""]}"']);
});
