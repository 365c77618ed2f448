import { z } from 'zod';
import { address, coordinates, id, line } from '../../kit/field.ts';
import { placeSource } from './placed-stop.ts';
import { defineTool, optionalNullable } from './tool.ts';

export const lookupLocation = defineTool({
  name: 'lookup_location',
  description:
    'Find real places by name. Answers candidates, best first, with the ids that add_stop takes and how far each is from the rest of the trip. Take none that is not the one meant; ask the user when two are as likely. Refused with names when nothing near the itinerary is meant for sure: ask the user, then look up the whole name.',
  effect: 'read',
  args: z.strictObject({
    query: line(200).describe('Name of the place as it is known there, with its town: "Torre de Belém, Lisboa"'),
    itineraryId: optionalNullable(id).describe(
      'What the name means in this itinerary comes first, near its stops before all others, and distances are from them; left out only while there is none',
    ),
    limit: optionalNullable(z.int().min(1).max(10)),
  }),
  result: z.object({
    candidates: z.array(
      z.object({
        placeId: id,
        mapboxId: z.string().nullable().describe('Id with the map service or the gazetteer; null where the place is recorded'),
        name: z.string(),
        placeName: z.string().describe('Name with its surroundings'),
        featureType: z.string().nullable(),
        coordinates,
        address,
        kmFromTrip: z.number().min(0).nullable().describe('From the nearest stop of the itinerary; null when it has none'),
        source: placeSource,
      }),
    ),
  }),
});
