import { z } from 'zod';
import { itineraryFields } from '../../itineraries/itinerary.ts';
import { id } from '../../kit/field.ts';
import { defineTool, optionalNullable } from './tool.ts';

export const createItinerary = defineTool({
  name: 'create_itinerary',
  description:
    'Create a new private itinerary of the user, without days and stops. Call it once, when the user wants a trip planned and none is open yet; then add days, and stops to them. Answers the id that the other tools need.',
  effect: 'write',
  args: z.strictObject({
    title: itineraryFields.title.describe('Short and telling, in the language of the user'),
    shortDescription: optionalNullable(itineraryFields.shortDescription).describe('One sentence that makes one want to go'),
    description: optionalNullable(itineraryFields.description),
    highlights: optionalNullable(itineraryFields.highlights).describe('A few words each'),
  }),
  result: z.object({ id, title: z.string() }),
});
