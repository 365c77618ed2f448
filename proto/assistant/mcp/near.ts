import { z } from 'zod';
import { latitude, longitude } from '../../kit/field.ts';
import { defineTool, optionalNullable } from '../tools/tool.ts';
import { defaultListLimit, stopSummary, storyCard } from './story-card.ts';

/** Default search radius, kilometres. */
export const defaultRadiusKilometres = 10;

export const near = defineTool({
  name: 'near',
  description:
    'What travellers stopped at around a point, nearest first, and the stories that go there, most liked first. For a named place call lookup_location first, and take its coordinates.',
  effect: 'read',
  args: z.strictObject({
    latitude,
    longitude,
    radiusKm: optionalNullable(z.number().min(0.1).max(200)).describe(`${defaultRadiusKilometres} unless said`),
    limit: optionalNullable(z.int().min(1).max(20)).describe(`Of stops and of stories, each; ${defaultListLimit} unless said`),
  }),
  result: z.object({
    label: z.string().describe('What the point is called after'),
    stops: z.array(stopSummary.extend({ km: z.number().min(0).describe('From the point') })),
    stories: z.array(storyCard),
  }),
});
