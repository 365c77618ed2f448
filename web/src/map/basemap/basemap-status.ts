import { queryOptions } from '@tanstack/react-query';

/** How far one layer is; null while there is nothing of it. */
interface LayerStatus {
  maxzoom: number | null;
}

/** Streets of an archive that the server has, down to a zoom and within bounds (west, south, east, north; degrees). */
export interface StreetArchive {
  version: string;
  minzoom: number;
  maxzoom: number;
  bounds: readonly [number, number, number, number];
}

/** How far the built-in map of the server is, as `GET /basemap/status` tells it. */
export interface BasemapStatus {
  version: string;
  done: boolean;
  percent: number;
  street: LayerStatus;
  relief: LayerStatus;
  satellite: LayerStatus;
  /** Null where the server has no archive of streets; away while it cannot read the one that it has. */
  streets: StreetArchive | 'away' | null;
}

/** How often a map that is being built is asked for, milliseconds. */
const askAgain = 1_000;
/** And how often whether an archive is there, which may go away and come back. */
const askForStreets = 30_000;

/** When to ask next: until the map is complete, and then only where it may change. */
function nextAsk(status: BasemapStatus | undefined): number | false {
  if (!status?.done) return askAgain;
  return status.streets === null ? false : askForStreets;
}

/** A style made from an answer is good as long as the answer is. */
export const basemapStatusQuery = (origin: string) =>
  queryOptions({
    queryKey: ['basemap', 'status', origin],
    queryFn: async ({ signal }): Promise<BasemapStatus> => {
      const response = await fetch(`${origin}/basemap/status`, { signal });
      if (!response.ok) throw new Error(`The map answered ${response.status}`);
      return response.json(); // the product's own shape, see services/basemap
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => nextAsk(state.data),
  });

/** There is something to show of everything that a map of this kind consists of. */
export const isShowable = (status: BasemapStatus, kind: 'street' | 'satellite'): boolean =>
  status.street.maxzoom !== null && (kind === 'satellite' ? status.satellite.maxzoom : status.relief.maxzoom) !== null;

/** The archive of streets that a map of this kind shows. */
export const streetsOf = ({ streets }: BasemapStatus, kind: 'street' | 'satellite'): StreetArchive | null =>
  kind === 'satellite' || streets === 'away' ? null : streets;
