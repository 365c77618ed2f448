import { type Box, eq, type Filter } from '@waystory/proto/kit/filter.ts';

/** Stops that are part of their story. */
export const accepted = eq('state', 'ACCEPTED');

/** Also a stop of a time when every one was somewhere. */
const located: Filter = { op: 'ne', field: 'isLocated', value: false };

/** Stops that the map may show, in a box or anywhere, of all countries or of one. */
export function locatedWithin(box: Box | null, countryCode?: string): Filter {
  const inBox: Filter[] = box ? [{ op: 'within', latitude: 'coordinates.latitude', longitude: 'coordinates.longitude', box }] : [];
  const inCountry = countryCode ? [eq('countryCode', countryCode)] : [];
  return { op: 'and', of: [accepted, located, ...inBox, ...inCountry] };
}
