import type { Places } from '@waystory/infra/places/port.ts';

/** Places that are asked for the same thing once only: a suite asks for the same ones over and over. */
export function rememberingPlaces(places: Places): Places {
  const known = new Map<string, ReturnType<Places['search']>>();
  return {
    ...places,
    search(query, options) {
      const key = JSON.stringify([query, options]);
      const before = known.get(key) ?? places.search(query, options);
      known.set(key, before);
      return before;
    },
  };
}
