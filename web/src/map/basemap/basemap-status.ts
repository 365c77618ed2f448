import { queryOptions } from '@tanstack/react-query';

/** Progress of one layer. `maxzoom` is the highest zoom level with tiles; null before the first tile. */
interface LayerStatus {
  maxzoom: number | null;
}

/** Street map tiles in the server's archive, with their zoom levels and bounds (west, south, east, north; degrees). */
export interface StreetArchive {
  version: string;
  minzoom: number;
  maxzoom: number;
  bounds: readonly [number, number, number, number];
}

/** State of the built-in map, the answer of `GET /basemap/status`. */
export interface BasemapStatus {
  version: string;
  done: boolean;
  percent: number;
  street: LayerStatus;
  relief: LayerStatus;
  satellite: LayerStatus;
  /** Null without an archive; `away` while it is unreadable. */
  streets: StreetArchive | 'away' | null;
}

/** Polling interval while the map is being built, milliseconds. */
const askAgain = 1_000;
/** Polling interval for an archive, which may vanish and return, milliseconds. */
const askForStreets = 30_000;

/** Interval until the next poll, milliseconds. False for a complete map without an archive, because it cannot change. */
function nextAsk(status: BasemapStatus | undefined): number | false {
  if (!status?.done) return askAgain;
  return status.streets === null ? false : askForStreets;
}

/** Status of the built-in map. Never stale between polls, because a map style stays valid until the status changes. */
export const basemapStatusQuery = (origin: string) =>
  queryOptions({
    queryKey: ['basemap', 'status', origin],
    queryFn: async ({ signal }): Promise<BasemapStatus> => {
      const response = await fetch(`${origin}/basemap/status`, { signal });
      if (!response.ok) throw new Error(`The map answered ${response.status}`);
      return response.json(); // as: the product's own shape, see services/basemap
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => nextAsk(state.data),
  });

/** True when every layer of this kind of map has at least one tile. */
export const isShowable = (status: BasemapStatus, kind: 'street' | 'satellite'): boolean =>
  status.street.maxzoom !== null && (kind === 'satellite' ? status.satellite.maxzoom : status.relief.maxzoom) !== null;

/** The street archive for this kind of map; null for satellite pictures, and without a readable archive. */
export const streetArchiveOf = ({ streets }: BasemapStatus, kind: 'street' | 'satellite'): StreetArchive | null =>
  kind === 'satellite' || streets === 'away' ? null : streets;
