import type { Address, Coordinates } from '@waystory/proto/kit/field.ts';
import { nameColumns, namesInColumns, type PlaceColumns, placeColumns, type Town, townAt, townRowCount } from './columns.ts';
import { countryNames } from './countries.ts';
import { createNameSearch, type Match, type NameSearch } from './name-search.ts';
import { foundPlaceOfPoi, pointsOfInterest } from './points-of-interest.ts';
import type { FoundPlace, Places } from './port.ts';
import { regionOf } from './regions.ts';
import { nearestTown } from './towns.ts';

/** Largest distance from the centre of a town at which `nearest` returns the town to a point outside it, kilometres. */
const farthest = 50;

/** An entry of the gazetteer. */
type Entry = { kind: 'country'; code: string; centre: Coordinates } | { kind: 'town' | 'quarter'; town: Town };

/**
 * Places in memory: towns of GeoNames (CC BY 4.0), countries, and points of interest of some cities. The search needs no network and no key. Names
 * are English, or local where no English name exists.
 */
export function gazetteerPlaces(): Places {
  return {
    async search(query, { near, limit }) {
      const [search, columns, points] = await Promise.all([names(), placeColumns(), pointsOfInterest()]);
      const towns = search(query, { near, limit }).map(matched((row) => foundOf(entryAt(columns, row))));
      const pois = points.search(query, { near, limit }).map(matched(foundPlaceOfPoi));
      return [...towns, ...pois].sort((a, b) => b.relevance - a.relevance).slice(0, limit);
    },
    async retrieve(id) {
      const point = (await pointsOfInterest()).byId.get(id);
      if (point) return foundPlaceOfPoi(point);
      const columns = await placeColumns();
      const row = rowOf(columns, id);
      return row === null ? null : foundOf(entryAt(columns, row));
    },
    async nearest(coordinates) {
      const { kilometres, isInside, ...town } = await nearestTown(coordinates);
      return isInside || kilometres <= farthest ? foundOf({ kind: 'town', town }) : null;
    },
    async within(box, limit) {
      const points = await pointsOfInterest();
      return points.within(box).slice(0, limit).map(foundPlaceOfPoi);
    },
    async warm() {
      await Promise.all([names(), pointsOfInterest()]);
    },
  };
}

/** Coordinates of a country's most central town by country code (ISO 3166-1 alpha-2); undefined for an unknown code. */
export const countryCentre = async (code: string): Promise<Coordinates | undefined> =>
  (await placeColumns()).countries.find((country) => country.code === code)?.centre;

/** Converts matches to found places; `found` converts a single item. */
const matched =
  <T>(found: (item: T) => FoundPlace) =>
  ({ item, relevance, extent, slipped, weight }: Match<T>) => ({
    ...found(item),
    relevance: Math.round(relevance * 1_000) / 1_000,
    match: { extent, slipped, weight },
  });

const townId = /^geonames\.([1-9]\d{0,9})$/;
const countryId = /^country\.([A-Z]{2})$/;
const idOf = (entry: Entry): string => (entry.kind === 'country' ? `country.${entry.code}` : `geonames.${entry.town.id}`);

/** Row of a place id; null for an unknown id. Scanning all towns takes a fraction of a millisecond and needs no index in memory. */
function rowOf(columns: PlaceColumns, id: string): number | null {
  const [, code] = countryId.exec(id) ?? [];
  const country = columns.countries.findIndex((one) => one.code === code);
  if (country >= 0) return townRowCount(columns) + country;
  const number = townId.exec(id)?.[1];
  const row = number === undefined ? -1 : columns.id.indexOf(Number(number));
  return row < 0 ? null : row;
}

function entryAt(columns: PlaceColumns, row: number): Entry {
  const country = columns.countries[row - townRowCount(columns)];
  if (country) return { kind: 'country', ...country };
  return { kind: row < columns.towns ? 'town' : 'quarter', town: townAt(columns, row) };
}

let ready: Promise<NameSearch<number>> | undefined;
/** The search is loaded once per process; a failed load is repeated at the next request. */
const names = (): Promise<NameSearch<number>> => {
  ready ??= Promise.all([nameColumns(), placeColumns()]).then(
    ([columns, { sphere }]) => createNameSearch(namesInColumns(columns, sphere)),
    (error: unknown) => {
      ready = undefined;
      throw error;
    },
  );
  return ready;
};

function foundOf(entry: Entry): FoundPlace {
  const mapboxId = idOf(entry);
  switch (entry.kind) {
    case 'country':
      return { ...countryFound(entry.code, entry.centre), mapboxId };
    case 'town':
    case 'quarter':
      return { ...townFound(entry.town, entry.kind), mapboxId };
    default:
      return entry satisfies never;
  }
}

const plainFind = { relevance: null, match: null, poiCategories: [], maki: null, wikidataId: null };
const noAddress: Address = {
  ...{ addressLine1: null, addressLine2: null, city: null, state: null, postalCode: null, countryName: null, countryCode: null },
};

function countryFound(code: string, coordinates: Coordinates) {
  const name = countryNames.get(code) ?? code;
  const address = { ...noAddress, countryName: name, countryCode: code };
  return { ...plainFind, name, placeName: name, featureType: 'country', coordinates, address, placeFormatted: '' };
}

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

/** Joins name parts from small to large, without duplicates, because town and country of a city state have equal names. */
const inWords = (...parts: (string | null)[]): string => [...new Set(parts.filter((part) => part !== null))].join(', ');
