import { queryOptions } from '@tanstack/react-query';

/** How far one layer is; null while there is nothing of it. */
interface LayerStatus {
  maxzoom: number | null;
}

/** How far the built-in map of the server is, as `GET /basemap/status` tells it. */
export interface BasemapStatus {
  version: string;
  done: boolean;
  percent: number;
  street: LayerStatus;
  relief: LayerStatus;
  satellite: LayerStatus;
}

/** How often a map that is being built is asked for, milliseconds. */
const askAgain = 1_000;

/** Asked until the map is complete; a style made from an answer is good as long as the answer is. */
export const basemapStatusQuery = (origin: string) =>
  queryOptions({
    queryKey: ['basemap', 'status', origin],
    queryFn: async ({ signal }): Promise<BasemapStatus> => {
      const response = await fetch(`${origin}/basemap/status`, { signal });
      if (!response.ok) throw new Error(`The map answered ${response.status}`);
      return response.json(); // the product's own shape, see services/basemap
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.done ? false : askAgain),
  });

/** There is something to show of everything that a map of this kind consists of. */
export const isShowable = (status: BasemapStatus, kind: 'street' | 'satellite'): boolean =>
  status.street.maxzoom !== null && (kind === 'satellite' ? status.satellite.maxzoom : status.relief.maxzoom) !== null;
