import { type QueryKey, useMutation, useMutationState } from '@tanstack/react-query';
import { toast } from '@waystory/ui/toast-store.ts';
import { useRef } from 'react';
import { queryClient } from '../query-client.ts';

export interface OptimisticWrite<T> {
  /** Key of the write; writes with the same key are sent one after the other. */
  key: string;
  /** Queries whose answers hold it: what is on its way is of before, and after a failure they are asked again. */
  queries: readonly QueryKey[];
  /** Queries whose answers follow from it: they are asked again when somebody next looks at them. */
  outdates?: readonly QueryKey[];
  /** Changes what is cached as the write will. */
  show: (to: T, from: T) => void;
  send: (to: T, from: T) => Promise<unknown>;
  /** Message about a failed write that was rolled back. */
  failed: (to: T) => string;
}

const keyOf = (key: string): readonly string[] => ['write', key];

/** The pending write of a key; undefined without one. It serves things whose answer has not come, where `show` has nothing to change. */
export function usePendingWrite<T>(key: string): T | undefined {
  const mutationKey = keyOf(key);
  const pending = useMutationState({ filters: { mutationKey, status: 'pending' }, select: ({ state }) => state.variables });
  return (pending.at(-1) as { to: T } | undefined)?.to; // what `mutate` below is given
}

/** Shows a change at once and sends it; a failure is said, and what was there before comes back. */
export function useOptimisticWrite<T>({ key, queries, outdates = [], show, send, failed }: OptimisticWrite<T>): (to: T, from: T) => void {
  const mutationKey = keyOf(key);
  // The cache may differ from the server.
  const isUncertain = useRef(false);
  const updateCount = useRef<number | null>(null);
  const states = () => queries.map((queryKey) => queryClient.getQueryState(queryKey));
  const isAsked = (): boolean => states().some((state) => state?.fetchStatus === 'fetching');
  const updates = (): number => states().reduce((sum, state) => sum + (state?.dataUpdateCount ?? 0), 0);
  /** Whether an answer of before has come over what is shown. */
  const isOvertaken = (): boolean => updateCount.current !== null && updateCount.current !== updates();
  // This one included: it counts until it is settled.
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
      // A later change is shown by now, and will be sent.
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
      // It is pending until there is an answer that shows it.
      await Promise.all(missing.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  return (to, from) => mutate({ to, from });
}
