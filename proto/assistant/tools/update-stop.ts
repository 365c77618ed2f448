import { z } from 'zod';
import { stopTable } from '../../itineraries/stop.ts';
import { id } from '../../kit/field.ts';
import { placedStop } from './placed-stop.ts';
import { defineTool, optionalNullable, toolArguments } from './tool.ts';

export const updateStop = defineTool({
  name: 'update_stop',
  description:
    'Change texts or times of a stop, or move it to another day. Only what is named changes. For another place add another stop; accepting a stop is for the user.',
  effect: 'write',
  args: z.strictObject({
    itineraryId: id,
    stopId: id,
    ...toolArguments(stopTable),
    dayId: optionalNullable(id).describe('Day that it moves to'),
  }),
  result: placedStop,
});
