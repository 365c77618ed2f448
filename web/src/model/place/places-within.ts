import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { boundsQuery, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { keys } from '../queries/keys.ts';

/** Stale time of points of interest, which rarely change, milliseconds. */
const staleTime = 5 * 60_000;

/** Points of interest in a bounding box. */
export const placesWithin = (bounds: MapBounds | null) =>
  queryOptions({
    queryKey: keys.placesWithin(JSON.stringify(bounds)),
    queryFn: () => api.placesWithin({ query: boundsQuery(bounds ?? worldBounds) }),
    enabled: bounds !== null,
    staleTime,
    // Known places stay on the map while it moves.
    placeholderData: keepPreviousData,
    retry: 1,
  });
