import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accountFields } from '@waystory/proto/accounts/account.ts';
import { coordinates, countryCode, line } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';

/** Edition of the seed data. A seeded product is not seeded again with another edition. */
export const seedEdition = 'v1';
export const dataFolder = join(import.meta.dirname, 'data', seedEdition);

const key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be kebab-case');
const point = coordinates.shape;
const sentence = (min: number, max: number) => line(max).min(min, `At least ${min} characters`);

export const placeCategories = [
  ...['landmark', 'museum', 'park', 'viewpoint', 'market', 'religious', 'historic', 'neighbourhood', 'beach'],
  ...['garden', 'bridge', 'square', 'theatre', 'palace', 'nature', 'food', 'street'],
] as const;

const placeOfInterest = z.strictObject({
  key,
  name: line(200),
  /** Alternative names: in English, in the local language and in common use. */
  otherNames: z.array(line(200)).min(1).optional(),
  ...point,
  category: z.enum(placeCategories),
  addressLine1: line(200).optional(),
  postalCode: line(20).optional(),
  state: line(120).optional(),
  /** Town of the address, if the place is outside its city. */
  town: line(120).optional(),
  /** Country of the place, if it differs from the city's. */
  countryCode: countryCode.optional(),
  about: sentence(60, 160),
});
export type PlaceOfInterest = z.output<typeof placeOfInterest>;

export const city = z.strictObject({ slug: key, name: line(120), countryCode, ...point, places: z.array(placeOfInterest).min(10) });
export type City = z.output<typeof city>;

const stop = z.strictObject({
  place: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'Must be <city>/<place>'),
  highlight: line(120),
  description: sentence(40, 160),
  durationMinutes: z.int().min(5).max(720),
});

const day = z.strictObject({ title: line(120), description: line(300), stops: z.array(stop).min(2).max(5) });
export type PlannedDay = z.output<typeof day>;

export const itinerary = z.strictObject({
  key,
  author: accountFields.userName.unwrap(),
  /** First day of a seasonal story. */
  firstDate: z.iso.date().optional(),
  title: line(80),
  shortDescription: line(140),
  highlights: z.array(line(80)).min(1).max(12),
  description: line(1_000),
  days: z.array(day).min(2).max(10),
});
export type PlannedItinerary = z.output<typeof itinerary>;

/** All seed data except countries. */
export interface World {
  cities: City[];
  itineraries: PlannedItinerary[];
}

/**
 * Loads and validates the seed data.
 * @throws Error with file and reason.
 */
export async function loadWorld(folder = dataFolder): Promise<World> {
  const [cities, itineraries] = await Promise.all([readAll(join(folder, 'cities'), city), readAll(join(folder, 'itineraries'), z.array(itinerary))]);
  return { cities, itineraries: interleave(itineraries) };
}

/** Interleaves lists, so that consecutive writes concern different cities. */
function interleave<T>(lists: readonly T[][]): T[] {
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1))).flat();
}

async function readAll<S extends z.ZodType>(folder: string, schema: S): Promise<z.output<S>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(files.map(async (file) => readOne(join(folder, file), schema)));
}

async function readOne<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Country of a place, ISO 3166-1 alpha-2. */
export const countryOf = (city: City, place: PlaceOfInterest): string => place.countryCode ?? city.countryCode;

/** Distinct user names of all authors. */
export const authorsOf = ({ itineraries }: World): string[] => [...new Set(itineraries.map(({ author }) => author))].sort();

/** Places with their city, by the key `<city>/<place>`. */
export const placesOf = ({ cities }: World): Map<string, { city: City; place: PlaceOfInterest }> =>
  new Map(cities.flatMap((city) => city.places.map((place) => [`${city.slug}/${place.key}`, { city, place }] as const)));
