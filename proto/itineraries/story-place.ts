import { z } from 'zod';
import { coordinates, countryCode, id } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { searchQuery, searchResultsOf } from '../search/search-query.ts';
import { placeFields } from './place.ts';
import { placeSearchResult } from './place-search.ts';
import { stopView } from './stop.ts';
import { countryInView } from './stop-map.ts';

/** A place with at least one stop. */
export const storyPlace = z.object({
  id,
  name: placeFields.name,
  featureType: placeFields.featureType,
  poiCategories: placeFields.poiCategories,
  maki: placeFields.maki,
  coordinates,
  addressCity: z.string().nullable(),
  addressCountry: z.string().nullable(),
  countryCode: countryCode.nullable(),
  itinerariesCount: z.int().describe('Public itineraries with a stop here'),
  stopsCount: z.int().describe('Public stops here'),
  stop: stopView.pick({ id: true, itineraryId: true, title: true, highlight: true, imageUrl: true, image: true }).describe('The one that fits best'),
});
export type StoryPlace = z.output<typeof storyPlace>;

/** A place found by its name, with or without stops. */
export const placeOnMap = placeSearchResult.extend({
  bounds: countryInView.shape.bounds.describe('What to show of the map, in degrees; crosses the antimeridian when southWest.lng > northEast.lng'),
  itinerariesCount: z
    .int()
    .nullable()
    .describe('Public itineraries with a stop in these bounds, or in the country; null where nobody knows how far it reaches'),
  stopsCount: z.int().nullable().describe('Public stops there; null as well'),
});
export type PlaceOnMap = z.output<typeof placeOnMap>;

export const storyPlaceRoutes = defineRoutes({
  searchStoryPlaces: route.get(
    '/itineraries/places/search',
    'Find places by words, each once: those that stories go to, by what is written about their stops, and those that are called so',
    'stories.read',
    {
      query: searchQuery({}),
      reply: searchResultsOf(storyPlace).extend({
        onMap: z.array(placeOnMap).describe('Cities, countries and sights that are called so and are not among the results, on every page'),
      }),
    },
  ),
});
