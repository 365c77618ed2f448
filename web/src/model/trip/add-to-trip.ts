import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import { writeFailureOf } from '../saving/failure.ts';
import type { TripStop } from './trip-stop.ts';

/** Target of a stop: an existing trip, with or without a day, or a new trip. */
export type TripChoice = { kind: 'own'; itineraryId: string; dayId: string | null } | { kind: 'new'; title: string };

export type TripWrites = Pick<
  Client<typeof itineraryRoutes & typeof stopRoutes>,
  'createItinerary' | 'binItinerary' | 'deleteItinerary' | 'addStop' | 'deleteStop'
>;

/** The added stop and its undo. */
export interface AddedStop {
  itineraryId: string;
  takeBack: () => Promise<void>;
}

/**
 * Adds the stop idempotently per key.
 * @throws the error of the first failed write. After a refusal, a trip created for the stop is deleted.
 */
export async function addToTrip(writes: TripWrites, { title, placeId }: TripStop, choice: TripChoice, key: string): Promise<AddedStop> {
  const add = async (itineraryId: string, dayIds: string[]): Promise<string> => {
    const body = { title, placeId, dayIds };
    return (await writes.addStop({ params: { itineraryId }, body, idempotencyKey: `${key}.stop` })).id;
  };
  if (choice.kind === 'own') {
    const { itineraryId, dayId } = choice;
    const id = await add(itineraryId, dayId === null ? [] : [dayId]);
    return { itineraryId, takeBack: () => writes.deleteStop({ params: { itineraryId, id } }) };
  }
  const body = { title: choice.title, visibility: 'PRIVATE' as const, daysCount: 1 };
  const { id, dayIds } = await writes.createItinerary({ body, idempotencyKey: `${key}.trip` });
  try {
    await add(id, dayIds);
  } catch (error) {
    if (writeFailureOf(error).type === 'refused') await writes.deleteItinerary({ params: { id } }).catch(() => null);
    throw error;
  }
  // The undo moves the trip to the bin, where later changes can be restored.
  return { itineraryId: id, takeBack: async () => void (await writes.binItinerary({ params: { id } })) };
}
