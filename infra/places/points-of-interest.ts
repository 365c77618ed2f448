import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Coordinates, countryCode } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import { memoizeSuccess } from '../waiting.ts';
import { countries, countryEndonym, countryNames } from './countries.ts';
import { wordsOf } from './name-fit.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import { createPointIndex, type PointIndex } from './point-index.ts';
import type { FoundPlace } from './port.ts';
import { namesOfTownCalled } from './towns.ts';

/** Icon of each category in the Maki set. */
export const poiIcons = {
  airport: 'airport',
  beach: 'beach',
  bridge: 'bridge',
  food: 'restaurant',
  garden: 'garden',
  harbour: 'harbor',
  historic: 'historic',
  landmark: 'landmark',
  library: 'library',
  market: 'shop',
  museum: 'museum',
  nature: 'natural',
  neighbourhood: 'town',
  palace: 'castle',
  park: 'park',
  religious: 'place-of-worship',
  square: 'attraction',
  stadium: 'stadium',
  station: 'rail',
  street: 'road',
  theatre: 'theatre',
  university: 'college',
  viewpoint: 'viewpoint',
  zoo: 'zoo',
} as const;
export type PoiCategory = keyof typeof poiIcons;
const categories = Object.keys(poiIcons) as PoiCategory[]; // as: the keys of the object above

/** A built-in point of interest of a city. */
export interface PointOfInterest {
  /** Permanent id `poi.<city>.<key>`. */
  id: string;
  name: string;
  otherNames: readonly string[];
  category: PoiCategory;
  coordinates: Coordinates;
  city: CityOfPoints;
}

export interface CityOfPoints {
  slug: string;
  name: string;
  /** Null in countries whose addresses omit the state. */
  state: string | null;
  countryCode: string;
  coordinates: Coordinates;
}

/** Points of interest by id, by name and by position. */
export interface PointsOfInterest {
  byId: ReadonlyMap<string, PointOfInterest>;
  search: NameIndex<PointOfInterest>['search'];
  within: PointIndex<PointOfInterest>['within'];
}

const folder = join(import.meta.dirname, 'points-of-interest');
const degrees = (most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}\.\d{3,6}$/)
    .transform(Number)
    .pipe(z.number().min(-most).max(most));
const at = [degrees(90), degrees(180)] as const;
const text = z.string().trim().min(1).max(200);
const cityRow = z.tuple([text, z.string(), countryCode, ...at]);
const pointRow = z.tuple([z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), text, z.string(), z.enum(categories), ...at]);

/** Weight of every point, because no figures of prominence exist: that of a town with some ten thousand inhabitants. */
const weight = 0.3;

/** Points of interest, loaded once per process from one file per city in `points-of-interest/`. */
export const pointsOfInterest = memoizeSuccess(loadAll);

async function loadAll(): Promise<PointsOfInterest> {
  const files = (await readdir(folder)).sort();
  const points = (
    await Promise.all(files.map(async (file) => pointsIn(file.replace(/\.tsv$/, ''), await readFile(join(folder, file), 'utf8'))))
  ).flat();
  const index = createNameIndex<PointOfInterest>();
  const where = createPointIndex<PointOfInterest>();
  const surroundings = new Map<CityOfPoints, readonly string[]>();
  for (const point of points) {
    const around = surroundings.get(point.city) ?? surroundingsOf(point.city);
    surroundings.set(point.city, around);
    index.set(point, { ...point, surroundings: around, weight });
    where.set(point, point.coordinates);
  }
  return { byId: new Map(points.map((point) => [point.id, point])), search: index.search, within: where.within };
}

/**
 * Parses the points of a city. The first line is the city (name, state, country, latitude, longitude). Each other line is a point: key, name,
 * alternative names separated by bars, category, latitude, longitude. Tabs separate columns.
 * @throws Error with file, line and reason for an invalid line.
 */
function pointsIn(slug: string, content: string): PointOfInterest[] {
  const [first = '', ...lines] = content.trimEnd().split('\n');
  const [name, state, code, ...centre] = parsed(cityRow, first, `${slug}:1`);
  const city = { slug, name, state: state || null, countryCode: code, coordinates: pointAt(centre) };
  return lines.map((line, at) => {
    const [key, pointName, others, category, ...degreesOf] = parsed(pointRow, line, `${slug}:${at + 2}`);
    const otherNames = others === '' ? [] : others.split('|');
    return { id: `poi.${slug}.${key}`, name: pointName, otherNames, category, coordinates: pointAt(degreesOf), city };
  });
}

const pointAt = ([latitude, longitude]: readonly [number, number]): Coordinates => ({ latitude, longitude });

function parsed<T>(row: z.ZodType<T>, line: string, where: string): T {
  const { data, error } = row.safeParse(line.split('\t'));
  if (error) throw new Error(`${where}: ${z.prettifyError(error)}`);
  return data as T; // as: the data of this row
}

/** Words of city, state and country; of the city in all known languages. */
function surroundingsOf({ name, state, countryCode: code }: CityOfPoints): readonly string[] {
  const country = countries.find((one) => one.code === code);
  const names = [
    name,
    state ?? '',
    code,
    country?.name ?? '',
    ...(country?.otherNames ?? []),
    countryEndonym(code),
    ...namesOfTownCalled(name, code),
  ];
  return [...new Set(names.flatMap(wordsOf))];
}

/** Converts a point to a provider's result. */
export function foundPlaceOfPoi({ id, name, category, coordinates, city }: PointOfInterest): FoundPlace {
  const countryName = countryNames.get(city.countryCode) ?? null;
  const placeFormatted = [...new Set([city.name, city.state, countryName].filter((part) => part !== null))].join(', ');
  return {
    name,
    placeName: `${name}, ${placeFormatted}`,
    featureType: 'poi',
    coordinates,
    address: {
      ...{ addressLine1: null, addressLine2: null, postalCode: null, city: city.name, state: city.state },
      ...{ countryName, countryCode: city.countryCode },
    },
    placeFormatted,
    relevance: null,
    match: null,
    mapboxId: id,
    poiCategories: [category],
    maki: poiIcons[category],
    wikidataId: null,
  };
}
