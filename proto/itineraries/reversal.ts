import { z } from 'zod';
import { cause } from '../kit/cause.ts';
import { id } from '../kit/field.ts';
import { defineRoutes } from '../kit/route.ts';

/** Something of a story, named so that a person knows it. */
const thing = z.object({
  kind: z.enum(['itinerary', 'day', 'stop']),
  id,
  title: z.string().nullable(),
  number: z.int().nullable().describe('Of a day'),
  fields: z.array(z.string()).describe('What of it; empty for all of it'),
});

/** Something that is again as it was. `REMOVED`: it is gone again. `RESTORED`: it is there again. `CHANGED`: its fields have their old values. */
export const reversedThing = thing.extend({ change: z.enum(['REMOVED', 'RESTORED', 'CHANGED']) });
export type ReversedThing = z.output<typeof reversedThing>;

/**
 * Something that stays as it is. `CHANGED_LATER`: what it is now was written later. `REMOVED_LATER`: it went later. `STILL_USED`: a day with stops that
 * stay, or on which the stop was that is gone. `REFUSED`: not allowed any more, or not now.
 */
export const leftThing = thing.extend({ reason: z.enum(['CHANGED_LATER', 'REMOVED_LATER', 'STILL_USED', 'REFUSED']) });
export type LeftThing = z.output<typeof leftThing>;

export const reversal = z.object({
  cause: cause.describe('Of what was written for it: reversed in its turn, it is done again'),
  restored: z.array(reversedThing),
  left: z.array(leftThing),
});

export const reversalRoutes = defineRoutes({
  reverseItinerary: {
    method: 'POST',
    path: '/itineraries/:id/reversals',
    summary: 'Take back what you wrote to an itinerary for some causes; what was written over since stays',
    access: 'stories.write',
    params: z.object({ id }),
    body: z.object({ causes: z.array(cause).min(1, 'Name what it came of').max(200, 'At most 200') }),
    reply: reversal,
    statuses: [200],
    errors: ['itinerary/unknown', 'itinerary/not-yours', 'itinerary/in-bin', 'itinerary/too-large', 'stop/too-many', 'day/too-many'],
  },
});
