import { z } from 'zod';
import { address, coordinates, countryCode, id, line } from '../kit/field.ts';

/** The place of a stop as it was when the stop was added. */
export const stopPlace = z.object({
  placeId: id,
  placeName: z.string(),
  placeFullName: z.string(),
  coordinates,
  address,
  countryId: id.nullable(),
  countryCode: countryCode.nullable(),
});
export type StopPlace = z.output<typeof stopPlace>;

/** How a caller names the place of a new stop: `placeId`, map-service id with feature type, words to look up, or coordinates with an address. */
export const placeReference = {
  placeId: id.optional(),
  mapboxId: line(200).optional().describe('Id of the map service, together with featureType'),
  featureType: line(60).optional(),
  locationQuery: line(200).optional().describe('Words to look the place up with'),
  coordinates: coordinates.optional(),
  address: address.optional(),
  placeName: line(200).optional(),
};

type Reference = { [K in 'placeId' | 'mapboxId' | 'locationQuery' | 'coordinates']?: unknown };

export const namesOnePlace = ({ placeId, mapboxId, locationQuery, coordinates }: Reference): boolean =>
  [placeId, mapboxId, locationQuery, coordinates].filter((named) => named !== undefined).length === 1;
