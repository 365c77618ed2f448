import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Position of a stop on the map; none while it has no place. Stops of older releases always have one. */
export const positionsOf = ({ coordinates, isLocated }: Pick<Stop, 'coordinates' | 'isLocated'>): Coordinates[] =>
  isLocated === false ? [] : [{ latitude: coordinates.latitude, longitude: coordinates.longitude }];
