import { z } from 'zod';
import { countryCode, id, imageUrl } from '../kit/field.ts';
import { defineRoutes } from '../kit/route.ts';
import { optionalBounds } from './bounds.ts';

const corner = z.object({ lat: z.number(), lng: z.number() });

/** A country as a card on the map (spec 2.7). */
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
  listCountriesInView: {
    method: 'GET',
    path: '/countries/in-view',
    summary: 'Countries with public stops, optionally within bounds, most itineraries first',
    access: 'geography.read',
    query: z.strictObject(optionalBounds),
    reply: z.object({ items: z.array(countryInView) }),
  },
});
