import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { address, coordinates, countryCode, id, imageUrl, instant, isStorable, line, numberInQuery, text, version } from './field.ts';

const messages = (schema: z.ZodType, value: unknown): string[] => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test.each<[string, z.ZodType, unknown[], unknown[]]>([
  [
    'id',
    id,
    ['0198a5b0-1c2d-7e3f-8a4b-5c6d7e8f9a0b', 'a0000000-0000-8000-8000-000000000001'],
    ['', '1', '0198a5b01c2d7e3f8a4b5c6d7e8f9a0b', 7, null],
  ],
  ['instant', instant, ['2026-05-04T12:00:00Z', '2026-05-04T12:00:00.123Z'], ['2026-05-04', '2026-05-04T12:00:00+02:00', '2026-02-30T12:00:00Z', 0]],
  [
    'imageUrl',
    imageUrl,
    ['https://example.org/a.jpg', 'http://[2001:db8::1]:8080/a?b#c', '/pictures/a.jpg', '/a//b', '/%', 'https://bücher.example/ü.jpg'],
    [
      '',
      'a.jpg',
      'javascript:alert(1)',
      'https://a b',
      'data:image/png;base64,',
      'http://[',
      'https://%',
      'https://a:port/',
      '//elsewhere.example/a',
      '/\\elsewhere.example/a',
      '//',
      '/\t/elsewhere.example',
    ],
  ],
  ['countryCode', countryCode, ['PT'], ['pt', 'PRT', 'P', '']],
  [
    'numberInQuery',
    numberInQuery(z.number()),
    ['0', '-9.1365', '12', '.5', '5.', '1e-7', '2E3', 7],
    ['', ' ', '1 ', '+1', '0x10', '0b1', 'Infinity', 'NaN', '1e999', '1,5', '1_000', 'e5', '.', '-', undefined, null, true, ['1']],
  ],
  ['version', version, [1, 12], [0, 1.5, '1']],
  [
    'coordinates',
    coordinates,
    [{ latitude: -90, longitude: 180 }],
    [{ latitude: 91, longitude: 0 }, { latitude: 0 }, { latitude: 0, longitude: 0, height: 1 }],
  ],
])('Field %s accepts valid values only', (_, schema, good, bad) => {
  for (const value of good) expect(messages(schema, value), JSON.stringify(value)).toEqual([]);
  for (const value of bad) expect(messages(schema, value), JSON.stringify(value)).not.toEqual([]);
});

describe('text field', () => {
  test('accepts at most the given number of characters', () => {
    expect(text(5).parse('Évora')).toBe('Évora');
    expect(messages(text(5), 'Lisbon')).toEqual(['Keep it to 5 characters at most']);
  });

  test('refuses U+0000 and lone surrogates, which Postgres cannot store', () => {
    for (const value of ['a\0b', '\ud800', 'a\udc00b']) expect(messages(text(5), value)).toEqual(['Contains a character that cannot be stored']);
  });

  test('accepts exactly the texts without U+0000 that UTF-8 encodes without loss', () => {
    const anything = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
    fc.assert(
      fc.property(fc.oneof(anything, fc.string({ unit: 'binary' })), (value) => {
        const kept = Buffer.from(value, 'utf8').toString('utf8') === value && !value.includes('\0');
        expect(text(1_000).safeParse(value).success).toBe(kept);
        expect(isStorable(value)).toBe(kept);
      }),
    );
  });
});

describe('line field', () => {
  test('is trimmed and must not be blank', () => {
    expect(line(20).parse('  Alfama ')).toBe('Alfama');
    expect(messages(line(20), ' \t')).toEqual(['Required']);
    expect(messages(line(20, 'Give it a name'), '')).toEqual(['Give it a name']);
  });
});

describe('address field', () => {
  test('sets missing parts to null, and refuses undeclared parts', () => {
    const unknown = { addressLine1: null, addressLine2: null, city: null, state: null, postalCode: null, countryName: null, countryCode: null };
    expect(address.parse({})).toEqual(unknown);
    expect(address.parse({ city: 'Lisboa', countryCode: 'PT' })).toEqual({ ...unknown, city: 'Lisboa', countryCode: 'PT' });
    expect(messages(address, { town: 'Lisboa' })).toHaveLength(1);
  });
});
