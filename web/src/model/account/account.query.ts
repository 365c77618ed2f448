import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, problemCode } from '@waystory/client/api.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { invalidate } from '../queries/invalidation.ts';
import { keys } from '../queries/keys.ts';
import { cacheTimes, queryClient } from '../query-client.ts';

/** The account of the caller, made on their first visit. */
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

/** The account of whoever is signed in; asked for only then. */
export function useAccount() {
  const { person } = useAuth();
  return useQuery({ ...myAccount, enabled: person !== null }, queryClient);
}

/** A write answered the account of whoever is signed in. */
export function putMyAccount(account: Account): void {
  queryClient.setQueryData(myAccount.queryKey, account);
  invalidate({ kind: 'account', id: account.id });
}

/** The server says that there are no credits left: a read model that lags behind would still tell of some. */
export function putNoCredits(): void {
  queryClient.setQueryData(myAccount.queryKey, (account) => account && { ...account, credits: 0 });
}
