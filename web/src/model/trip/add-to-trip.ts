import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import type { TripStop } from './trip-stop.ts';

/** Target of a stop: an existing trip, with or without a day, or a new trip. */
export type TripChoice = { kind: 'own'; itineraryId: string; dayId: string | null } | { kind: 'new'; title: string };

export type TripWrites = Pick<Client<typeof itineraryRoutes & typeof stopRoutes>, 'createItinerary' | 'binItinerary' | 'addStop' | 'deleteStop'>;

/** The added stop and its undo. */
export interface AddedStop {
  itineraryId: string;
  takeBack: () => Promise<void>;
}

/**
 * Adds the stop idempotently per key.
 * @throws the error of the failed write; no trip is created then.
 */
export async function addToTrip(writes: TripWrites, { title, placeId }: TripStop, choice: TripChoice, key: string): Promise<AddedStop> {
  const stop = { title, placeId };
  if (choice.kind === 'own') {
    const { itineraryId, dayId } = choice;
    const body = { ...stop, dayIds: dayId === null ? [] : [dayId] };
    const { id } = await writes.addStop({ params: { itineraryId }, body, idempotencyKey: `${key}.stop` });
    return { itineraryId, takeBack: () => writes.deleteStop({ params: { itineraryId, id } }) };
  }
  const body = { title: choice.title, visibility: 'PRIVATE' as const, days: [{ stops: [stop] }] };
  const { id } = await writes.createItinerary({ body, idempotencyKey: `${key}.trip` });
  // The undo moves the trip to the bin, where later changes can be restored.
  return { itineraryId: id, takeBack: async () => void (await writes.binItinerary({ params: { id } })) };
}
