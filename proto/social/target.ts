import { z } from 'zod';
import { audience } from '../itineraries/audience.ts';
import { id } from '../kit/field.ts';

/** spec 3: what people comment on. */
export const targetKind = z.enum(['itinerary', 'stop']);

/** An itinerary or a stop as far as those who comment, react and save are concerned; who sees it sees what hangs on it. */
export const target = z.object({
  id,
  kind: targetKind,
  itineraryId: id.describe('The itinerary itself, or the one that the stop belongs to'),
  stopIds: z.array(id).describe('Of an itinerary; empty for a stop'),
  isAccepted: z.boolean().describe('False of a stop that is only suggested, which is for its owner alone'),
  ...audience.shape,
});
export type Target = z.output<typeof target>;
