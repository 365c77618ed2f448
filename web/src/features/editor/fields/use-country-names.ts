import { useQuery } from '@tanstack/react-query';
import { allCountries } from '../../../model/country/countries.query.ts';

/** Names of countries by their ids, as far as they are known. */
export function useCountryNames(ids: readonly string[]): string[] {
  const { data: countries = [] } = useQuery(allCountries);
  return ids.map((id) => countries.find((country) => country.id === id)?.name).filter((name) => name !== undefined);
}
