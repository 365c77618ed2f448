import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };

countries.registerLocale(english);

/** What the list says in a way that nobody does: as an abbreviation, inverted, or the same twice. */
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

/** Every country of ISO 3166-1 and Kosovo under its usual English name, by code. */
export const countryNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...countries.getNames('en', { select: 'alias' }), ...better }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
