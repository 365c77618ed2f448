import { queryOptions } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { keys } from '../queries/keys.ts';

/** Things that can be saved. */
export type Savable = 'itinerary' | 'stop';

/** The API gives 100 at a time; more than this many pages are not asked for. */
const pageSize = 100;
const mostPages = 20;
const fresh = 60_000;

/** Ids of one page of what the caller saved. */
const pageOf: Readonly<Record<Savable, (page: number) => Promise<{ ids: string[]; total: number }>>> = {
  itinerary: async (page) => {
    const { items, total } = await api.listSavedItineraries({ query: { page, limit: pageSize } });
    return { ids: items.map(({ itineraryId }) => itineraryId), total };
  },
  stop: async (page) => {
    const { items, total } = await api.listSavedStops({ query: { page, limit: pageSize } });
    return { ids: items.map(({ stopId }) => stopId), total };
  },
};

/** Ids of everything of a kind that the caller saved, newest first; they must be signed in. */
export const savedIds = (kind: Savable) =>
  queryOptions({
    queryKey: keys.saved(kind),
    queryFn: async (): Promise<readonly string[]> => {
      const all: string[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const { ids, total } = await pageOf[kind](page);
        all.push(...ids);
        if (ids.length === 0 || all.length >= total) break;
      }
      return all;
    },
    staleTime: fresh,
  });

/** A bookmark removed in another tab is gone. */
function ignoreNotFound(error: unknown): void {
  if (problemCode(error) !== 'save/unknown') throw error;
}

export async function sendSaved(kind: Savable, id: string, isSaved: boolean): Promise<void> {
  if (kind === 'itinerary')
    await (isSaved ? api.saveItinerary({ body: { itineraryId: id } }) : api.unsaveItinerary({ params: { itineraryId: id } }).catch(ignoreNotFound));
  else await (isSaved ? api.saveStop({ body: { stopId: id } }) : api.unsaveStop({ params: { stopId: id } }).catch(ignoreNotFound));
}
