import { z } from 'zod';
import { numberInQuery, whole } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { nameParameter, searchQuery, searchResultsOf } from '../search/search-query.ts';
import { visibility } from './audience.ts';
import { optionalBounds, refusePartialBounds } from './bounds.ts';
import { itineraryView } from './itinerary.ts';
import { stopView } from './stop.ts';

const days = numberInQuery(whole.min(1, 'At least 1').max(1_000, 'At most 1000'));

/** Number of best matches that are fetched when the results are not sorted by relevance. */
export const mostSortedMatches = 200;
export const searchOrder = z.enum(['best', 'newest', 'mostLiked']);
export type SearchOrder = z.output<typeof searchOrder>;

export const season = z.enum(['spring', 'summer', 'autumn', 'winter']);
export type Season = z.output<typeof season>;

export const itinerarySearchRoutes = defineRoutes({
  searchItineraries: route.get(
    '/itineraries/search',
    'Find itineraries by words in what is written about them and the places they go to, everywhere or with a stop in a part of the map',
    'stories.read',
    {
      query: searchQuery({
        visibility: visibility.optional().describe('Only these; of private and unlisted ones only those of the caller are found'),
        country: nameParameter.optional().describe('Name or ISO 3166-1 code of a country that they go to'),
        minDays: days.optional().describe('No shorter than so many days'),
        maxDays: days.optional().describe('No longer than so many days'),
        hasPicture: z
          .enum(['true', 'false'])
          .transform((value) => value === 'true')
          .optional()
          .describe('Whether they have a picture of their own'),
        season: season
          .optional()
          .describe('In which they are, by their dates and on which side of the equator their stops lie; one without a date is in none'),
        order: searchOrder.default('best').describe(`best: as they fit the words; any other is that of the ${mostSortedMatches} that fit best`),
        ...optionalBounds,
      }).superRefine(refusePartialBounds),
      reply: searchResultsOf(itineraryView.omit({ days: true, stops: true })),
    },
  ),
  searchStops: route.get(
    '/itineraries/stops/search',
    'Find accepted stops by words in what is written about them and where they are, everywhere or in a part of the map',
    'stories.read',
    {
      query: searchQuery({
        country: nameParameter.optional().describe('Name or ISO 3166-1 code of a country'),
        city: nameParameter.optional().describe('Name of a city'),
        ...optionalBounds,
      }).superRefine(refusePartialBounds),
      reply: searchResultsOf(stopView),
    },
  ),
});
