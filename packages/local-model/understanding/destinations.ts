import { foldName } from '@waystory/infra/places/name-fit.ts';
import type { Atlas, Point } from '../world/atlas.ts';
import { plainText } from './plain-text.ts';
import { citiesByRegion, continents, countryAbbreviations, countryNicknames, statesAndProvinces } from './vocabulary.ts';

interface NamedPoint {
  point: Point;
  names: readonly string[];
}
const pointNames = new WeakMap<Atlas, readonly NamedPoint[]>();

/** Names of points that are ordinary words as well, and therefore match no text. */
const ordinaryPointNames: ReadonlySet<string> = new Set(
  'alfama,chinatown,old bridge,new square,rialto,old town,the bund,city park,central market,cathedral,old city,palace,square,capitol,the mall,opera'.split(
    ',',
  ),
);
const shortestPointName = 5;

function namesOf(atlas: Atlas): readonly NamedPoint[] {
  const before = pointNames.get(atlas);
  if (before) return before;
  const cityNames = new Set(atlas.cities.flatMap(({ name, otherNames }) => [name, ...otherNames].map(foldName)));
  const isTelling = (name: string): boolean => name.length >= shortestPointName && !ordinaryPointNames.has(name) && !cityNames.has(name);
  const points = atlas.cities.flatMap(({ points: all }) =>
    all.map((point) => ({ point, names: [...new Set([point.name, ...point.otherNames].map(nameWithoutArticle))].filter(isTelling) })),
  );
  pointNames.set(atlas, points);
  return points;
}

const nameWithoutArticle = (name: string): string => foldName(name.replace(/\(.*\)/, '')).replace(/^(the|el|la|le|il) /, '');

/** Points of the atlas named in a text, in order of mention. */
export const pointsNamedIn = (text: string, atlas: Atlas): Point[] => namedIn(text, atlas).map(({ point }) => point);

/** Removes the names of points from a text, because the British Museum is no request for museums. */
export function withoutPointNames(text: string, atlas: Atlas): string {
  return namedIn(text, atlas).reduce((rest, { name }) => rest.replace(new RegExp(name.replaceAll(' ', '[^\\p{L}\\p{N}]+'), 'iu'), ' , '), text);
}

function namedIn(text: string, atlas: Atlas): { point: Point; name: string }[] {
  const plain = ` ${foldName(text)} `;
  const hits = namesOf(atlas).flatMap(({ point, names }) => {
    const found = names.map((name) => ({ point, name, at: plain.indexOf(` ${name} `), length: name.length })).filter(({ at }) => at >= 0);
    return found.sort((a, b) => b.length - a.length).slice(0, 1);
  });
  const isInside = (hit: (typeof hits)[number]): boolean =>
    hits.some((other) => other !== hit && other.length > hit.length && other.at <= hit.at && hit.at + hit.length <= other.at + other.length);
  return hits.filter((hit) => !isInside(hit)).sort((a, b) => a.at - b.at);
}

/** Requested destination. */
export type Destination =
  | { kind: 'city'; slug: string }
  | { kind: 'country'; code: string }
  | { kind: 'region'; name: string; slugs: readonly string[] }
  | { kind: 'continent'; name: string }
  /** Name of a place that has to be looked up. */
  | { kind: 'elsewhere'; words: string };

/** A destination with its position in the text, as offsets in the `foldName` form. */
export interface Mention {
  destination: Destination;
  from: number;
  to: number;
}

interface Entry {
  name: string;
  destination: Destination;
}

const entriesByAtlas = new WeakMap<Atlas, readonly Entry[]>();
/** Minimum length of a destination name, characters, because shorter names are too often English words. */
const shortestDestination = 4;

/** Destination names of the atlas, longest first, so that "New York City" is not read as "New York" and a city. */
function namesIn(atlas: Atlas): readonly Entry[] {
  const before = entriesByAtlas.get(atlas);
  if (before) return before;
  const entries: Entry[] = [];
  const add = (names: readonly string[], destination: Destination): void => {
    for (const name of names) if (foldName(name).length >= shortestDestination) entries.push({ name: foldName(name), destination });
  };
  for (const city of atlas.cities) add([city.name, ...city.otherNames], { kind: 'city', slug: city.slug });
  for (const country of atlas.countries) add([country.name, ...country.otherNames], { kind: 'country', code: country.code });
  for (const [name, code] of Object.entries(countryNicknames)) entries.push({ name, destination: { kind: 'country', code } });
  for (const [name, slugs] of Object.entries(citiesByRegion)) entries.push({ name, destination: { kind: 'region', name, slugs } });
  for (const name of continents) entries.push({ name, destination: { kind: 'continent', name } });
  const isCity = ({ destination }: Entry): number => (destination.kind === 'city' ? 0 : 1);
  const sorted = entries.filter(({ name }) => !ordinaryDestinations.has(name)).sort((a, b) => b.name.length - a.name.length || isCity(a) - isCity(b));
  entriesByAtlas.set(atlas, sorted);
  return sorted;
}

