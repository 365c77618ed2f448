import { z } from 'zod';
import { stopFields, stopTable } from '../../itineraries/stop.ts';
import { id } from '../../kit/field.ts';
import { placedStop } from './placed-stop.ts';
import { defineTool, toolArguments } from './tool.ts';

export const addStop = defineTool({
  name: 'add_stop',
  description:
    'Add a stop at the end of a day. Its place is one that lookup_location answered in this conversation: look it up first, and never make an id up. Refused when it is far from the other stops of the day; then look the place up again, nearer to them.',
  effect: 'write',
  args: z.strictObject({
    itineraryId: id,
    dayId: id.describe('As add_day answered it'),
    placeId: id.describe('As lookup_location answered it'),
    ...toolArguments(stopTable),
    title: stopFields.title,
  }),
  result: placedStop,
});
