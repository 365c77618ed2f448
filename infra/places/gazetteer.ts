import { setImmediate as breath } from 'node:timers/promises';
import { onUnitSphere } from '@waystory/proto/kit/distance.ts';
import type { Address, Coordinates } from '@waystory/proto/kit/field.ts';
import { type Country, countries, countryNames, namesAbroad } from './countries.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import { wordsOf } from './name-words.ts';
import { otherNames } from './other-names.ts';
import type { FoundPlace, Places } from './port.ts';
import { regionCodeOf, regionOf } from './regions.ts';
import { namesOfTown } from './town-names.ts';
import { allTowns, nearestTown, type Town } from './towns.ts';

/** Farther than this from its edge a town does not tell where a point is, kilometres. */
const farthest = 50;
/** Towns that are indexed before other work of the process gets its turn. */
const slice = 1_000;
/** A town of so many people or more weighs 1, of so few or less nothing. */
const mostPeople = 25_000_000;
const fewestPeople = 500;
/** A quarter is asked for less often than a town of as many people. */
const quarterWeight = 0.8;

/** What the gazetteer knows. */
type Entry = { kind: 'country'; country: Country; centre: Coordinates } | { kind: 'town' | 'quarter'; town: Town };

/** Towns of GeoNames (CC BY 4.0) and countries, in memory: works without a network and without a key. Names are English, or local where there is no English one. */
export function gazetteerPlaces(): Places {
  return {
    async search(query, { near, limit }) {
      const matches = (await index()).search(query, { near, limit });
      return matches.map(({ item, relevance, extent, slipped, weight }) => ({
        ...foundOf(item),
        relevance: Math.round(relevance * 1_000) / 1_000,
        match: { extent, slipped, weight },
      }));
    },
    async retrieve(id) {
      const entry = await entryOf(id);
      return entry && foundOf(entry);
    },
    async nearest(coordinates) {
      const { kilometres, isInside, ...town } = await nearestTown(coordinates);
      return isInside || kilometres <= farthest ? foundOf({ kind: 'town', town }) : null;
    },
    async warm() {
      // The first search puts the words in order.
      (await index()).search('warm', { limit: 1 });
    },
  };
}

const townId = /^geonames\.([1-9]\d{0,9})$/;
const countryId = /^country\.([A-Z]{2})$/;
const idOf = (entry: Entry): string => (entry.kind === 'country' ? `country.${entry.country.code}` : `geonames.${entry.town.id}`);

/** By a look at every town, which takes about a millisecond and no memory. */
async function entryOf(id: string): Promise<Entry | null> {
  const [, code] = countryId.exec(id) ?? [];
  const { towns, quarters } = await allTowns();
  const country = countries.find((one) => one.code === code);
  const centre = country && centreOf(towns.filter(({ countryCode }) => countryCode === code));
  if (country && centre) return { kind: 'country', country, centre };
  const number = Number(townId.exec(id)?.[1]);
  const isIt = (town: Town): boolean => town.id === number;
  const [town, quarter] = [towns.find(isIt), quarters.find(isIt)];
  if (town) return { kind: 'town', town };
  return quarter ? { kind: 'quarter', town: quarter } : null;
}

let made: Promise<NameIndex<Entry>> | undefined;
/** One for the whole process: it takes about 140 MB. */
const index = (): Promise<NameIndex<Entry>> => {
  made ??= indexAll();
  return made;
};

