import { useQuery } from '@tanstack/react-query';
import type { Refusal } from './refusal.ts';

/** Polling interval, milliseconds. */
const everyMs = 10_000;
/** Polling interval while a change is expected, milliseconds. */
const soonMs = 1_500;

/** Last known state of polled data. */
export interface LiveData<T> {
  data: T | undefined;
  /** Refusal of the last poll; `data` keeps its earlier value. */
  refusal: Refusal | null;
  /** Time of `data`, milliseconds since 1970. */
  at: number;
  isPending: boolean;
  again: () => void;
}

/**
 * Polls every ten seconds while the page is visible.
 * @param isMoving true while a change is expected, which shortens the interval
 */
export function useLive<T>(key: readonly (string | number)[], read: () => Promise<T>, isMoving: (data: T) => boolean = () => false): LiveData<T> {
  const { data, error, dataUpdatedAt, isPending, refetch } = useQuery<T, Refusal>({
    queryKey: ['live', ...key],
    queryFn: read,
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? soonMs : everyMs),
    // No retry, because the next poll follows anyway.
    retry: false,
  });
  return { data, refusal: error, at: dataUpdatedAt, isPending, again: () => void refetch() };
}
