import { api } from '@waystory/client/api.ts';
import type { Stop, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import type { SentRequest } from '@waystory/proto/kit/route.ts';
import { refreshAround } from '../../../model/itinerary/itinerary.query.ts';
import { itineraryWrites } from '../../../model/itinerary/itinerary-writes.ts';
import { queryClient } from '../../../model/query-client.ts';
import { type Attempt, type DraftStore, freshAttempt } from '../../../model/saving/draft-store.ts';
import { EntitySaver, type Sending } from '../../../model/saving/entity-saver.ts';
import { writeFailureOf } from '../../../model/saving/failure.ts';
import { isSameValue, type Versioned, withoutSame } from '../../../model/saving/versions.ts';
import { type ChosenPlace, chosenPlaceReferenceOf, isSamePlace } from '../place-field/chosen-place.ts';
import { nearestPlace } from '../place-field/place.query.ts';
import { blankStopValues, readDraftValues, type StopValues, stopFormValuesOf, stopTextOf } from './stop-values.ts';

type Writes = Pick<Client<typeof stopRoutes>, 'addStop' | 'patchStop' | 'deleteStop'>;
export type NewStop = SentRequest<typeof stopRoutes.addStop>['body'];

export interface StopTarget {
  itineraryId: string;
  dayId: string;
  /** Null for a new stop. */
  stop: Stop | null;
  /** Most likely date of the day, '' when it is unknown. */
  date: string;
}

/** Key of the draft. The second part is the itinerary id, as in the draft keys of an itinerary and its days. */
export const stopDraftKey = ({ itineraryId, dayId, stop }: StopTarget): string =>
  stop === null ? `new-stop.${itineraryId}.${dayId}` : `stop.${itineraryId}.${stop.id}`;

/** Form values of a stop, with the version from the server. */
export const storedStopValues = (stop: Stop, date: string): Versioned<StopValues> => ({
  fields: stopFormValuesOf(stop, date),
  version: stop.version,
});

/** Saver of the stop form, and an action that adds a stop again after its deletion elsewhere. */
export function stopSaver(target: StopTarget, drafts: DraftStore) {
  const { itineraryId, stop, date } = target;
  let gone: Stop | null = null;
  const saver = new EntitySaver<StopValues>(stop ? storedStopValues(stop, date) : { fields: blankStopValues(date), version: 0 }, {
    entity: stopDraftKey(target),
    drafts,
    mode: 'button',
    readEdits: readDraftValues,
    send: async (sending) => {
      const written = await sendStop(itineraryWrites, target, gone, sending);
      // A date without times is not stored. The form keeps it, because the form of the next stop begins with it.
      return storedStopValues(written, sending.edits.date ?? sending.base.fields.date);
    },
    load: async () => storedStopValues(await api.getItineraryStop({ params: { itineraryId, id: stop?.id ?? '' } }), date),
  });
  const addAgain = (last: Stop): Promise<void> => {
    gone = last;
    return saver.save();
  };
  return { saver, addAgain };
}

/** Adds a new stop, changes an existing stop, or adds `gone` again after its deletion. */
async function sendStop(
  writes: Writes,
  { itineraryId, dayId, stop }: StopTarget,
  gone: Stop | null,
  { edits, base, attempt, keep }: Sending<StopValues>,
): Promise<Stop> {
  const values = { ...base.fields, ...edits };
  const { place } = values;
  if (!place) throw new Error('The form lets no stop without a place through');
  if (stop && !gone) {
    const isElsewhere = !base.fields.place || !isSamePlace(place, base.fields.place);
    const relocation = isElsewhere && { place: chosenPlaceReferenceOf(place, await around(place)) };
    const body = { ...withoutSame(stopTextOf(values), stopTextOf(base.fields)), ...relocation };
    const written = await writes.patchStop({ params: { itineraryId, id: stop.id }, body, ifMatch: base.version });
    if (body.state || relocation) await refreshAround(itineraryId).catch(() => null);
    return written;
  }
  const { state, ...text } = stopTextOf(values);
  const body: NewStop = { ...text, ...chosenPlaceReferenceOf(place, await around(place)) };
  const added = await (gone
    ? addStopAgain(writes, gone, attempt, body, state, keep)
    : addStopOnce(writes, itineraryId, attempt, { ...body, dayIds: [dayId] }, keep));
  await refreshAround(itineraryId).catch(() => null);
  return added;
}

/** Reverse geocoding of a pin. Null for any other place, and on a failure, because a stop can be saved without it. */
const around = (place: ChosenPlace) =>
  place.by === 'pin' ? queryClient.fetchQuery({ ...nearestPlace(place.coordinates), retry: false }).catch(() => null) : Promise.resolve(null);

/**
 * Adds a stop once across retries. An earlier attempt with another text may have arrived, so it is withdrawn first: an idempotency key belongs to one
 * request.
 * @param keep Stores every attempt before its request.
 */
export async function addStopOnce(
  writes: Writes,
  itineraryId: string,
  attempt: Attempt,
  body: NewStop,
  keep: (attempt: Attempt) => void,
): Promise<Stop> {
  let { key } = attempt;
  if (attempt.sent && !isSameValue(attempt.sent, body)) {
    await takeBack(writes, itineraryId, key, attempt.sent as NewStop); // stored by an earlier call, as sent
    key = freshAttempt().key;
  }
  keep({ key, sent: { ...body } });
  try {
    return await writes.addStop({ params: { itineraryId }, body, idempotencyKey: key });
  } catch (error) {
    // A refused stop was not added, so the next attempt has a new key.
    if (writeFailureOf(error).type !== 'unreachable') keep(freshAttempt());
    throw error;
  }
}

async function takeBack(writes: Writes, itineraryId: string, idempotencyKey: string, body: NewStop): Promise<void> {
  try {
    const { id } = await writes.addStop({ params: { itineraryId }, body, idempotencyKey });
    await writes.deleteStop({ params: { itineraryId, id } });
  } catch (error) {
    // A refusal means that the stop never arrived, or is deleted.
    if (writeFailureOf(error).type !== 'refused') throw error;
  }
}

/** Adds a deleted stop at its former position. */
export async function addStopAgain(
  writes: Writes,
  { itineraryId, dayIds, index }: Stop,
  attempt: Attempt,
  body: NewStop,
  state: Stop['state'],
  keep: (attempt: Attempt) => void,
): Promise<Stop> {
  const added = await addStopOnce(writes, itineraryId, attempt, { ...body, dayIds, index }, keep);
  if (state !== added.state) await writes.patchStop({ params: { itineraryId, id: added.id }, body: { state } });
  return added;
}
