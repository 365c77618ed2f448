import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { placeColumns, townAt } from '@waystory/infra/places/columns.ts';
import { countries } from '@waystory/infra/places/countries.ts';
import { namesOfTownCalled } from '@waystory/infra/places/towns.ts';
import { type Coordinates, coordinates, countryCode } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';

/** Categories of points of interest in the built-in world. */
export const categories = [
  ...['landmark', 'museum', 'park', 'viewpoint', 'market', 'religious', 'historic', 'neighbourhood', 'beach'],
  ...['garden', 'bridge', 'square', 'theatre', 'palace', 'nature', 'food', 'street'],
] as const;
export type Category = (typeof categories)[number];

/** A place of interest of the built-in world. */
export interface Point {
  /** `<city>/<place>`. */
  key: string;
  name: string;
  otherNames: readonly string[];
  category: Category;
  /** Description, one sentence. */
  about: string;
  /** Town of the address, which may lie outside the city. */
  town: string;
  coordinates: Coordinates;
}

/** A city whose places of interest are known. */
export interface City {
  slug: string;
  name: string;
  /** Names in other languages, and short names. */
  otherNames: readonly string[];
  countryCode: string;
  coordinates: Coordinates;
  /** Points, the best known first. */
  points: readonly Point[];
}

export interface Country {
  code: string;
  name: string;
  otherNames: readonly string[];
}

/** A town of at least 50,000 people, for the choice among towns of one name. */
export interface Town {
  name: string;
  countryCode: string;
  coordinates: Coordinates;
  population: number;
}

/** Places that the model knows; all other places need a lookup. */
export interface Atlas {
  cities: readonly City[];
  countries: readonly Country[];
  towns: readonly Town[];
}

export const cityOf = ({ cities }: Atlas, slug: string): City | undefined => cities.find((city) => city.slug === slug);
export const citiesIn = ({ cities }: Atlas, countryCode: string): City[] => cities.filter((city) => city.countryCode === countryCode);
export const countryName = ({ countries }: Atlas, code: string): string => countries.find((country) => country.code === code)?.name ?? code;

/** Fields that the model reads from a city file of the built-in world; a file may have more. */
const point = coordinates.shape;
const place = z.object({
  key: z.string(),
  name: z.string(),
  otherNames: z.array(z.string()).default([]),
  ...point,
  category: z.enum(categories),
  town: z.string().optional(),
  about: z.string(),
});
const written = z.object({ slug: z.string(), name: z.string(), countryCode, ...point, places: z.array(place) });

/** Short and alternative names of cities that the data lacks. */
const shortNames: Readonly<Record<string, readonly string[]>> = {
  'new-york': ['NYC', 'New York City', 'Manhattan', 'Big Apple'],
  'los-angeles': ['LA', 'L.A.'],
  'san-francisco': ['SF', 'San Fran', 'Frisco'],
  washington: ['Washington DC', 'Washington D.C.', 'DC'],
  'rio-de-janeiro': ['Rio'],
  'mexico-city': ['CDMX', 'Ciudad de México'],
  'new-orleans': ['NOLA'],
  delhi: ['New Delhi'],
  rome: ['Rom', 'Roma'],
  krakow: ['Cracow'],
  'cape-town': ['Capetown'],
  santiago: ['Santiago de Chile'],
  cartagena: ['Cartagena de Indias'],
  fez: ['Fes'],
  marrakesh: ['Marrakech'],
};

/**
 * The cities of the built-in world with their places of interest.
 * @param folder with one JSON file per city.
 * @throws Error naming the file that cannot be used.
 */
export async function loadAtlas(folder: URL): Promise<Atlas> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const [cities, towns] = await Promise.all([Promise.all(files.map((name) => readCity(new URL(name, folder)))), largeTowns()]);
  return { cities, towns, countries: countries.map(({ code, name, otherNames }) => ({ code, name, otherNames })) };
}

async function readCity(file: URL): Promise<City> {
  const parsed = written.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${fileURLToPath(file)}: ${z.prettifyError(parsed.error)}`);
  const { slug, name: cityName, countryCode: code, latitude, longitude, places } = parsed.data;
  return {
    slug,
    name: cityName,
    otherNames: [...namesOfTownCalled(cityName, code), ...(shortNames[slug] ?? [])],
    countryCode: code,
    coordinates: { latitude, longitude },
    points: places.map(({ key, latitude: lat, longitude: lng, town = cityName, ...rest }) => ({
      ...rest,
      key: `${slug}/${key}`,
      town,
      coordinates: { latitude: lat, longitude: lng },
    })),
  };
}

/** Minimum population of the towns in the atlas. */
const large = 50_000;

async function largeTowns(): Promise<Town[]> {
  const columns = await placeColumns();
  const rows = [...columns.population.keys()].filter((row) => row < columns.towns && (columns.population[row] ?? 0) >= large);
  return rows.map((row) => {
    const { name, countryCode: code, coordinates: at, population } = townAt(columns, row);
    return { name, countryCode: code, coordinates: at, population };
  });
}
