import { defineRoutes } from '../kit/route.ts';
import { nameParameter, resultsOf, searchQuery } from '../search/search-query.ts';
import { visibility } from './audience.ts';
import { itineraryView } from './itinerary.ts';
import { stopView } from './stop.ts';

export const itinerarySearchRoutes = defineRoutes({
  searchItineraries: {
    method: 'GET',
    path: '/itineraries/search',
    summary: 'Find itineraries by words in what is written about them and the places they go to',
    access: 'stories.read',
    query: searchQuery({ visibility: visibility.optional().describe('Only these; of private and unlisted ones only those of the caller are found') }),
    reply: resultsOf(itineraryView.omit({ days: true, stops: true })),
  },
  searchStops: {
    method: 'GET',
    path: '/itineraries/stops/search',
    summary: 'Find accepted stops by words in what is written about them and where they are',
    access: 'stories.read',
    query: searchQuery({
      country: nameParameter.optional().describe('Name or ISO 3166-1 code of a country'),
      city: nameParameter.optional().describe('Name of a city'),
    }),
    reply: resultsOf(stopView),
  },
});
