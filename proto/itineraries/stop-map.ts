import { z } from 'zod';
import { countryCode, id, imageUrl, numberInQuery, whole } from '../kit/field.ts';
import { pageOf } from '../kit/list.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { bounds, optionalBounds, refusePartialBounds } from './bounds.ts';
import { itineraryCard } from './itinerary.ts';

const corner = z.object({ lat: z.number(), lng: z.number() });

/** A country card on the map (spec 2.7). */
export const countryInView = z.object({
  id,
  code: countryCode,
  name: z.string(),
  imageUrl: imageUrl.nullable(),
  itinerariesCount: z.int().describe('Itineraries with a stop of this country in view'),
  stopsCount: z.int().describe('Stops of this country in view'),
  bounds: z
    .object({ southWest: corner, northEast: corner })
    .describe('Around all stops of the country, in degrees; crosses the antimeridian when southWest.lng > northEast.lng'),
});
export type CountryInView = z.output<typeof countryInView>;

export const stopMapRoutes = defineRoutes({
  listItinerariesByBounds: route.get(
    '/itineraries/by-bounds',
    'Itineraries with at least one accepted stop in the box, most liked first',
    'stories.read',
    {
      query: bounds.extend({
        countryCode: countryCode.optional().describe('Only those with such a stop in this country'),
        page: numberInQuery(whole.min(1, 'At least 1').max(100, 'At most 100')).default(1),
        limit: numberInQuery(whole.min(1, 'At least 1').max(100, 'At most 100')).default(20),
      }),
      reply: pageOf(itineraryCard),
    },
  ),
  listCountriesInView: route.get(
    '/countries/in-view',
    'Countries with public stops, optionally within bounds, most itineraries first',
    'geography.read',
    { query: z.strictObject(optionalBounds).superRefine(refusePartialBounds), reply: z.object({ items: z.array(countryInView) }) },
  ),
});
