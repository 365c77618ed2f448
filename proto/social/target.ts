import { z } from 'zod';
import { audience } from '../itineraries/audience.ts';
import { id } from '../kit/field.ts';

/** spec 3: kinds of targets of comments. */
export const targetKind = z.enum(['itinerary', 'stop']);

/** An itinerary or stop as a target of comments, reactions and saves, which share its audience. */
export const target = z.object({
  id,
  kind: targetKind,
  itineraryId: id.describe('The itinerary itself, or the one that the stop belongs to'),
  stopIds: z.array(id).describe('Of an itinerary; empty for a stop'),
  isAccepted: z.boolean().describe('False of a stop that is only suggested, which is for its owner alone'),
  ...audience.shape,
});
export type Target = z.output<typeof target>;
