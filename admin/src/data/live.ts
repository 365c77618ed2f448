import { useQuery } from '@tanstack/react-query';
import type { Refusal } from './refusal.ts';

/** Between two looks at what changes by itself, milliseconds. */
const everyMs = 10_000;
/** The same while something moves. */
const soonMs = 1_500;

/** Last known state of data that changes by itself. */
export interface Live<T> {
  data: T | undefined;
  /** Why the last look failed; what was known before is still there. */
  refusal: Refusal | null;
  /** When `data` was true, milliseconds since 1970. */
  at: number;
  isPending: boolean;
  again: () => void;
}

/**
 * Looks again every ten seconds while the page is in sight.
 * @param isMoving whether something is waited for, which is then looked for more often
 */
export function useLive<T>(key: readonly (string | number)[], read: () => Promise<T>, isMoving: (data: T) => boolean = () => false): Live<T> {
  const { data, error, dataUpdatedAt, isPending, refetch } = useQuery<T, Refusal>({
    queryKey: ['live', ...key],
    queryFn: read,
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? soonMs : everyMs),
    // The next look is the next try.
    retry: false,
  });
  return { data, refusal: error, at: dataUpdatedAt, isPending, again: () => void refetch() };
}