async function indexAll(): Promise<NameIndex<Entry>> {
  const all = createNameIndex<Entry>();
  const { towns, quarters } = await allTowns();
  await breath();
  const surroundings = surroundingsOf();
  let added = 0;
  // The largest first: then the lists of the heaviest are complete early.
  for (const [kind, places] of [
    ['town', towns],
    ['quarter', quarters],
  ] as const)
    for (const town of places.toSorted((a, b) => b.population - a.population)) {
      const weight = weightOf(town.population) * (kind === 'quarter' ? quarterWeight : 1);
      const { name, countryCode, coordinates } = town;
      const names = { name, otherNames: otherNames[countryCode]?.[name], namesAbroad: namesOfTown(town) };
      all.set({ kind, town }, { ...names, surroundings: surroundings(town), coordinates, weight });
      if (++added % slice === 0) await breath();
    }
  await breath();
  const byCountry = Map.groupBy(towns, ({ countryCode }) => countryCode);
  for (const country of countries) {
    const own = byCountry.get(country.code) ?? [];
    const centre = centreOf(own);
    const weight = weightOf(own.reduce((people, { population }) => people + population, 0));
    const names = { ...country, namesAbroad: namesAbroad(country.code) };
    if (centre) all.set({ kind: 'country', country, centre }, { ...names, surroundings: [], coordinates: centre, weight });
  }
  return all;
}

/** Twice as many people, so much more weight. */
const weightOf = (people: number): number =>
  Math.min(1, Math.max(0, Math.log(Math.max(people, 1) / fewestPeople) / Math.log(mostPeople / fewestPeople)));

/** Words of country and state per state; thousands of towns have the same. */
function surroundingsOf(): (town: Town) => readonly string[] {
  const byCode = new Map(countries.map(({ code, name, otherNames: others }) => [code, [code, name, ...others].flatMap(wordsOf)]));
  const known = new Map<string, readonly string[]>();
  return (town) => {
    const key = `${town.countryCode}.${regionOf(town) ? town.adminCode : ''}`;
    const words = known.get(key) ?? [
      ...new Set([...(byCode.get(town.countryCode) ?? []), ...[regionOf(town), regionCodeOf(town)].flatMap((name) => wordsOf(name ?? ''))]),
    ];
    known.set(key, words);
    return words;
  };
}

/** The town in the middle of all towns of a country: on land, and well inside even where the country lies on both sides of the antimeridian. */
function centreOf(towns: readonly Town[]): Coordinates | null {
  const points = towns.map(({ coordinates }) => onUnitSphere(coordinates));
  const middle = [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length);
  const distances = points.map((point) => Math.hypot(...point.map((value, axis) => value - (middle[axis] ?? 0))));
  // Not by spreading them into Math.min: there are countries with 20,000 towns.
  const nearest = distances.reduce((best, distance, at) => (distance < (distances[best] ?? 0) ? at : best), 0);
  return towns[nearest]?.coordinates ?? null;
}

function foundOf(entry: Entry): FoundPlace {
  const mapboxId = idOf(entry);
  switch (entry.kind) {
    case 'country':
      return { ...countryFound(entry.country, entry.centre), mapboxId };
    case 'town':
    case 'quarter':
      return { ...townFound(entry.town, entry.kind), mapboxId };
    default:
      return entry satisfies never;
  }
}

const plainFind = { relevance: null, match: null, poiCategories: [], maki: null };
const noAddress: Address = {
  ...{ addressLine1: null, addressLine2: null, city: null, state: null, postalCode: null, countryName: null, countryCode: null },
};

const countryFound = ({ code, name }: Country, coordinates: Coordinates) => ({
  ...plainFind,
  name,
  placeName: name,
  featureType: 'country',
  coordinates,
  address: { ...noAddress, countryName: name, countryCode: code },
  placeFormatted: '',
});

function townFound(town: Town, kind: 'town' | 'quarter') {
  const { name, countryCode, coordinates, population } = town;
  const countryName = countryNames.get(countryCode) ?? null;
  const state = regionOf(town);
  return {
    ...plainFind,
    name,
    placeName: inWords(name, state, countryName),
    featureType: kind === 'town' ? 'place' : 'neighborhood',
    coordinates,
    address: { ...noAddress, city: kind === 'town' ? name : null, state, countryName, countryCode },
    placeFormatted: inWords(state, countryName),
    maki: iconOf(population),
  };
}

/** Icons of the Maki set. */
const iconOf = (people: number): string => (people >= 100_000 ? 'city' : people >= 5_000 ? 'town' : 'village');

/** Parts from small to large; a town that is its own country is named once. */
const inWords = (...parts: (string | null)[]): string => [...new Set(parts.filter((part) => part !== null))].join(', ');
