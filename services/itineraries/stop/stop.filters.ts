import { type Box, eq, type Filter } from '@waystory/proto/kit/filter.ts';

const accepted = eq('state', 'ACCEPTED');

/** Stops that the map may show, in a box or anywhere, of all countries or of one. */
export function acceptedWithin(box: Box | null, countryCode?: string): Filter {
  const inBox: Filter[] = box ? [{ op: 'within', latitude: 'coordinates.latitude', longitude: 'coordinates.longitude', box }] : [];
  const inCountry = countryCode ? [eq('countryCode', countryCode)] : [];
  const of = [accepted, ...inBox, ...inCountry];
  return of.length > 1 ? { op: 'and', of } : accepted;
}
