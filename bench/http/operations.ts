import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { rawRequest } from '../harness/http-load.ts';
import type { Product } from '../harness/product.ts';

export type Concurrency = 1 | 16;

/**
 * CPU of TREK v3.4.1, the strongest open peer, milliseconds an operation. `beside` measured it on 2026-11-22 on two cores, both products running: one
 * Node 24.18 process with SQLite in WAL mode. Create is a trip of 7 days. Add a stop is a place and its assignment (two calls). A story is 7 days
 * with 50 places. The list has no pages: 1,000 trips.
 */
export const trekCpu = {
  create: { 1: 2.9, 16: 2.4 },
  addStop: { 1: 2.3, 16: 2.18 },
  story: { 1: 3.79, 16: 3.64 },
  cards: { 1: 7.86, 16: 5.38 },
} as const satisfies Record<string, Record<Concurrency, number>>;

/** One kind of request to the product. */
export interface Operation {
  name: string;
  requests: string[];
  /** Operation of the peer that it is compared with. */
  peer: keyof typeof trekCpu;
  /** Threshold of the ratio CPU of the peer / CPU of this product. */
  atLeast: number;
  /** Whether the cost includes the catch-up of the read models. */
  isWrite: boolean;
}

const routes = { ...itineraryRoutes, ...stopRoutes, ...placeRoutes };
/** Stories that stops are added to in turn: none reaches its limit. */
const targetCount = 400;
const days = 7;
const stops = 50;

/** Seeds a product for the operations. Fresh reads bypass cached responses, like each first read after a write. */
export async function prepareOperations({ port, token }: Product): Promise<Operation[]> {
  const client = createClient(routes, { baseUrl: `http://127.0.0.1:${port}/api`, token: async () => token });
  const { items: places } = await client.listPlaces({ query: { limit: 100 } });
  const createBody = { title: 'Seven days by the sea', shortDescription: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
  const stopBody = (index: number) => ({ title: `Stop ${index}`, placeId: places[index % places.length]?.id, durationMinutes: 90 });
  const withDays = { ...createBody, daysCount: days };
  const story = await client.createItinerary({ body: withDays });
  const description = 'A place to stay a while. '.repeat(8);
  for (let index = 0; index < stops; index++)
    await client.addStop({
      params: { itineraryId: story.id },
      body: { ...stopBody(index), dayIds: [story.dayIds[index % days] ?? ''], description },
    });
  const targets: string[] = [];
  for (let index = 0; index < targetCount; index++) targets.push((await client.createItinerary({ body: createBody })).id);
  const whole = await client.getItinerary({ params: { id: story.id }, query: { include: 'days,stops' } });
  if (whole.days?.length !== days || whole.stops?.length !== stops)
    throw new Error(`The story has ${whole.days?.length} days and ${whole.stops?.length} stops: its speed would mean nothing`);

  const read = (name: string, path: string, peer: Operation['peer']): Operation[] =>
    [true, false].map((isFresh) => ({
      name: `${name}, ${isFresh ? 'fresh' : 'cached'}`,
      requests: [rawRequest({ path, token, isFresh })],
      peer,
      atLeast: 10,
      isWrite: false,
    }));
  const write = (name: string, requests: string[], peer: Operation['peer']): Operation => ({ name, requests, peer, atLeast: 5, isWrite: true });
  const post = (path: string, body: object): string => rawRequest({ method: 'POST', path, token, body });
  // Writes come last, because they leave one account with an unrealistic number of itineraries: thousands.
  return [
    ...read('read a story', `/api/itineraries/${story.id}?include=days,stops`, 'story'),
    ...read('page of 25 cards', '/api/itinerary-projections?limit=25', 'cards'),
    write('create an itinerary of 7 days', [post('/api/itineraries', withDays)], 'create'),
    write(
      'add a stop at a place',
      targets.map((id, index) => post(`/api/itineraries/${id}/stops`, stopBody(index))),
      'addStop',
    ),
  ];
}
