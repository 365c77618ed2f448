import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { countryRoutes } from '@waystory/proto/itineraries/country.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { type Client, createClient, FetchError, ResponseError } from '@waystory/proto/kit/client.ts';
import { socialRoutes } from '../features/place/social-routes.ts';
import { connection } from './connection.ts';
import { auth } from './identity/auth.ts';

const routes = { ...accountRoutes, ...countryRoutes, ...dayRoutes, ...itineraryRoutes, ...placeRoutes, ...stopRoutes, ...stopMapRoutes, ...socialRoutes };

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

/** Every call of the product. Waits for the silent sign-in (spec 4), then carries the token of whoever is signed in. */
export const api: Client<typeof routes> = createClient(routes, { baseUrl: '/api', token: () => auth.token(), fetch: watched });

/** The request may succeed if it is sent again a little later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof FetchError || (error instanceof ResponseError && [502, 503, 504].includes(error.status));

/** Code of the problem that the API answered with, for example `itinerary/unknown`. */
export const problemCode = (error: unknown): string | null => (error instanceof ResponseError ? (error.problem?.code ?? null) : null);

export const isStale = (error: unknown): boolean => error instanceof ResponseError && error.status === 412;
