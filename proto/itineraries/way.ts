import { z } from 'zod';
import { coordinates } from '../kit/field.ts';
import { pointPattern, readPoint } from '../kit/point.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Means of travel between stops. */
export const travelMode = z.enum(['walk', 'bike', 'car']);
export type TravelMode = z.output<typeof travelMode>;

/** Maximum number of points of one route request. */
const mostPoints = 50;

const list = new RegExp(`^${pointPattern}(?:;${pointPattern}){1,${mostPoints - 1}}$`);

/** Points in one query parameter, `lat,lng;lat,lng`, degrees. */
const points = z
  .string()
  .regex(list, `Must be 2 to ${mostPoints} points in degrees, for example 38.71,-9.14;38.72,-9.15`)
  .transform((value) => value.split(';').map(readPoint))
  .pipe(z.array(coordinates));

/** The route from one point to the next. */
export const routeLeg = z.object({
  metres: z.number().min(0),
  seconds: z.number().min(0),
  line: z.array(coordinates).nullable().describe('Along streets and paths; null where it is only known about how far it is'),
});
export type RouteLeg = z.output<typeof routeLeg>;

export const wayRoutes = defineRoutes({
  findWays: route.get(
    '/ways',
    'Ways between points in their order: how far, how long, and along which streets where that is known',
    'geography.read',
    {
      query: z.strictObject({ points: points.describe('lat,lng;lat,lng in degrees, two or more'), mode: travelMode.default('walk') }),
      reply: z.object({ items: z.array(routeLeg.nullable()).describe('One for each point but the first; null where nobody can go that way') }),
    },
  ),
});
