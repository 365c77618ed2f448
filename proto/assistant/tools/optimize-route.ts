import { z } from 'zod';
import { id } from '../../kit/field.ts';
import { defineTool, optionalNullable } from './tool.ts';

export const optimizeRoute = defineTool({
  name: 'optimize_route',
  description:
    'Put the stops of a day into the order with the shortest way. The first and the last stop and those that are locked keep their places, those with a start time their order in time. No order is made longer; isChanged is false when it stays as it was. Call it when the stops of a day are all there.',
  effect: 'write',
  args: z.strictObject({
    itineraryId: id,
    dayId: id,
    lockedStopIds: optionalNullable(z.array(id).max(200)).describe('Keep their places in the order'),
    freeStart: optionalNullable(z.boolean()).describe('True when the day may begin at another stop'),
    freeEnd: optionalNullable(z.boolean()).describe('True when the day may end at another stop'),
  }),
  result: z.object({
    dayId: id,
    stopIds: z.array(id).describe('In their new order'),
    kmBefore: z.number().min(0).describe('As the crow flies'),
    kmAfter: z.number().min(0),
    exact: z.boolean().describe('No other order is shorter'),
    isChanged: z.boolean().optional().describe('False when the order stays as it was'),
  }),
});
