import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Profile } from '@waystory/proto/accounts/account.ts';
import { keys } from '../../model/queries/keys.ts';
import { queryClient } from '../../model/query-client.ts';
import { isFollowing } from '../../model/social/follow.query.ts';

/** Followers of the account, or accounts that it follows. */
export type FollowSide = 'followers' | 'following';

const pageSize = 24;
/** Fields of a follow: the id of this account, and the account on the other side. */
const fields = {
  followers: { own: 'followingId', other: 'follower' },
  following: { own: 'followerId', other: 'following' },
} as const;

/** Followers or followed accounts, latest first; only the owner may read them. */
export const followsOf = (accountId: string, side: FollowSide) =>
  infiniteQueryOptions({
    queryKey: keys.followLists.of(accountId, side),
    queryFn: async ({ pageParam }): Promise<{ people: Profile[]; next: string | undefined }> => {
      const { own, other } = fields[side];
      const filter = JSON.stringify({ [own]: accountId });
      const { items, next } = await api.listFollows({
        query: { filter, sort: 'createdAt DESC', limit: pageSize, ...(pageParam && { after: pageParam }) },
      });
      const people = items.flatMap((follow) => follow[other] ?? []);
      // Primes the cache, or each follow button would send its own request.
      if (side === 'following') for (const { id } of people) queryClient.setQueryData(isFollowing(id).queryKey, true);
      return { people, next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
