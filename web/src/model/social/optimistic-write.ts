import { type QueryKey, useMutation } from '@tanstack/react-query';
import { toast } from '@waystory/ui/toast-store.ts';
import { useRef } from 'react';
import { queryClient } from '../query-client.ts';

export interface OptimisticWrite<T> {
  /** What is written; writes with the same key are sent one after the other. */
  key: string;
  /** Queries whose answers hold it: what is on its way is of before, and after a failure they are asked again. */
  queries: readonly QueryKey[];
  /** Queries whose answers follow from it: they are asked again when somebody next looks at them. */
  outdates?: readonly QueryKey[];
  /** Changes what is cached as the write will. */
  show: (to: T, from: T) => void;
  send: (to: T, from: T) => Promise<unknown>;
  /** What did not work, and that it was taken back. */
  failed: (to: T) => string;
}

/** Shows a change at once and sends it; a failure is said, and what was there before comes back. */
export function useOptimisticWrite<T>({ key, queries, outdates = [], show, send, failed }: OptimisticWrite<T>): (to: T, from: T) => void {
  const mutationKey = ['write', key];
  // What is cached may not be what the server has.
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
    onSettled: () => {
      if (!isLast()) return;
      const mustAsk = isUncertain.current || isAsked() || isOvertaken();
      for (const queryKey of queries)
        if (mustAsk || queryClient.getQueryData(queryKey) === undefined) void queryClient.invalidateQueries({ queryKey });
      for (const queryKey of outdates) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      isUncertain.current = false;
      updateCount.current = null;
    },
  });
  return (to, from) => mutate({ to, from });
}
