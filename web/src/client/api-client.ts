import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { accountSearchRoutes } from '@waystory/proto/accounts/account-search.ts';
import { followRoutes } from '@waystory/proto/accounts/follow.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { placeSearchRoutes } from '@waystory/proto/itineraries/place-search.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { type Client, createClient } from '@waystory/proto/kit/client.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { saveRoutes } from '@waystory/proto/social/save.ts';
import { connection } from './connection.ts';
import { auth } from './identity/auth.ts';

const routes = {
  ...imageRoutes,
  ...accountRoutes,
  ...accountSearchRoutes,
  ...followRoutes,
  ...countryRoutes,
  ...dayRoutes,
  ...itineraryRoutes,
  ...itinerarySearchRoutes,
  ...placeRoutes,
  ...placeSearchRoutes,
  ...stopRoutes,
  ...stopMapRoutes,
  ...postRoutes,
  ...reactionRoutes,
  ...saveRoutes,
  ...reportRoutes,
};

const watched: typeof fetch = async (...request) => {
  try {
    const response = await fetch(...request);
    connection.report(response.status < 502 || response.status > 504);
    return response;
  } catch (error) {
    connection.report(false);
    throw error;
  }
};

/** Longest wait for an answer, milliseconds: six times what the product itself waits for a read model. */
const answerWithinMs = 30_000;

export type Api = Client<typeof routes>;

/** Carries the token of whoever is signed in. */
export const client: Api = createClient(routes, {
  baseUrl: '/api',
  token: () => auth.token(),
  fetch: watched,
  timeoutMs: answerWithinMs,
});
