import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { createClient } from '@waystory/proto/kit/client.ts';
import { rawRequest } from '../harness/http/traffic.ts';
import type { Product } from '../harness/product.ts';
import type { trekCpu } from './trek.ts';

export interface Operation {
  name: string;
  requests: string[];
  /** What the peer is measured by, and how many times less CPU per operation it has to be. */
  peer: keyof typeof trekCpu;
  times: number;
  /** Whether read models have to catch up before the cost is complete. */
  writes: boolean;
}

const routes = { ...itineraryRoutes, ...stopRoutes, ...placeRoutes };
/** Stops are added to these in turn, so that none of them reaches its limit. */
const growing = 400;
const days = 7;
const stops = 50;
const timesOnWrites = 5;
const timesOnReads = 10;

/** Fills a product and answers what is then asked of it. `fresh` reads ask past kept answers, as everybody's first read after a write does. */
export async function prepareOperations({ port, token }: Product): Promise<Operation[]> {
  const client = createClient(routes, { baseUrl: `http://127.0.0.1:${port}/api`, token: async () => token });
  const { items: places } = await client.listPlaces({ query: { limit: 100 } });
  const placeIds = places.map(({ id }) => id);
  const createBody = { title: 'Seven days by the sea', shortDescription: 'Harbours, markets and a long way home', highlights: ['Harbour', 'Market'] };
  const stopBody = (index: number) => ({ title: `Stop ${index}`, placeId: placeIds[index % placeIds.length], durationMinutes: 90 });

  const withDays = { ...createBody, daysCount: days };
  const story = await client.createItinerary({ body: withDays });
  const params = { itineraryId: story.id };
  for (let index = 0; index < stops; index++)
    await client.addStop({
      params,
      body: { ...stopBody(index), dayIds: [story.dayIds[index % days] ?? ''], description: 'A place to stay a while. '.repeat(8) },
    });
  const targets: string[] = [];
  for (let index = 0; index < growing; index++) targets.push((await client.createItinerary({ body: createBody })).id);
  await checkStory(await client.getItinerary({ params: { id: story.id }, query: { include: 'days,stops' } }));

  const read = (path: string) => ({ kept: [rawRequest({ path, token })], fresh: [rawRequest({ path, token, anew: true })] });
  const storyReads = read(`/api/itineraries/${story.id}?include=days,stops`);
  const cardReads = read('/api/itinerary-projections?limit=25');
  const create = [rawRequest({ method: 'POST', path: '/api/itineraries', token, body: withDays })];
  const add = targets.map((id, index) => rawRequest({ method: 'POST', path: `/api/itineraries/${id}/stops`, token, body: stopBody(index) }));
  const reading = { times: timesOnReads, writes: false };
  const writing = { times: timesOnWrites, writes: true };
  // Reads come first: after the writes one account has thousands of itineraries, as nobody has.
  return [
    { name: 'read a story, fresh', requests: storyReads.fresh, peer: 'story', ...reading },
    { name: 'read a story, kept', requests: storyReads.kept, peer: 'story', ...reading },
    { name: 'page of 25 cards, fresh', requests: cardReads.fresh, peer: 'cards', ...reading },
    { name: 'page of 25 cards, kept', requests: cardReads.kept, peer: 'cards', ...reading },
    { name: 'create an itinerary of 7 days', requests: create, peer: 'create', ...writing },
    { name: 'add a stop at a place', requests: add, peer: 'addStop', ...writing },
  ];
}

/** @throws Error when the story does not come whole: its speed would mean nothing. */
async function checkStory(story: { days?: unknown[] | undefined; stops?: unknown[] | undefined }): Promise<void> {
  if (story.days?.length !== days || story.stops?.length !== stops)
    throw new Error(`The story has ${story.days?.length} days and ${story.stops?.length} stops`);
}
