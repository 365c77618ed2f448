import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { cacheTimes, queryClient } from '../query-client.ts';

/** The signed-in user's account, created by the first request of a new user. */
export const myAccount = queryOptions({
  queryKey: keys.myAccount,
  queryFn: async () => {
    try {
      return await api.getMyAccount({});
    } catch (error) {
      if (problemCode(error) !== 'account/unknown') throw error;
      return api.createAccount({});
    }
  },
  staleTime: cacheTimes.accountStale,
  retry: 1,
});

/** Account of the signed-in person; requested only with a sign-in. */
export function useAccount() {
  const { person } = useAuth();
  return useQuery({ ...myAccount, enabled: person !== null }, queryClient);
}

/** Caches the account that a write returned. */
export function putMyAccount(account: Account): void {
  queryClient.setQueryData(myAccount.queryKey, account);
  invalidate({ kind: 'account', id: account.id });
}

/** Sets the cached balance to zero after a refusal for lack of credits, because a lagging read model may still show credits. */
export function cacheZeroCredits(): void {
  queryClient.setQueryData(myAccount.queryKey, (account) => account && { ...account, credits: 0 });
}
