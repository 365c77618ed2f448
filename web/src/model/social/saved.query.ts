import { queryOptions } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { readPagesUpTo } from '../queries/all-pages.ts';
import { keys } from '../queries/keys.ts';

/** Kinds of items that can be saved. */
export type Savable = 'itinerary' | 'stop';

const pageSize = 100;
/** Maximum number of saved items of a kind in the list. */
const mostSaved = 2_000;
const fresh = 60_000;

/** Reads the ids of saved items by kind, up to `mostSaved`. */
const idsOf: Readonly<Record<Savable, () => Promise<string[]>>> = {
  itinerary: async () => {
    const saves = await readPagesUpTo(mostSaved, (after) => api.listSavedItineraries({ query: { ...after, limit: pageSize } }));
    return saves.map(({ itineraryId }) => itineraryId);
  },
  stop: async () => {
    const saves = await readPagesUpTo(mostSaved, (after) => api.listSavedStops({ query: { ...after, limit: pageSize } }));
    return saves.map(({ stopId }) => stopId);
  },
};

/** Ids of the saved items of a kind, newest first, up to `mostSaved`; requires a sign-in. */
export const savedIds = (kind: Savable) =>
  queryOptions({
    queryKey: keys.saved(kind),
    queryFn: (): Promise<readonly string[]> => idsOf[kind](),
    staleTime: fresh,
  });

/** Ignores the error for a bookmark that another tab has removed. */
function ignoreNotFound(error: unknown): void {
  if (problemCode(error) !== 'save/unknown') throw error;
}

export async function sendSaved(kind: Savable, id: string, isSaved: boolean): Promise<void> {
  if (kind === 'itinerary')
    await (isSaved ? api.saveItinerary({ body: { itineraryId: id } }) : api.unsaveItinerary({ params: { itineraryId: id } }).catch(ignoreNotFound));
  else await (isSaved ? api.saveStop({ body: { stopId: id } }) : api.unsaveStop({ params: { stopId: id } }).catch(ignoreNotFound));
}
