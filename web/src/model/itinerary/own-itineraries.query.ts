import { queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { keys } from '../queries/keys.ts';
import type { ItineraryView } from './itinerary.query.ts';

/** The API gives 100 at a time; more than this many pages are not asked for. */
const pageSize = 100;
const mostPages = 20;

/** Every itinerary of an account, whoever may see it, those that were changed last first. */
export const ownItineraries = (accountId: string) =>
  queryOptions({
    queryKey: keys.itineraryLists.own(accountId),
    queryFn: async (): Promise<ItineraryView[]> => {
      const all: ItineraryView[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const query = { filter: JSON.stringify({ accountId }), sort: 'updatedAt DESC', limit: pageSize, page };
        const { items, total } = await api.listItineraries({ query });
        all.push(...items);
        if (items.length === 0 || all.length >= total) break;
      }
      return all;
    },
  });
