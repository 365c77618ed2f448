import { queryOptions } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

/** All countries there are; they hardly ever change. */
export const allCountries = queryOptions({
  queryKey: ['countries', 'all'] as const,
  queryFn: async () => (await api.listCountries({ query: { limit: 1_000, sort: 'name ASC' } })).items,
  staleTime: Number.POSITIVE_INFINITY,
});
