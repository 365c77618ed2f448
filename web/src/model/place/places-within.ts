import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { boundsQuery, worldBounds } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { keys } from '../queries/keys.ts';

/** What one may go to hardly changes, milliseconds. */
const staleTime = 5 * 60_000;

/** What one may go to in a part of the map. */
export const placesWithin = (bounds: MapBounds | null) =>
  queryOptions({
    queryKey: keys.placesWithin(JSON.stringify(bounds)),
    queryFn: () => api.placesWithin({ query: boundsQuery(bounds ?? worldBounds) }),
    enabled: bounds !== null,
    staleTime,
    // What is known already stays on the map while it moves.
    placeholderData: keepPreviousData,
    retry: 1,
  });
