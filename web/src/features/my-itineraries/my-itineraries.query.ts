import type { Itinerary } from '@waystory/proto/itineraries/itinerary.ts';
import type { ItineraryView } from '../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../model/itinerary/itinerary-writes.ts';
import { ownItineraries } from '../../model/itinerary/own-itineraries.query.ts';
import { queryClient } from '../../model/query-client.ts';

function rewrite(accountId: string, change: (itineraries: ItineraryView[]) => ItineraryView[]): void {
  queryClient.setQueryData(ownItineraries(accountId).queryKey, (itineraries) => itineraries && change(itineraries));
}

/** Changes the visibility by an optimistic update, which is rolled back on a failure. */
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

/** Moves an itinerary to the bin, from which it can be restored for a month. */
export const binItinerary = async ({ id }: Itinerary): Promise<void> => put(await itineraryWrites.binItinerary({ params: { id } }));

export const unbinItinerary = async ({ id }: Itinerary): Promise<void> => put(await itineraryWrites.unbinItinerary({ params: { id } }));

/** Deletes an itinerary for good. */
export async function deleteItinerary({ id, accountId }: Itinerary): Promise<void> {
  await itineraryWrites.deleteItinerary({ params: { id } });
  rewrite(accountId, (all) => all.filter((other) => other.id !== id));
}
