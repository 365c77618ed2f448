import { type Box, eq, type Filter } from '@waystory/proto/kit/filter.ts';

const accepted = eq('state', 'ACCEPTED');

/** Stops that the map may show, in a box or anywhere. */
export const acceptedWithin = (box: Box | null): Filter =>
  box ? { op: 'and', of: [accepted, { op: 'within', latitude: 'coordinates.latitude', longitude: 'coordinates.longitude', box }] } : accepted;
