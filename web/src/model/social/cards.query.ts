import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { keys } from '../queries/keys.ts';

/** Largest number of ids per list request. */
const mostNamed = 100;
type Ids = readonly string[];

/** Items by id, in as many requests as needed. Unlisted items are in no list, so they are requested singly. Unavailable items are omitted. */
async function named<T extends { id: string }>(
  ids: Ids,
  list: (part: string[]) => Promise<readonly T[]>,
  one: (id: string) => Promise<T>,
): Promise<T[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / mostNamed) }, (_, part) => ids.slice(part * mostNamed, (part + 1) * mostNamed));
  const listed = (await Promise.all(parts.map(list))).flat();
  const known = new Set(listed.map(({ id }) => id));
  const others = await Promise.all(ids.filter((id) => !known.has(id)).map((id) => one(id).catch(() => null)));
  return [...listed, ...others.filter((other) => other !== null)];
}

/** Stories for cards. */
export const storyCards = (ids: Ids) =>
  queryOptions({
    queryKey: keys.itineraryLists.named(ids),
    queryFn: () =>
      named(
        ids,
        async (part) => (await api.listItineraryProjections({ query: { ids: part, limit: mostNamed } })).items,
        (id) => api.getItinerary({ params: { id }, query: {} }),
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** Stops for cards. */
export const stopCards = (ids: Ids) =>
  queryOptions({
    queryKey: keys.stopLists.named(ids),
    queryFn: () =>
      named(
        ids,
        async (part) => (await api.listStops({ query: { ids: part, limit: mostNamed } })).items,
        (id) => api.getStop({ params: { id } }),
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

/** Items in the order of `ids`, because answers have another order. */
export const inOrderOfIds = <T extends { id: string }>(ids: Ids, items: readonly T[] | undefined): readonly T[] | undefined =>
  items && ids.flatMap((id) => items.find((one) => one.id === id) ?? []);
