import { z } from 'zod';
import { id } from '../kit/field.ts';

/** PRIVATE: its owner. UNLISTED: whoever has the link. PUBLIC: everyone. */
export const visibility = z.enum(['PRIVATE', 'UNLISTED', 'PUBLIC']);

/** Who sees an itinerary, carried by all that hangs on it. */
export const audience = z.object({
  accountId: id.describe('Owner of the itinerary'),
  visibility,
  hidden: z.boolean().describe('Taken out of sight by a moderator'),
});
export type Audience = z.output<typeof audience>;
