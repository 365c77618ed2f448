import isoCountries from 'i18n-iso-countries/index.js';
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };

/** spec 1: languages of the product. */
const languages = [english, german, french];
for (const language of languages) isoCountries.registerLocale(language);

/** Corrections of the package's names that are abbreviated, inverted or doubled. */
const better: Readonly<Record<string, string>> = {
  AE: 'United Arab Emirates',
  AX: 'Åland Islands',
  BN: 'Brunei',
  BQ: 'Caribbean Netherlands',
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GB: 'United Kingdom',
  GM: 'Gambia',
  KR: 'South Korea',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  NL: 'Netherlands',
  RE: 'Réunion',
  ST: 'São Tomé and Príncipe',
  SX: 'Sint Maarten',
  SY: 'Syria',
  TR: 'Türkiye',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'United States Virgin Islands',
};

/** Usual English name of every country of ISO 3166-1, and of Kosovo, by code. */
export const countryNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...isoCountries.getNames('en', { select: 'alias' }), ...better }).sort(([a], [b]) => (a < b ? -1 : 1)),
);

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** Usual English name. */
  name: string;
  /** Official and short names, and names in the other languages of the product. */
  otherNames: readonly string[];
}

export const countries: readonly Country[] = [...countryNames].map(([code, name]) => {
  const names = languages.flatMap(({ locale }) => isoCountries.getName(code, locale, { select: 'all' }) ?? []);
  return { code, name, otherNames: [...new Set(names)].filter((other) => other !== name) };
});

/** Languages in which countries are also found: the most spoken languages, and at least one per script. */
const spoken = 'es pt it nl sv pl cs hu ro tr vi id el ru uk he ar fa hi bn ta th ka hy ja ko zh-Hans zh-Hant'.split(' ');
const displays: Intl.DisplayNames[] = [];

/** Names of a country in the `spoken` languages, from the locale data of Node.js. */
export function foreignCountryNames(code: string): string[] {
  if (displays.length === 0) displays.push(...spoken.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })));
  return [...new Set(displays.flatMap((display) => display.of(code) ?? []))];
}

/** Name of a country in its most spoken language; empty when unknown. */
export function countryEndonym(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code) ?? '';
}
