import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { keys } from '../../model/queries/keys.ts';

const pageSize = 12;

/** Public stories of an account, newest first. */
export const publicStoriesOf = (accountId: string) =>
  infiniteQueryOptions({
    queryKey: keys.itineraryLists.public(accountId),
    queryFn: ({ pageParam }) =>
      api.listItineraries({
        query: {
          filter: JSON.stringify({ accountId, visibility: 'PUBLIC' }),
          sort: 'createdAt DESC',
          limit: pageSize,
          ...(pageParam && { after: pageParam }),
        },
      }),
    // Cursor pagination, because page numbers would shift whenever a story is published.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
