import { z } from 'zod';
import { stopFields } from '../../itineraries/stop.ts';
import { id } from '../../kit/field.ts';
import { placedStop } from './placed-stop.ts';
import { defineTool, unsaid } from './tool.ts';

export const updateStop = defineTool({
  name: 'update_stop',
  description:
    'Change texts or times of a stop, or move it to another day. Only what is named changes. For another place add another stop; accepting a stop is for the user.',
  effect: 'write',
  args: z.strictObject({
    itineraryId: id,
    stopId: id,
    title: unsaid(stopFields.title),
    highlight: unsaid(stopFields.highlight),
    description: unsaid(stopFields.description),
    startTime: unsaid(stopFields.startTime),
    durationMinutes: unsaid(stopFields.durationMinutes),
    dayId: unsaid(id).describe('Day that it moves to'),
  }),
  result: placedStop,
});
