import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import type { Client } from '@waystory/proto/kit/client.ts';

/** API routes that pages read. */
export const pageRoutes: typeof accountRoutes & typeof itineraryRoutes & typeof dayRoutes & typeof stopRoutes & typeof stopMapRoutes = {
  ...accountRoutes,
  ...itineraryRoutes,
  ...dayRoutes,
  ...stopRoutes,
  ...stopMapRoutes,
};
export type PageApi = Client<typeof pageRoutes>;
