import { z } from 'zod';
import { cause } from '../kit/cause.ts';
import { id } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** An itinerary, day or stop, with its title. */
const thing = z.object({
  kind: z.enum(['itinerary', 'day', 'stop']),
  id,
  title: z.string().nullable(),
  number: z.int().nullable().describe('Of a day'),
  fields: z.array(z.string()).describe('What of it; empty for all of it'),
});

/**
 * An entity whose change was reversed. `REMOVED`: it was removed again. `RESTORED`: it exists again. `CHANGED`: its fields have their earlier values.
 */
export const reversedEntity = thing.extend({ change: z.enum(['REMOVED', 'RESTORED', 'CHANGED']) });
export type ReversedEntity = z.output<typeof reversedEntity>;

/**
 * An entity whose change stays. `CHANGED_LATER`: it was changed again. `REMOVED_LATER`: it was removed later. `STILL_USED`: a day with remaining
 * stops, or the day of a removed stop. `REFUSED`: not allowed, or not at present.
 */
export const unreversedEntity = thing.extend({ reason: z.enum(['CHANGED_LATER', 'REMOVED_LATER', 'STILL_USED', 'REFUSED']) });
export type UnreversedEntity = z.output<typeof unreversedEntity>;

export const reversal = z.object({
  cause: cause.describe('Of what was written for it: reversed in its turn, it is done again'),
  restored: z.array(reversedEntity),
  left: z.array(unreversedEntity),
});

export const reversalRoutes = defineRoutes({
  reverseItinerary: route.post(
    '/itineraries/:id/reversals',
    'Take back what you wrote to an itinerary for some causes; what was written over since stays',
    'stories.write',
    {
      params: z.object({ id }),
      body: z.object({ causes: z.array(cause).min(1, 'Name what it came of').max(200, 'At most 200') }),
      reply: reversal,
      statuses: [200],
      errors: ['itinerary/unknown', 'itinerary/not-yours', 'itinerary/in-bin', 'itinerary/too-large', 'stop/too-many', 'day/too-many'],
    },
  ),
});
