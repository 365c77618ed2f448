import { queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { readPagesUpTo } from '../queries/all-pages.ts';
import { keys } from '../queries/keys.ts';
import type { ItineraryView } from './itinerary.query.ts';

/** Maximum number of itineraries in the list. */
const most = 2_000;

/** Itineraries of an account with any visibility, last changed first, up to `most`. */
export const ownItineraries = (accountId: string) =>
  queryOptions({
    queryKey: keys.itineraryLists.own(accountId),
    queryFn: (): Promise<ItineraryView[]> => {
      const query = { filter: JSON.stringify({ accountId }), sort: 'updatedAt DESC', limit: 100 };
      return readPagesUpTo(most, (after) => api.listItineraries({ query: { ...query, ...after } }));
    },
  });
