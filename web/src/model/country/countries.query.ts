import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '@waystory/client/api.ts';
import { embeddedJson } from '@waystory/client/config.ts';
import type { CountryInView } from '@waystory/proto/itineraries/stop-map.ts';
import { boundsQuery } from '../../lib/bounds.ts';
import type { MapBounds } from '../../lib/search-params.ts';
import { keys } from '../queries/keys.ts';

/** All countries, which rarely change. */
export const allCountries = queryOptions({
  queryKey: keys.countries,
  queryFn: async () => (await api.listCountries({ query: { limit: 1_000, sort: 'name ASC' } })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Countries that the server embedded for the first screen. */
function countriesInPage(): { items: CountryInView[] } | undefined {
  const screen = embeddedJson('first-screen') as { countries: CountryInView[] | null } | undefined; // written by the same release
  return screen?.countries ? { items: screen.countries } : undefined;
}

/** Countries with stops in these bounds; null means the world, which the page has embedded. */
export const countriesInView = (bounds: MapBounds | null) =>
  queryOptions({
    queryKey: keys.stopLists.countriesInView(bounds),
    queryFn: () => api.listCountriesInView({ query: bounds ? boundsQuery(bounds) : {} }),
    placeholderData: keepPreviousData,
    ...(bounds === null && { initialData: countriesInPage }),
  });
