import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { keys } from '../../../model/queries/keys.ts';

/** Most results per query. */
const limit = 8;
/** Decimals of a degree in the query key of a place name: about ten metres. */
const decimals = 4;
/** Time that cached search results and place names stay fresh, milliseconds. */
const staleTime = 5 * 60_000;

/** Places whose name has the typed prefix; of equal matches those near `near` rank first. */
export const searchedPlaces = (typed: string, near: Coordinates | null) =>
  queryOptions({
    queryKey: keys.placeSearch(typed, near),
    queryFn: () =>
      api.searchPlaces({ query: { q: typed, limit, ...(near && { near: `${near.latitude.toFixed(2)},${near.longitude.toFixed(2)}` }) } }),
    enabled: typed !== '',
    staleTime,
    placeholderData: keepPreviousData,
    // One retry is enough, because the list shows the failure with a retry button.
    retry: 1,
  });

/** Reverse geocoding of a point on the map. */
export const nearestPlace = (at: Coordinates | null) =>
  queryOptions({
    queryKey: keys.nearestPlace(at?.latitude.toFixed(decimals), at?.longitude.toFixed(decimals)),
    queryFn: () => api.nearestPlace({ query: { lat: at?.latitude ?? 0, lng: at?.longitude ?? 0 } }),
    enabled: at !== null,
    staleTime,
    retry: 1,
  });
