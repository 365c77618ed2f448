import { queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { keys } from '../queries/keys.ts';

/** spec 9: page limit of stop lists. */
const mostStops = 1_000;
const fresh = 60_000;

export type VisitedStop = Awaited<ReturnType<typeof api.listStopProjections>>['items'][number];

/** Stops of a person's public stories for a map, newest first, with their total. */
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
