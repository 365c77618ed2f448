import { earthRadius, kilometresBetween, onUnitSphere } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { placeColumns } from './columns.ts';
import { comparable } from './name-words.ts';
import { type PlaceColumns, type Town, townAt } from './place-columns.ts';

export type { Town } from './place-columns.ts';

const largestFirst = (a: Town, b: Town): number => b.population - a.population;

const townsIn = (columns: PlaceColumns): Town[] => Array.from({ length: columns.towns }, (_, row) => townAt(columns, row));

/** Every town of the gazetteer as an object, in no order; takes some 40 MB. */
export async function allTowns(): Promise<Town[]> {
  return townsIn(await placeColumns());
}

/**
 * The town around a point, or the one with the nearest edge; `kilometres` is the distance from its centre. Scanning all towns takes about a
 * millisecond. A town counts as a circle sized by its population, so that villages at its border do not take its points.
 */
export async function nearestTown(coordinates: Coordinates): Promise<Town & { kilometres: number; isInside: boolean }> {
  const columns = await placeColumns();
  const { towns, sphere, radius: radii } = columns;
  const [x, y, z] = onUnitSphere(coordinates);
  let nearest = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let row = 0; row < towns; row++) {
    const at = row * 3;
    const radius = radii[row] ?? 0;
    const kilometres = earthRadius * Math.hypot(x - (sphere[at] ?? 0), y - (sphere[at + 1] ?? 0), z - (sphere[at + 2] ?? 0));
    // Inside: negative, lower towards the centre in proportion to the radius. Outside: distance from the edge.
    const distance = kilometres <= radius ? kilometres / radius - 1 : kilometres - radius;
    if (distance < best) {
      best = distance;
      nearest = row;
    }
  }
  const town = townAt(columns, nearest);
  return { ...town, kilometres: kilometresBetween(coordinates, town.coordinates), isInside: best <= 0 };
}

let namesakes: Map<string, Town[]> | undefined;

/**
 * Towns of exactly this name, largest first; case, accents and punctuation are ignored. The first call builds a table of 60 MB.
 * @param countryCode ISO 3166-1 alpha-2; every country when left out.
 */
export async function townsByName(name: string, countryCode?: string): Promise<Town[]> {
  namesakes ??= Map.groupBy((await allTowns()).sort(largestFirst), (town) => comparable(town.name));
  return (namesakes.get(comparable(name)) ?? []).filter((town) => countryCode === undefined || town.countryCode === countryCode);
}

/** Towns of a country within this distance of a point, largest first. */
export async function townsAround(coordinates: Coordinates, kilometres: number, countryCode: string): Promise<Town[]> {
  return (await allTowns())
    .filter((town) => town.countryCode === countryCode && kilometresBetween(coordinates, town.coordinates) <= kilometres)
    .sort(largestFirst);
}
