import { ResponseError } from '@waystory/proto/kit/client.ts';
import { describe, expect, test } from 'vitest';
import { addToTrip, type TripWrites } from './add-to-trip.ts';

const stop = { title: 'Torre de Belém', placeId: 'place' };

/** Records the writes; the write with the given name fails. */
function notebook(failing?: { name: string; error: Error }) {
  const written: [name: string, sent: object][] = [];
  const note =
    (name: string, answer: object | undefined) =>
    async (sent: object): Promise<unknown> => {
      written.push([name, sent]);
      if (failing?.name === name) throw failing.error;
      return answer;
    };
  const writes = {
    createItinerary: note('createItinerary', { id: 'new' }),
    binItinerary: note('binItinerary', {}),
    addStop: note('addStop', { id: 'added' }),
    deleteStop: note('deleteStop', undefined),
  } as unknown as TripWrites; // as: only these fields are read
  return { written, writes };
}

describe('Stop of a story', () => {
  test.each([
    ['day', ['day']],
    [null, []],
  ])('is added with its title and place, on day %s, and removed by the undo', async (dayId, dayIds) => {
    const { written, writes } = notebook();
    const { itineraryId, takeBack } = await addToTrip(writes, stop, { kind: 'own', itineraryId: 'trip', dayId }, 'key');
    expect(itineraryId).toBe('trip');
    expect(written).toEqual([['addStop', { params: { itineraryId: 'trip' }, body: { ...stop, dayIds }, idempotencyKey: 'key.stop' }]]);
    await takeBack();
    expect(written.at(-1)).toEqual(['deleteStop', { params: { itineraryId: 'trip', id: 'added' } }]);
  });

  test('starts a private trip on its first day, and the undo moves the trip to the bin', async () => {
    const { written, writes } = notebook();
    const { itineraryId, takeBack } = await addToTrip(writes, stop, { kind: 'new', title: 'Lisbon' }, 'key');
    expect(itineraryId).toBe('new');
    const body = { title: 'Lisbon', visibility: 'PRIVATE', days: [{ stops: [stop] }] };
    expect(written).toEqual([['createItinerary', { body, idempotencyKey: 'key.trip' }]]);
    await takeBack();
    expect(written.at(-1)).toEqual(['binItinerary', { params: { id: 'new' } }]);
  });

  test('rejects with the error of a refused new trip, after one request', async () => {
    const error = new ResponseError(404, null);
    const { written, writes } = notebook({ name: 'createItinerary', error });
    await expect(addToTrip(writes, stop, { kind: 'new', title: 'Lisbon' }, 'key')).rejects.toBe(error);
    expect(written.map(([name]) => name)).toEqual(['createItinerary']);
  });
});
