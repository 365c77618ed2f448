import { derivedId } from '@waystory/infra/identifier.ts';
import type { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import type { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import type { postRoutes } from '@waystory/proto/social/post.ts';
import type { LightMyRequestResponse } from 'fastify';
import { vi } from 'vitest';

/** An author, with the routes that the fixture calls. */
interface Teller {
  api: Client<typeof itineraryRoutes & typeof stopRoutes & typeof postRoutes>;
}

const coordinates = { latitude: 38.6916, longitude: -9.216 };

/** Creates an itinerary with one stop; resolves to their ids when all read models contain them. */
export async function createStory({ api }: Teller, visibility: 'PRIVATE' | 'UNLISTED' | 'PUBLIC' = 'PUBLIC') {
  const itinerary = await api.createItinerary({ body: { title: 'Lisbon, hill by hill', visibility } });
  const stop = await api.addStop({ params: { itineraryId: itinerary.id }, body: { title: 'Tower', coordinates } });
  await api.getStop({ params: { id: stop.id } });
  await api.listPosts(filteredListQuery({ postableId: stop.id }));
  return { itinerary: itinerary.id, stop: stop.id };
}

/** Polls until the check passes. */
export const untilPasses = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** Status and body of an answer without the trace id, which differs per request. */
export async function answerTo<R>(product: { send(request: R): Promise<LightMyRequestResponse> }, request: R) {
  const answer = await product.send(request);
  const { traceId: _, ...body } = answer.body ? answer.json() : {};
  return { status: answer.statusCode, body };
}

/** A well-formed id that no entity has. */
export const unknownId = (what: string): string => derivedId('nothing', what);

/** Query of a filtered list with the largest page. */
export const filteredListQuery = (filter: object) => ({ query: { filter: JSON.stringify(filter), limit: 1_000 } });

/** Fields of the error that the client throws for a refusal. */
export const refusalOf = (code: string, status?: number) => ({ ...(status && { status }), problem: { code } });
