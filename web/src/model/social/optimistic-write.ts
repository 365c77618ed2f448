import { type QueryKey, useMutation, useMutationState } from '@tanstack/react-query';
import { toast } from '@waystory/ui/toast-store.ts';
import { useRef } from 'react';
import { queryClient } from '../query-client.ts';

export interface OptimisticWrite<T> {
  /** Key of the write; writes with the same key are sent one after the other. */
  key: string;
  /** Queries that contain the value: their requests in flight are outdated, and a failure refetches them. */
  queries: readonly QueryKey[];
  /** Dependent queries: refetched at their next use. */
  outdates?: readonly QueryKey[];
  /** Changes the cache as the write will change the server. */
  show: (to: T, from: T) => void;
  send: (to: T, from: T) => Promise<unknown>;
  /** Message about a failed write that was rolled back. */
  failed: (to: T) => string;
}

const keyOf = (key: string): readonly string[] => ['write', key];

/** Pending write of a key; undefined without one. Serves items without loaded data, where `show` has nothing to change. */
export function usePendingWrite<T>(key: string): T | undefined {
  const mutationKey = keyOf(key);
  const pending = useMutationState({ filters: { mutationKey, status: 'pending' }, select: ({ state }) => state.variables });
  return (pending.at(-1) as { to: T } | undefined)?.to; // as: variables of `mutate` below
}

/** Optimistic write: shows a change at once and sends it. A failure is reported and rolled back. */
export function useOptimisticWrite<T>({ key, queries, outdates = [], show, send, failed }: OptimisticWrite<T>): (to: T, from: T) => void {
  const mutationKey = keyOf(key);
  // True when the cached value may differ from the server's.
  const isUncertain = useRef(false);
  const updateCount = useRef<number | null>(null);
  const states = () => queries.map((queryKey) => queryClient.getQueryState(queryKey));
  const isAsked = (): boolean => states().some((state) => state?.fetchStatus === 'fetching');
  const updates = (): number => states().reduce((sum, state) => sum + (state?.dataUpdateCount ?? 0), 0);
  /** Whether an earlier answer has replaced the shown value. */
  const isOvertaken = (): boolean => updateCount.current !== null && updateCount.current !== updates();
  // Includes this write, which is pending until it settles.
  const isLast = (): boolean => queryClient.isMutating({ mutationKey }) <= 1;
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: key },
    mutationFn: ({ to, from }: { to: T; from: T }) => send(to, from),
    onMutate: async ({ to, from }) => {
      isUncertain.current ||= isAsked() || isOvertaken();
      await Promise.all(queries.map((queryKey) => queryClient.cancelQueries({ queryKey })));
      show(to, from);
      updateCount.current = updates();
    },
    onError: (_error, { to, from }) => {
      isUncertain.current = true;
      toast.error(failed(to));
      // No rollback below a later change, which is already shown and still to be sent.
      if (isLast()) show(from, to);
    },
    onSettled: async () => {
      if (!isLast()) return;
      const mustAsk = isUncertain.current || isAsked() || isOvertaken();
      const missing = queries.filter((queryKey) => queryClient.getQueryData(queryKey) === undefined);
      for (const queryKey of queries) if (mustAsk && !missing.includes(queryKey)) void queryClient.invalidateQueries({ queryKey });
      for (const queryKey of outdates) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      isUncertain.current = false;
      updateCount.current = null;
      // The write stays pending until an answer contains the change, because without cached data only `usePendingWrite` shows it.
      await Promise.all(missing.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  return (to, from) => mutate({ to, from });
}
