import { bytesOf, cacheRegistry } from '@waystory/infra/cache-registry.ts';
import { countries } from '@waystory/infra/places/countries.ts';
import { wordsOf } from '@waystory/infra/places/name-fit.ts';
import { createNameIndex, type NameIndex } from '@waystory/infra/places/name-index.ts';
import { createPointIndex, type PointIndex } from '@waystory/infra/places/point-index.ts';
import { namesOfTownCalled } from '@waystory/infra/places/towns.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';

/** Index of recorded places by name and by position. It holds ids only: places are read when they are found. */
export interface PlaceNames {
  put(place: Place): void;
  drop(id: string): void;
  search: NameIndex<string>['search'];
  within: PointIndex<string>['within'];
  size(): number;
}

/** Weight of a recorded place: its popularity is not counted yet. */
const weight = 0.5;

/** Words of town and country in all their languages, cached because thousands of places share them. */
const known = cacheRegistry.cache<string, readonly string[]>('surroundings', { sizeOf: bytesOf });

export function createPlaceNames(): PlaceNames {
  const index = createNameIndex<string>();
  const where = createPointIndex<string>();
  const surroundingsOf = ({ address: { city, state, countryName, countryCode } }: Place): readonly string[] => {
    const around = JSON.stringify([city, state, countryName, countryCode]);
    const before = known.get(around);
    if (before) return before;
    const names = [city, state, countryName, countryCode, ...otherNamesOf(city, countryCode)];
    const words = [...new Set(names.flatMap((name) => wordsOf(name ?? '')))];
    known.set(around, words);
    return words;
  };
  return {
    put: (place) => {
      const { id, name, otherNames, coordinates } = place;
      index.set(id, { name, otherNames, surroundings: surroundingsOf(place), coordinates, weight });
      where.set(id, coordinates);
    },
    drop: (id) => {
      index.delete(id);
      where.delete(id);
    },
    search: (query, options) => index.search(query, options),
    within: (box) => where.within(box),
    size: index.size,
  };
}

function otherNamesOf(city: string | null, countryCode: string | null): readonly string[] {
  if (countryCode === null) return [];
  const country = countries.find(({ code }) => code === countryCode);
  return [...(country?.otherNames ?? []), ...(city === null ? [] : namesOfTownCalled(city, countryCode))];
}
