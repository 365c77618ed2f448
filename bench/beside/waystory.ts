import { type Connection, type HttpResponse, openConnection, rawRequest } from '../harness/http-load.ts';
import { waitUntilCaughtUp } from '../harness/product.ts';
import type { Resources } from '../harness/resources.ts';
import {
  addStopsOperation,
  commonData,
  type Operation,
  type Peer,
  repeatConcurrently,
  stopFieldsOf,
  type TargetStory,
  takeNextDayId,
} from './peer.ts';

const concurrency = 8;
const { dayCount, description, listedCount, stopCount, trip } = commonData;
const body = { title: trip.title, shortDescription: trip.summary, highlights: trip.highlights };
const days = Array.from({ length: dayCount }, (_, index) => ({ title: `Day ${index + 1}` }));
/** Starts the product with its seeded content, as `npm start` does, and adds the common data. */
export async function startWaystory(resources: Resources) {
  const product = await resources.product({ seed: 'world', contexts: [] });
  const { port, token, pids } = product;
  const open = () => openConnection(port);
  const post = (connection: Connection, path: string, content: unknown): Promise<HttpResponse> =>
    connection.send(rawRequest({ method: 'POST', path: `/api${path}`, token, body: content }));
  const createWithDays = async (connection: Connection): Promise<TargetStory> => {
    const response = await post(connection, '/itineraries', { ...body, days });
    const { id, dayIds } = response.json() as { id: string; dayIds: string[] }; // shape of our API
    return { id, days: dayIds, stops: 0 };
  };
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json()) as T; // shape of our API

  const { items: places } = await get<{ items: { id: string }[] }>('/places?limit=100');
  const placeId = (turn: number) => places[turn % places.length]?.id;
  const connection = await open();
  const story = await createWithDays(connection);
  for (let index = 0; index < stopCount; index++) {
    const { title, minutes } = stopFieldsOf(index);
    const stop = { title, description, placeId: placeId(index), durationMinutes: minutes, dayIds: [takeNextDayId(story)] };
    await post(connection, `/itineraries/${story.id}/stops`, stop);
  }
  connection.close();
  await repeatConcurrently(open, concurrency, listedCount, async (on) => void (await createWithDays(on)));
  await waitUntilCaughtUp(product);
  const whole = await get<{ days: unknown[]; stops: unknown[] }>(`/itineraries/${story.id}?include=days,stops`);
  if (whole.days.length !== dayCount || whole.stops.length !== stopCount) throw new Error('The story is incomplete: its speed would mean nothing');

  const adding = (placeOf: (turn: number) => object): Operation =>
    addStopsOperation(open, concurrency, createWithDays, async (on, target, turn) => {
      const { title, minutes } = stopFieldsOf(turn);
      await post(on, `/itineraries/${target.id}/stops`, { title, ...placeOf(turn), durationMinutes: minutes, dayIds: [takeNextDayId(target)] });
    });
  const reading = (path: string, isFresh: boolean): Operation => {
    const request = rawRequest({ path: `/api${path}`, token, isFresh });
    return { isWrite: false, run: async (on) => void (await on.send(request)) };
  };
  const writing = (run: (on: Connection) => Promise<unknown>): Operation => ({ isWrite: true, run: async (on) => void (await run(on)) });
  const [told, cards, thousand] = [
    `/itineraries/${story.id}?include=days,stops`,
    '/itinerary-projections?limit=25',
    `/itinerary-projections?limit=${listedCount}`,
  ];
  const operations = {
    story: reading(told, true),
    storyCached: reading(told, false),
    cards: reading(cards, true),
    cardsCached: reading(cards, false),
    thousand: reading(thousand, true),
    thousandCached: reading(thousand, false),
    create: writing((on) => post(on, '/itineraries', body)),
    createWithDays: writing(createWithDays),
    addStop: adding((turn) => {
      const { latitude, longitude } = stopFieldsOf(turn);
      return { coordinates: { latitude, longitude }, placeName: `Place ${turn}` };
    }),
    addStopAtPlace: adding((turn) => ({ placeId: placeId(turn) })),
  };
  return { name: 'Waystory', port, pids, caughtUp: () => waitUntilCaughtUp(product), operations } satisfies Peer;
}
