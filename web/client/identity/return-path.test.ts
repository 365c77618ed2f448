import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { returnPathOf, safeReturnPath } from './return-path.ts';

const origin = 'https://waystory.example';

/** Fragments that some URL parsers interpret as the start of another host. */
const piece = fc.oneof(
  fc.constantFrom(
    ...['/', '//', '\\', '/\\', '\t', '\n', '\r', '\0', ' ', '\u00a0', '\u2028', '.', '..', './', '../', '/.', '%2f', '%5c', '%2e', '%09', '%00'],
    ...[
      '@',
      ':',
      ':443',
      '?',
      '#',
      '&',
      ';',
      'evil.example',
      'https:',
      'javascript:',
      'data:',
      '//evil.example',
      '/\\evil.example',
      '[::1]',
      'ſ',
      '。',
      '／',
      '＼',
    ],
  ),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const hostile = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));

test.each([
  ['/', '/'],
  ['/itineraries/1?view=map#day-2', '/itineraries/1?view=map#day-2'],
  ['/a/../b', '/b'],
  ['/search?q=%2F%2Fevil.example', '/search?q=%2F%2Fevil.example'],
])('Return path of %j is %j', (value, path) => expect(safeReturnPath(value, origin)).toBe(path));

test.each([
  ...[
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
  ],
  ...[
    '/%2e//evil.example',
    '/./\\evil.example',
    '/.\t//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil.example',
    '',
    ' /a',
    undefined,
    null,
    7,
    {},
    ['/a'],
  ],
])('Return path of %j is null', (value) => expect(safeReturnPath(value, origin)).toBeNull());

test('Return path of any text is null, or stays on the origin of the product and is its own return path', () => {
  const check = (value: string): void => {
    const path = safeReturnPath(value, origin);
    if (path === null) return;
    expect(new URL(path, `${origin}/auth/callback`).origin).toBe(origin);
    expect(path).toMatch(/^\/(?![/\\])/);
    expect(safeReturnPath(path, origin)).toBe(path);
    expect(returnPathOf({ redirectUrl: value }, origin)).toBe(path);
  };
  fc.assert(fc.property(hostile, check), { numRuns: 3_000 });
  fc.assert(
    fc.property(
      hostile.map((rest) => `/${rest}`),
      check,
    ),
    { numRuns: 10_000 },
  );
});

describe('Return path in the state of a sign-in', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  afterEach(() => log.mockClear());

  test('is a path of this product with its query', () => {
    expect(returnPathOf({ redirectUrl: '/profile?chatOpen=1#top' }, origin)).toBe('/profile?chatOpen=1#top');
    expect(log).not.toHaveBeenCalled();
  });

  test('is null without a state', () => {
    expect([undefined, null].map((state) => returnPathOf(state, origin))).toEqual([null, null]);
    expect(log).not.toHaveBeenCalled();
  });

  test.each(['{"redirectUrl"', 42, {}, []])('is null and logged for an invalid state: %j', (state) => {
    expect(returnPathOf(state, origin)).toBeNull();
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to parse auth state');
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'profile', 7])(
    'is null for the redirect URL %j',
    (redirectUrl) => {
      expect(returnPathOf({ redirectUrl }, origin)).toBeNull();
    },
  );
});
