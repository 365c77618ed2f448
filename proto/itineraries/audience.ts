import { z } from 'zod';
import { id } from '../kit/field.ts';

/** Readers of an itinerary. PRIVATE: its owner. UNLISTED: holders of the link. PUBLIC: everyone. */
export const visibility = z.enum(['PRIVATE', 'UNLISTED', 'PUBLIC']);

/** Audience of an itinerary, copied to its days, its stops and the targets of comments. */
export const audience = z.object({
  accountId: id.describe('Owner of the itinerary'),
  visibility,
  hidden: z.boolean().describe('Taken out of sight by a moderator'),
});
export type Audience = z.output<typeof audience>;
