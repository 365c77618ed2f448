import { z } from 'zod';
import { address, coordinates, countryCode, id, line, text } from '../kit/field.ts';
import { placeFields } from './place.ts';

/** Place of a stop, copied when the stop was added. */
export const stopPlace = z.object({
  placeId: id,
  placeName: z.string(),
  placeFullName: z.string(),
  placeOtherNames: placeFields.otherNames.optional(),
  coordinates,
  address,
  countryId: id.nullable(),
  countryCode: countryCode.nullable(),
  isLocated: z.boolean().optional().describe('False as long as nobody has said where it is: its coordinates are only near the rest of the trip'),
});
export type StopPlace = z.output<typeof stopPlace>;

/**
 * Reference to the place of a new stop: `placeId`, a map-service id with feature type, a `locationQuery`, or coordinates, which may have an address.
 * A search result also has coordinates and all known data; a place stored under its map-service id is reused.
 */
export const placeReference = {
  placeId: id.optional(),
  mapboxId: line(200).optional().describe('Id that the place search gave, of the map service or of the gazetteer; together with featureType'),
  featureType: line(60).optional(),
  locationQuery: line(200).optional().describe('Words to look the place up with; refused with candidates when they do not mean one place'),
  coordinates: coordinates.optional(),
  address: address.optional(),
  placeName: line(200).optional().describe('Name of the place at the coordinates'),
  placeFullName: line(300).optional().describe('Its name with its surroundings'),
  placeFormatted: text(300).optional().describe('The surroundings alone'),
  poiCategories: z.array(line(60)).max(20).optional(),
  maki: line(60).optional().describe('Name of an icon'),
  isLocated: z
    .boolean()
    .optional()
    .describe('False with coordinates that are only near the rest of the trip: the map does not show such a stop. Of a known place it says nothing'),
};

/** JSON schema of the rule `namesOnePlace`, for the API description. */
export const onePlaceSchema = {
  oneOf: [{ required: ['placeId'] }, { anyOf: [{ required: ['coordinates'] }, { required: ['mapboxId'] }] }, { required: ['locationQuery'] }],
};

export const onePlaceMessage = 'Name the place by exactly one of placeId, mapboxId, locationQuery, coordinates';

type Reference = { [K in 'placeId' | 'mapboxId' | 'locationQuery' | 'coordinates']?: unknown };

export const namesOnePlace = ({ placeId, mapboxId, locationQuery, coordinates }: Reference): boolean =>
  [placeId, coordinates ?? mapboxId, locationQuery].filter((named) => named !== undefined).length === 1;
