import { bytesOf, callerMemory } from '@waystory/infra/caller-memory.ts';
import { createNameIndex, type NameIndex } from '@waystory/infra/places/name-index.ts';
import { wordsOf } from '@waystory/infra/places/name-words.ts';
import type { Place } from '@waystory/proto/itineraries/place.ts';

/** Recorded places by their names: ids alone, the places themselves are read when they are found. */
export interface PlaceNames {
  put(place: Place): void;
  drop(id: string): void;
  search: NameIndex<string>['search'];
  size(): number;
}

/** How much a recorded place is talked of; nobody has counted yet. */
const weight = 0.5;

export function createPlaceNames(): PlaceNames {
  const index = createNameIndex<string>();
  const known = callerMemory.cache<string, readonly string[]>('surroundings', { sizeOf: bytesOf });
  /** Words of the town and country; thousands of places have the same. */
  const surroundingsOf = ({ address: { city, state, countryName, countryCode } }: Place): readonly string[] => {
    const around = [city, state, countryName, countryCode].filter((part) => part !== null).join(' ');
    const words = known.get(around) ?? [...new Set(wordsOf(around))];
    known.set(around, words);
    return words;
  };
  return {
    put: (place) => index.set(place.id, { name: place.name, surroundings: surroundingsOf(place), coordinates: place.coordinates, weight }),
    drop: (id) => index.delete(id),
    search: (query, options) => index.search(query, options),
    size: index.size,
  };
}
