import { z } from 'zod';
import { coordinates, id } from '../../kit/field.ts';

/** Default number of items in a list. */
export const defaultListLimit = 8;

/** A story in a list for other assistants. */
export const storyCard = z.object({
  itineraryId: id.describe('For get_story'),
  title: z.string(),
  author: z.string().nullable().describe('User name'),
  daysCount: z.int(),
  stopsCount: z.int(),
  likeCount: z.int(),
  url: z.string().describe('Its page, to show to the user'),
});

/** A stop in a list for other assistants. */
export const stopSummary = z.object({
  stopId: id,
  itineraryId: id.describe('Story that it belongs to, for get_story'),
  title: z.string(),
  highlight: z.string().nullable().describe('Why to go there, in the words of its author'),
  placeId: id.describe('For get_place and add_stop'),
  placeName: z.string().describe('Name with its surroundings'),
  coordinates,
});
