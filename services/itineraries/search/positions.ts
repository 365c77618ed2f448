import type { Stop } from '@waystory/proto/itineraries/stop.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';

/** Where a stop is on the map; nowhere as long as nobody has said where it is. A stop of before such a time was always somewhere. */
export const positionsOf = ({ coordinates, isLocated }: Pick<Stop, 'coordinates' | 'isLocated'>): Coordinates[] =>
  isLocated === false ? [] : [{ latitude: coordinates.latitude, longitude: coordinates.longitude }];
