import { FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Attempt } from '../../../model/saving/draft-store.ts';
import { stopFixture } from '../../../model/testing/plan.fixture.ts';
import { addStopAgain, addStopOnce, type NewStop, stopDraftKey } from './stop-saver.ts';

const notFound = () => new ResponseError(404, { type: '', title: '', status: 404, code: 'stop/unknown', detail: '', traceId: '' });

/** Fake service with the stops of one itinerary. An idempotency key belongs to one request and becomes the id of its stop. */
function service() {
  const stops = new Map<string, ReturnType<typeof stopFixture>>();
  const requests = new Map<string, string>();
  /** Outcomes of the next calls: `lost` executes the request without a response, `away` does neither, and `full` answers 422. */
  const fates: ('away' | 'lost' | 'full')[] = [];
  const meet = (done: () => void): void => {
    const fate = fates.shift();
    if (fate === 'full') throw new ResponseError(422, null);
    if (fate !== 'away') done();
    if (fate) throw new FetchError(fate);
  };
  const api = {
    addStop: async ({ body, idempotencyKey = '' }: { body: NewStop; idempotencyKey?: string }) => {
      const request = JSON.stringify(body);
      meet(() => {
        const before = requests.get(idempotencyKey);
        if (before !== undefined && before !== request) throw new ResponseError(422, null);
        if (before === undefined)
          stops.set(idempotencyKey, stopFixture(idempotencyKey, body.dayIds ?? [], body.index ?? 9, { title: body.title ?? '' }));
        requests.set(idempotencyKey, request);
      });
      const stop = stops.get(idempotencyKey);
      if (!stop) throw notFound();
      return stop;
    },
    patchStop: async ({ params: { id }, body }: { params: { id: string }; body: object }) => {
      const stop = stops.get(id);
      if (!stop) throw notFound();
      const written = { ...stop, ...body, version: stop.version + 1 };
      stops.set(id, written);
      return written;
    },
    deleteStop: async ({ params: { id } }: { params: { id: string } }) => {
      meet(() => {
        if (!stops.delete(id)) throw notFound();
      });
      return undefined;
    },
  };
  return { api, stops, fates, titles: () => [...stops.values()].map(({ title }) => title) };
}
const body = (title: string): NewStop => ({ title, dayIds: ['d'], placeId: 'p' });

describe('a new stop', () => {
  let lastAttempt: Attempt;
  const keep = (attempt: Attempt): void => {
    lastAttempt = attempt;
  };
  beforeEach(() => keep({ key: 'k', sent: null }));

  test('whose response was lost is added once', async () => {
    const { api, fates, titles } = service();
    fates.push('lost');
    await expect(addStopOnce(api, 'i', lastAttempt, body('Lello'), keep)).rejects.toBeInstanceOf(FetchError);
    await addStopOnce(api, 'i', lastAttempt, body('Lello'), keep);
    expect(titles()).toEqual(['Lello']);
  });

  test.each(['lost', 'away'] as const)('that was edited after a failed request (%s) is stored once with its latest text', async (fate) => {
    const { api, fates, titles } = service();
    fates.push(fate);
    await expect(addStopOnce(api, 'i', lastAttempt, body('Lello'), keep)).rejects.toBeInstanceOf(FetchError);
    const added = await addStopOnce(api, 'i', lastAttempt, body('Livraria Lello'), keep);
    expect(added.title).toBe('Livraria Lello');
    expect(titles()).toEqual(['Livraria Lello']);
  });

  test('whose first attempt could not be deleted is still stored once', async () => {
    const { api, fates, titles } = service();
    fates.push('lost');
    await expect(addStopOnce(api, 'i', lastAttempt, body('Lello'), keep)).rejects.toThrow();
    fates.push('lost');
    await expect(addStopOnce(api, 'i', lastAttempt, body('Livraria'), keep)).rejects.toThrow();
    await addStopOnce(api, 'i', lastAttempt, body('Livraria Lello'), keep);
    expect(titles()).toEqual(['Livraria Lello']);
  });

  test('that was refused gets a new idempotency key', async () => {
    const { api, fates } = service();
    fates.push('full');
    await expect(addStopOnce(api, 'i', lastAttempt, body('Lello'), keep)).rejects.toBeInstanceOf(ResponseError);
    expect(lastAttempt.sent).toBeNull();
    expect(lastAttempt.key).not.toBe('k');
  });
});

test('a deleted stop is added again with its days, position and state', async () => {
  const { api, stops } = service();
  const old = stopFixture('old', ['d', 'e'], 4, { state: 'SUGGESTED' });
  const added = await addStopAgain(api, old, { key: 'k', sent: null }, body('Lello'), 'SUGGESTED', () => {});
  expect([...stops.keys()]).toEqual(['k']);
  expect(added).toMatchObject({ dayIds: ['d', 'e'], index: 4 });
  expect(stops.get('k')?.state).toBe('SUGGESTED');
});

test('draft keys of new and existing stops have the itinerary id as second part', () => {
  const form = { itineraryId: 'i', dayId: 'd', date: '' };
  const names = [stopDraftKey({ ...form, stop: null }), stopDraftKey({ ...form, stop: stopFixture('s', ['d'], 0) })];
  expect(names.map((entity) => entity.split('.')[1])).toEqual(['i', 'i']);
});
