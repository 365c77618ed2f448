import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, problemCode } from '../../client/api.ts';
import { useAuth } from '../../client/identity/use-auth.ts';
import { cacheTimes, queryClient } from '../query-client.ts';

/** Key under which the account of whoever is signed in is cached. */
export const accountKey = ['account', 'me'] as const;

/** The account of the caller, made on their first visit. */
export const myAccount = queryOptions({
  queryKey: accountKey,
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
