import type { Reads } from '@waystory/infra/read-models/reads/read-side.ts';
import type { Country } from '@waystory/proto/itineraries/country.ts';
import { countries } from './countries.projection.ts';

/** Countries by id, in one query, or in no query without ids. */
export async function countriesById(ids: readonly string[], reads: Reads): Promise<Map<string, Country>> {
  const found = ids.length > 0 ? await reads.byIds(countries, [...new Set(ids)]) : [];
  return new Map(found.map((country) => [country.id, country]));
}
