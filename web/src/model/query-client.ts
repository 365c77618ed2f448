import { QueryClient } from '@tanstack/react-query';
import { isTransient } from '../client/api.ts';

/** spec 9, in milliseconds. */
export const cacheTimes = { dedupe: 2_000, focusThrottle: 5_000, errorRetry: 5_000, loadingSlow: 3_000, accountStale: 60_000 };

/** Tries again while the server is away, with growing pauses up to the spec's 5 seconds; what was refused stays refused. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: cacheTimes.dedupe,
      retry: (failures, error) => isTransient(error) && failures < 8,
      retryDelay: (attempt) => Math.min(350 * 2 ** attempt, cacheTimes.errorRetry),
      refetchOnWindowFocus: (query) => Date.now() - query.state.dataUpdatedAt > cacheTimes.focusThrottle,
    },
    mutations: {
      retry: (failures, error) => isTransient(error) && failures < 3,
      retryDelay: (attempt) => Math.min(350 * 2 ** attempt, cacheTimes.errorRetry),
    },
  },
});
