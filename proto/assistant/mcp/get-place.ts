import { z } from 'zod';
import { address, coordinates, id } from '../../kit/field.ts';
import { defineTool } from '../tools/tool.ts';
import { stopMention } from './story-card.ts';

export const getPlace = defineTool({
  name: 'get_place',
  description: 'What is known of a place, and what travellers say of it in their stories. Ids come from lookup_location, search, near and get_story.',
  effect: 'read',
  args: z.strictObject({ placeId: id }),
  result: z.object({
    placeId: id,
    name: z.string(),
    otherNames: z.array(z.string()),
    placeName: z.string().nullable().describe('Name with its surroundings'),
    featureType: z.string().nullable(),
    categories: z.array(z.string()),
    coordinates,
    address,
    wikidataId: z.string().nullable(),
    stops: z.array(stopMention).describe('Stops of stories at this place, the latest ten'),
  }),
});
