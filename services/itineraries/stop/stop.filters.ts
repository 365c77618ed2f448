import { type Box, eq, type Filter } from '@waystory/proto/kit/filter.ts';

/** Filter of accepted stops; a suggested stop is not yet part of its story. */
export const acceptedStopsFilter = eq('state', 'ACCEPTED');

/** Filter of located stops. It matches stops of older logs as well, which lack the field. */
const located: Filter = { op: 'ne', field: 'isLocated', value: false };

/** Stops that the map may show, in a box or anywhere, of all countries or of one. */
export function locatedStopsFilter(box: Box | null, countryCode?: string): Filter {
  const inBox: Filter[] = box ? [{ op: 'within', latitude: 'coordinates.latitude', longitude: 'coordinates.longitude', box }] : [];
  const inCountry = countryCode ? [eq('countryCode', countryCode)] : [];
  return { op: 'and', of: [acceptedStopsFilter, located, ...inBox, ...inCountry] };
}
