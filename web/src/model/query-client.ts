import { type Query, QueryClient } from '@tanstack/react-query';
import { isTransient } from '@waystory/client/api.ts';
import { connection } from '@waystory/client/connection.ts';
import { answerCache } from './answer-cache.ts';

/** Cache and retry times (spec 9), milliseconds. */
export const cacheTimes = { dedupe: 2_000, focusThrottle: 5_000, errorRetry: 5_000, loadingSlow: 3_000, accountStale: 60_000 };

/**
 * Retries during an outage with growing pauses, up to the 5 seconds of the spec; refusals are final. There is no retry offline, because the page
 * shows cached data and marks the missing parts.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: cacheTimes.dedupe,
      networkMode: 'always',
      persister: answerCache.answerOrCached,
      retry: (failures, error) => isTransient(error) && failures < 8 && navigator.onLine,
      retryDelay: (attempt) => Math.min(350 * 2 ** attempt, cacheTimes.errorRetry),
      refetchOnWindowFocus: (query) => Date.now() - query.state.dataUpdatedAt > cacheTimes.focusThrottle,
    },
    mutations: {
      retry: (failures, error) => isTransient(error) && failures < 3,
      retryDelay: (attempt) => Math.min(350 * 2 ** attempt, cacheTimes.errorRetry),
    },
  },
});

const goesOn = (query: Query): boolean => query.meta?.refetchWhenBack !== false && (query.state.status === 'error' || answerCache.isOld(query));
// Active queries that failed or show a cached answer are refetched after the reconnection, except queries with `refetchWhenBack: false`.
connection.onReturn(() => void queryClient.refetchQueries({ type: 'active', predicate: goesOn }));
