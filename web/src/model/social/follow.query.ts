import { queryOptions } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import type { AccountView } from '@waystory/proto/accounts/account.ts';
import { myAccount } from '../account/account.query.ts';
import { keys } from '../queries/keys.ts';
import { queryClient } from '../query-client.ts';

const fresh = 60_000;

/** Public profile of an account. */
export const profileOf = (id: string) =>
  queryOptions({ queryKey: keys.profile(id), queryFn: () => api.getAccount({ params: { id } }), staleTime: fresh });

/** Whether the signed-in user follows an account; requires a sign-in. */
export const isFollowing = (followingId: string) =>
  queryOptions({
    queryKey: keys.following(followingId),
    queryFn: async () => {
      const { id: followerId } = await queryClient.ensureQueryData(myAccount);
      return (await api.listFollows({ query: { filter: JSON.stringify({ followerId, followingId }), limit: 1 } })).items.length > 0;
    },
    staleTime: fresh,
  });

/** Changes the cached counts of both accounts. */
export function changeFollowCounts(followingId: string, by: number): void {
  queryClient.setQueryData(profileOf(followingId).queryKey, (account) => account && { ...account, followersCount: account.followersCount + by });
  const more = <A extends Pick<AccountView, 'followingCount'>>(account: A | undefined) =>
    account && { ...account, followingCount: account.followingCount + by };
  queryClient.setQueryData(myAccount.queryKey, more);
  const me = queryClient.getQueryData(myAccount.queryKey)?.id;
  if (me) queryClient.setQueryData(profileOf(me).queryKey, more);
}

/** Ignores the error for a follow that another tab has removed. */
function ignoreNotFound(error: unknown): void {
  if (problemCode(error) !== 'follow/unknown') throw error;
}

export const sendFollow = (followingId: string, follows: boolean): Promise<unknown> =>
  follows ? api.createFollow({ body: { followingId } }) : api.deleteFollow({ params: { id: followingId } }).catch(ignoreNotFound);
