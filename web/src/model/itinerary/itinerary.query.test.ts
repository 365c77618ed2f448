import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';
import { idOf, numberedDay, numberedStop } from '../testing/story.fixture.ts';
import { latestOf, refreshAround, refreshItinerary, type WholeItinerary, wholeItinerary } from './itinerary.query.ts';
import { itineraryWrites } from './itinerary-writes.ts';

const id = '0198f000-0000-7000-8000-000000000000';
const whole = (changes: Partial<WholeItinerary> = {}): WholeItinerary =>
  ({
    id,
    title: 'Before',
    visibility: 'PRIVATE',
    hidden: false,
    version: 1,
    stopIds: [idOf(1), idOf(2), idOf(3)],
    days: [numberedDay(1, [1, 2, 3])],
    stops: [numberedStop(1), numberedStop(2), numberedStop(3)],
    ...changes,
  }) as WholeItinerary; // as: only these fields are read

const client = vi.hoisted(() => ({
  getItinerary: vi.fn(),
  listItineraryStops: vi.fn(),
  patchItinerary: vi.fn(),
  patchStop: vi.fn(),
  deleteStop: vi.fn(),
}));
vi.mock('@waystory/client/api-client.ts', () => ({ client }));

const cached = () => queryClient.getQueryData(wholeItinerary(id).queryKey);
const titles = () => cached()?.stops.map(({ title }) => title);

beforeEach(() => {
  queryClient.setQueryData(wholeItinerary(id).queryKey, whole());
});
afterEach(() => {
  queryClient.clear();
  vi.resetAllMocks();
});

describe('Answer of a write', () => {
  test('updates the entry shared by readers and writers, without a request', async () => {
    client.patchItinerary.mockResolvedValue(whole({ title: 'After', visibility: 'PUBLIC', version: 2 }));
    await itineraryWrites.patchItinerary({ params: { id }, body: { title: 'After', visibility: 'PUBLIC' } });
    expect(cached()).toMatchObject({ title: 'After', version: 2 });
    expect(cached()?.stops.every(({ visibility }) => visibility === 'PUBLIC')).toBe(true);
    expect(client.getItinerary).not.toHaveBeenCalled();
  });

  test('updates or removes only its own stop in the cache', async () => {
    client.patchStop.mockResolvedValue(numberedStop(2, { title: 'Renamed', version: 2 }));
    await itineraryWrites.patchStop({ params: { itineraryId: id, id: idOf(2) }, body: { title: 'Renamed' } });
    expect(titles()).toEqual(['Stop 1', 'Renamed', 'Stop 3']);
    client.deleteStop.mockResolvedValue(undefined);
    await itineraryWrites.deleteStop({ params: { itineraryId: id, id: idOf(1) } });
    expect(titles()).toEqual(['Renamed', 'Stop 3']);
  });

  test('is not overwritten by an earlier read', async () => {
    const answer = Promise.withResolvers<WholeItinerary>();
    client.getItinerary.mockReturnValueOnce(answer.promise);
    const reading = refreshItinerary(id);
    client.patchStop.mockResolvedValue(numberedStop(2, { title: 'Renamed', version: 2 }));
    await itineraryWrites.patchStop({ params: { itineraryId: id, id: idOf(2) }, body: { title: 'Renamed' } });
    answer.resolve(whole());
    await reading;
    expect(titles()).toEqual(['Stop 1', 'Renamed', 'Stop 3']);
  });
});

describe('Refresh around a write', () => {
  const { stops: _, ...answer } = whole({ stopIds: [idOf(1), idOf(3), idOf(4)], days: [numberedDay(1, [1, 4, 3])], version: 2 });

  test('requests only the given and the new stops', async () => {
    client.getItinerary.mockResolvedValue(answer);
    client.listItineraryStops.mockResolvedValue({ items: [numberedStop(4), numberedStop(3, { index: 9, version: 2 })] });
    await refreshAround(id, [idOf(3)]);
    expect(client.getItinerary).toHaveBeenCalledExactlyOnceWith({ params: { id }, query: { include: 'days' } });
    expect(JSON.parse(client.listItineraryStops.mock.lastCall?.[0].query.filter)).toEqual({ id: [idOf(3), idOf(4)] });
    expect(titles()).toEqual(['Stop 1', 'Stop 3', 'Stop 4']);
    expect(cached()?.stops[1]?.index).toBe(9);
  });

  test('requests all stops when none are cached or more than 100 are new', async () => {
    queryClient.removeQueries({ queryKey: keys.itinerary(id) });
    client.getItinerary.mockResolvedValue(whole());
    await refreshAround(id);
    expect(client.getItinerary).toHaveBeenLastCalledWith({ params: { id }, query: { include: 'days,stops' } });
    const many = Array.from({ length: 101 }, (_, number) => idOf(number + 10));
    client.getItinerary.mockResolvedValueOnce({ ...answer, stopIds: many });
    await refreshAround(id);
    expect(client.getItinerary).toHaveBeenLastCalledWith({ params: { id }, query: { include: 'days,stops' } });
  });
});

test('Refresh after a write ignores the answer to an earlier request', async () => {
  const before = Promise.withResolvers<WholeItinerary>();
  client.getItinerary.mockReturnValueOnce(before.promise).mockResolvedValue(whole({ title: 'After', version: 2 }));
  const first = refreshItinerary(id);
  const second = refreshItinerary(id);
  before.resolve(whole());
  expect((await first).title).toBe('Before');
  expect((await second).title).toBe('After');
});

test('Merge of an answer with the cache keeps the later version of every record', () => {
  const previous = whole({ title: 'Known', version: 3, days: [{ ...numberedDay(1, [1, 2, 3]), title: 'Old', version: 1 }] });
  const answer = whole({ title: 'Answer', version: 2, days: [{ ...numberedDay(1, [1, 2, 3]), title: 'New', version: 2 }] });
  expect(latestOf(answer, previous)).toMatchObject({ title: 'Known', days: [{ title: 'New' }] });
  expect(latestOf(answer, undefined)).toBe(answer);
});
