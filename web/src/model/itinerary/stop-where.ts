import type { Stop } from '@waystory/proto/itineraries/stop.ts';

type Placed = Pick<Stop, 'title' | 'placeName' | 'addressCity' | 'addressCountry'>;

/** Location of a stop without its title: place and city, or city and country. */
export function whereOf({ title, placeName, addressCity, addressCountry }: Placed): string | null {
  const isSame = placeName.trim().toLocaleLowerCase() === title.trim().toLocaleLowerCase();
  // Names of pins already end with the country.
  if (!isSame && addressCountry && placeName.endsWith(`, ${addressCountry}`)) return placeName;
  const parts = isSame ? [addressCity, addressCountry] : [placeName, addressCity ?? addressCountry];
  return [...new Set(parts.filter(Boolean))].join(', ') || null;
}
