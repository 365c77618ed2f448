import { z } from 'zod';
import { id } from '../../kit/field.ts';
import { defineTool } from './tool.ts';

export const removeStop = defineTool({
  name: 'remove_stop',
  description: 'Take a stop out of an itinerary of the user. Only when the user asked for that, or for something else in its place.',
  effect: 'write',
  args: z.strictObject({ itineraryId: id, stopId: id }),
  result: z.object({ id }),
});
