import { z } from 'zod';
import { dayFields } from '../../itineraries/day.ts';
import { id } from '../../kit/field.ts';
import { defineTool, optionalNullable } from './tool.ts';

export const addDay = defineTool({
  name: 'add_day',
  description: 'Add a day at the end of an itinerary of the user. Answers the id that add_stop and optimize_route need.',
  effect: 'write',
  args: z.strictObject({
    itineraryId: id.describe('As create_itinerary answered it, or that of the open page'),
    title: optionalNullable(dayFields.title).describe('What the day is about'),
    description: optionalNullable(dayFields.description),
  }),
  result: z.object({ id, number: z.int().describe('From 1') }),
});