/** Names of destinations that mostly are ordinary words, and therefore match no text. */
const ordinaryDestinations: ReadonlySet<string> = new Set([
  'nice',
  'reading',
  'split',
  'bath',
  'cork',
  'mobile',
  'male',
  'most',
  'parma',
  'rome s',
  'chad',
]);

/** Accepts a fixed list of short city names, because the atlas also has short names in other languages. */
const isShortName = (name: string): boolean => ['NYC', 'LA', 'L.A.', 'SF', 'DC', 'Rio', 'CDMX', 'NOLA', 'Fes', 'Fez', 'Rom'].includes(name);

/** Mentions of short names, which match in their exact spelling only: `LA`, `NYC`, `UK`. */
function capitalsIn(text: string, atlas: Atlas): Mention[] {
  const short = atlas.cities.flatMap(({ slug, otherNames }) =>
    otherNames
      .filter((name) => /^[A-Z][A-Za-z.]{1,3}$/.test(name) && isShortName(name))
      .map((name) => ({ name, destination: { kind: 'city', slug } as const })),
  );
  const countries = Object.entries(countryAbbreviations).map(([name, code]) => ({ name, destination: { kind: 'country', code } as const }));
  return [...short, ...countries].flatMap(({ name, destination }) => {
    const at = text.search(new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`));
    if (at < 0) return [];
    const from = foldName(text.slice(0, at)).length + (at > 0 ? 1 : 0);
    return [{ destination, from, to: from + foldName(name).length }];
  });
}

/** Destinations of the atlas that a text mentions, in order of mention. */
export function mentionsIn(text: string, atlas: Atlas): Mention[] {
  const plain = ` ${foldName(text)} `;
  const mentions: Mention[] = capitalsIn(text, atlas);
  const overlaps = (from: number, to: number): boolean => mentions.some((one) => from < one.to && one.from < to);
  for (const { name, destination } of namesIn(atlas))
    for (let at = plain.indexOf(` ${name} `); at >= 0; at = plain.indexOf(` ${name} `, at + 1))
      if (!overlaps(at, at + name.length)) mentions.push({ destination, from: at, to: at + name.length });
  return qualified(
    mentions.sort((a, b) => a.from - b.from),
    foldName(text),
    atlas,
  );
}

/** Merges a city with a country or division behind it: `Lisbon, Portugal` is one destination, and `Paris, Texas` is not Paris in France. */
function qualified(mentions: readonly Mention[], plain: string, atlas: Atlas): Mention[] {
  const said: Mention[] = [];
  for (let index = 0; index < mentions.length; index++) {
    const mention = mentions[index];
    if (!mention) continue;
    const next = mentions[index + 1];
    const isNext = next !== undefined && /^ (in )?$/.test(plain.slice(mention.to, next.from));
    if (mention.destination.kind !== 'city') {
      said.push(mention);
      continue;
    }
    const code = atlas.cities.find(({ slug }) => slug === (mention.destination.kind === 'city' ? mention.destination.slug : ''))?.countryCode;
    const words = plain.slice(mention.from, mention.to);
    const division = divisionAfter(plain.slice(mention.to));
    if (isNext && next.destination.kind === 'country') {
      const isSame = next.destination.code === code;
      said.push(
        isSame ? { ...mention, to: next.to } : { destination: elsewhere(plain.slice(mention.from, next.to)), from: mention.from, to: next.to },
      );
      index++;
    } else if (division && !(code === 'US' && isOwnDivision(words, division))) {
      const to = mention.to + division.length + 1;
      said.push({ destination: elsewhere(`${words}, ${division}`), from: mention.from, to });
      while (mentions[index + 1] && (mentions[index + 1]?.from ?? 0) < to) index++;
    } else said.push(mention);
  }
  return said;
}

const elsewhere = (words: string): Destination => ({ kind: 'elsewhere', words: capitalizeWords(words) });
export const capitalizeWords = (words: string): string =>
  words.replace(/(^|[\s,'-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

function divisionAfter(rest: string): string | null {
  const words = rest.trim().split(' ');
  return [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => statesAndProvinces.has(name)) ?? null;
}

const ownDivisions: Readonly<Record<string, string>> = {
  ...{ 'new york': 'new york', 'new orleans': 'louisiana', boston: 'massachusetts', chicago: 'illinois' },
  ...{ 'san francisco': 'california', 'los angeles': 'california' },
};
const isOwnDivision = (city: string, division: string): boolean => ownDivisions[city] === division;

const before = '(?:in|to|at|around|visit|visiting|explore|exploring|see|seeing|through|near|trip to|about|for|of)';
const properName = new RegExp(
  `\\b${before} ((?:the )?\\p{Lu}[\\p{L}'’.-]+(?:[ -](?:(?:de|del|la|le|di|da|do|of|the|am|an|der|sur) )?\\p{Lu}[\\p{L}'’.-]+){0,3}(?:, ?\\p{Lu}[\\p{L}]+(?: \\p{Lu}\\p{L}+)?)?)`,
  'gu',
);
const lowerName = /\b(?:in|to|visit|visiting|explore|around) (?!the |a |an |my |our )([\p{L}'-]{3,}(?: [\p{L}'-]{3,})?)/gu;
const ends =
  /\b(with|for|and|from|on|by|this|next|in|days?|weeks?|weekend|nights?|please|but|without|where|during|over|including|focusing|as|at|starting|who|that|which|together|alone|solo|via|then)\b.*$/;
const noPlace =
  /^(nice|great|perfect|thanks|ok|okay|yes|cool|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|day \d*|i|we|me|my|town|there|here|total|general|advance|order|mind|love|english|it|one|two|three|a week|see|eat|go|do|be|visit|explore|museums?|churches|food|nature|old|good|great|somewhere|anywhere|everything|city|cities|plan|relax|enjoy|spend|walk|family|friends|couples|kids|christmas|easter|art|history|views?|sunsets?|markets|slow|noon|night|late|early|morning|afternoon|evening)\b/i;

/** Pattern of a text that begins with a place name: "lisbn for two days". */
const opening = /^((?:[\p{L}'-]{3,})(?: [\p{L}'-]{4,})?)(?=,| for | \d| (?:long )?weekend| trip| (?:a|one|two|three|four|five) )/u;
const noOpening =
  /^(day|days|the|and|can|how|our|too|its|for|get|let|see|put|any|all|but|not|you|why|who|use|try|cut|now|yes|well|also|then|still|plan|make|give|show|find|take|want|need|would|could|please|create|design|organi[sz]e|suggest|recommend|help|build|spend|spending|going|travel\w*|trip|long|short|slow|relaxed|quick|romantic|family|city|solo|cheap|luxury|what|which|where|when|that|this|with|some|something|just|only|maybe|actually|hello|thanks|good|great|perfect|next|looking|visiting|we'd|i'd|let's|we're|honeymoon|weekend|add|move|swap|remove)\b/;

/** Place names in a text that the atlas lacks. */
export function unknownPlacesIn(text: string, mentions: readonly Mention[]): Destination[] {
  const plain = foldName(text);
  const isKnown = (words: string): boolean => {
    const at = ` ${plain} `.indexOf(` ${foldName(words)} `);
    return mentions.some(({ from, to }) => at < to && from < at + foldName(words).length);
  };
  const proper = [...text.matchAll(properName)].map(([, words = '']) => words.replace(/^the /, '').replace(/[.,]$/, ''));
  const loose = proper.length > 0 ? [] : [...text.toLowerCase().matchAll(lowerName)].map(([, words = '']) => words.replace(ends, '').trim());
  const [, first = ''] = proper.length > 0 || loose.length > 0 ? [] : (opening.exec(plainText(text)) ?? []);
  const words = [...proper, ...loose, ...(noOpening.test(first) ? [] : [first])].filter(
    (one) => one.length >= 3 && !noPlace.test(one) && !isKnown(one),
  );
  return [...new Set(words)].map((one) => ({ kind: 'elsewhere', words: capitalizeWords(one) }));
}
