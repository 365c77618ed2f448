import { queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { keys } from '../queries/keys.ts';

/** spec 9: stop lists take up to so many. */
const mostStops = 1_000;
const fresh = 60_000;

export type VisitedStop = Awaited<ReturnType<typeof api.listStopProjections>>['items'][number];

/** The stops of somebody's public stories as a map reads them, the newest first, and how many there are in all. */
export const visitedStops = (accountId: string) =>
  queryOptions({
    queryKey: keys.stopLists.visited(accountId),
    queryFn: async (): Promise<{ stops: VisitedStop[]; total: number }> => {
      const filter = JSON.stringify({ accountId, visibility: 'PUBLIC', hidden: false });
      const { items, total } = await api.listStopProjections({ query: { filter, limit: mostStops } });
      return { stops: items, total };
    },
    staleTime: fresh,
  });
