import { allTowns, type Town } from '@waystory/infra/places/towns.ts';
import type { MapStop } from '@waystory/services/itineraries/stop-map/stop-rows.ts';
import { numbersFrom } from '../harness/seeded-numbers.ts';

const idOf = (letter: string, number: number): string => `${letter}0000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;

/** Every so many stops one is at a sight that others stop at, too. */
const perSight = 5;
const sightsOfATown = 20;

/**
 * Stops as people make them: itineraries of 4 to 17 stops around a town, towns by the number of their people, one stop in five at a sight of the town.
 * Handed out by the itinerary.
 */
export async function* generatedStories(stops: number): AsyncGenerator<MapStop[]> {
  const towns = await allTowns();
  const next = numbersFrom(42);
  const draw = townDrawer(towns, next);
  for (let story = 0, made = 0; made < stops; story++) {
    const length = Math.min(4 + Math.floor(next() * 14), stops - made);
    const { town, number } = draw();
    yield Array.from({ length }, (_, index) => stopIn(town, number, story, made + index, next));
    made += length;
  }
}

/** Draws towns; those with more people more often, but less so than they have more people. */
function townDrawer(towns: readonly Town[], next: () => number): () => { town: Town; number: number } {
  const upTo = new Float64Array(towns.length);
  let total = 0;
  for (const [number, { population }] of towns.entries()) {
    total += population ** 0.75;
    upTo[number] = total;
  }
  return () => {
    const drawn = next() * total;
    let [low, high] = [0, towns.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < drawn) low = middle + 1;
      else high = middle;
    }
    const town = towns[low];
    if (!town) throw new Error('There are no towns');
    return { town, number: low };
  };
}

function stopIn({ name, countryCode, coordinates, population }: Town, town: number, story: number, number: number, next: () => number): MapStop {
  const isSight = next() * perSight < 1;
  const place = isSight ? 1e9 + town * sightsOfATown + Math.floor(next() * sightsOfATown) : number;
  const around = isSight ? numbersFrom(place) : next;
  const spread = 0.02 + population ** 0.25 / 700;
  const normal = (): number => Math.sqrt(-2 * Math.log(around() + 1e-12)) * Math.cos(2 * Math.PI * around());
  const longitude = coordinates.longitude + normal() * spread;
  return {
    id: idOf('e', number),
    itineraryId: idOf('a', story),
    placeId: idOf('b', place),
    placeName: `${name} ${place}`,
    coordinates: {
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
      latitude: Math.max(-84, Math.min(84, coordinates.latitude + normal() * spread * 0.7)),
    },
    countryId: `country ${countryCode}`,
    countryCode,
  };
}
