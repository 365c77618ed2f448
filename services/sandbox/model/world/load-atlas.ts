import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { placeColumns } from '@waystory/infra/places/columns.ts';
import { countries } from '@waystory/infra/places/countries.ts';
import { townAt } from '@waystory/infra/places/place-columns.ts';
import { namesOfTownCalled } from '@waystory/infra/places/town-names.ts';
import { coordinates, countryCode } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import { type Atlas, type City, categories, type Town } from './atlas.ts';

/** Files of the built-in world; of what is in them only this is asked for, so that they may say more. */
const folder = new URL('../../../world/data/v1/cities/', import.meta.url);
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

/** Names that no list of names has. */
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
 * @throws Error naming the file that cannot be used.
 */
export async function loadAtlas(): Promise<Atlas> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const [cities, towns] = await Promise.all([Promise.all(files.map(readCity)), largeTowns()]);
  return { cities, towns, countries: countries.map(({ code, name, otherNames }) => ({ code, name, otherNames })) };
}

async function readCity(name: string): Promise<City> {
  const file = new URL(name, folder);
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

/** People of a town that is told apart from its namesakes. */
const large = 50_000;

async function largeTowns(): Promise<Town[]> {
  const columns = await placeColumns();
  const rows = [...columns.population.keys()].filter((row) => row < columns.towns && (columns.population[row] ?? 0) >= large);
  return rows.map((row) => {
    const { name, countryCode: code, coordinates: at, population } = townAt(columns, row);
    return { name, countryCode: code, coordinates: at, population };
  });
}
