import { z } from 'zod';
import { itineraryFields } from '../../itineraries/itinerary.ts';
import { id } from '../../kit/field.ts';
import { defineTool, optionalNullable } from './tool.ts';

export const updateItinerary = defineTool({
  name: 'update_itinerary',
  description:
    'Change texts of an itinerary of the user. Only what is named changes. It cannot make an itinerary public: the user does that, on its page.',
  effect: 'write',
  args: z.strictObject({
    itineraryId: id,
    title: optionalNullable(itineraryFields.title),
    shortDescription: optionalNullable(itineraryFields.shortDescription),
    description: optionalNullable(itineraryFields.description),
    highlights: optionalNullable(itineraryFields.highlights).describe('All of them: they take the place of those before'),
  }),
  result: z.object({ id, title: z.string() }),
});
