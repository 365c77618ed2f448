import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { author } from '@waystory/proto/itineraries/itinerary.ts';
import type { z } from 'zod';
import { myAccount } from '../../model/account/account.query.ts';
import { keys } from '../../model/queries/keys.ts';
import { queryClient } from '../../model/query-client.ts';

const pageSize = 12;

/** Feed of followed authors, most recently published first. */
export const feedQuery = infiniteQueryOptions({
  queryKey: keys.itineraryLists.feed,
  queryFn: ({ pageParam }) => api.listFeed({ query: { limit: pageSize, ...(pageParam && { after: pageParam }) } }),
  // Cursor pagination, because page numbers would shift whenever a story is published.
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});

export type FeedItem = Awaited<ReturnType<typeof api.listFeed>>['items'][number];

/** A popular author and their most liked story. */
export interface LikedAuthor {
  person: z.output<typeof author>;
  title: string;
}

/** Stories fetched to collect enough distinct authors. */
const storiesSeen = 30;
const authorsShown = 6;

/** Authors of the most liked stories, except the reader. */
export const likedAuthors = queryOptions({
  queryKey: keys.itineraryLists.likedAuthors,
  queryFn: async (): Promise<LikedAuthor[]> => {
    const { id: accountId } = await queryClient.ensureQueryData(myAccount);
    const filter = JSON.stringify({ visibility: 'PUBLIC', hidden: false, accountId: { ne: accountId } });
    const { items } = await api.listItineraries({ query: { filter, sort: 'likeCount DESC,createdAt DESC', limit: storiesSeen } });
    const authors = new Map<string, LikedAuthor>();
    for (const { account, title } of items) if (account && !authors.has(account.id)) authors.set(account.id, { person: account, title });
    return [...authors.values()].slice(0, authorsShown);
  },
});
