import type { Stop } from '@waystory/proto/itineraries/stop.ts';

type Placed = Pick<Stop, 'title' | 'placeName' | 'addressCity' | 'addressCountry'>;

/** Where a stop is, without saying its title again: place and city, or city and country. */
export function whereOf({ title, placeName, addressCity, addressCountry }: Placed): string | null {
  const isSame = placeName.trim().toLocaleLowerCase() === title.trim().toLocaleLowerCase();
  // The name of a pin ends with its country.
  if (!isSame && addressCountry && placeName.endsWith(`, ${addressCountry}`)) return placeName;
  const parts = isSame ? [addressCity, addressCountry] : [placeName, addressCity ?? addressCountry];
  return [...new Set(parts.filter(Boolean))].join(', ') || null;
}
