import { queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../model/itinerary/itinerary-writes.ts';
import { keys } from '../../model/queries/keys.ts';
import { queryClient } from '../../model/query-client.ts';

/** The API gives 100 at a time; more than this many pages are not asked for. */
const pageSize = 100;
const mostPages = 20;

/** Every itinerary of an account, whoever may see it. */
export const ownItineraries = (accountId: string) =>
  queryOptions({
    queryKey: keys.itineraryLists.own(accountId),
    queryFn: async (): Promise<ItineraryView[]> => {
      const all: ItineraryView[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const query = { filter: JSON.stringify({ accountId }), sort: 'updatedAt DESC', limit: pageSize, page };
        const { items, total } = await api.listItineraries({ query });
        all.push(...items);
        if (items.length === 0 || all.length >= total) break;
      }
      return all;
    },
  });

function rewrite(accountId: string, change: (itineraries: ItineraryView[]) => ItineraryView[]): void {
  queryClient.setQueryData(ownItineraries(accountId).queryKey, (itineraries) => itineraries && change(itineraries));
}

/** Shown at once, and taken back when the service does not take it. */
export async function changeVisibility({ id, accountId, visibility: before }: Itinerary, visibility: Itinerary['visibility']): Promise<void> {
  const show = (changes: Partial<Itinerary>): void =>
    rewrite(accountId, (all) => all.map((other) => (other.id === id ? { ...other, ...changes } : other)));
  show({ visibility });
  try {
    show(await itineraryWrites.patchItinerary({ params: { id }, body: { visibility } }));
  } catch (error) {
    show({ visibility: before });
    throw error;
  }
}

const put = (written: ItineraryView): void => rewrite(written.accountId, (all) => all.map((other) => (other.id === written.id ? written : other)));

/** Puts an itinerary into the bin, from which it can be taken for a month. */
export const binItinerary = async ({ id }: Itinerary): Promise<void> => put(await itineraryWrites.binItinerary({ params: { id } }));

export const unbinItinerary = async ({ id }: Itinerary): Promise<void> => put(await itineraryWrites.unbinItinerary({ params: { id } }));

/** Deletes an itinerary for good. */
export async function deleteItinerary({ id, accountId }: Itinerary): Promise<void> {
  await itineraryWrites.deleteItinerary({ params: { id } });
  rewrite(accountId, (all) => all.filter((other) => other.id !== id));
}
