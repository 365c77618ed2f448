import { z } from 'zod';
import { address, coordinates, id, latitude, line, longitude, numberInQuery, whole } from '../kit/field.ts';
import { point } from '../kit/point.ts';
import { defineRoutes, route } from '../kit/route.ts';
import { bounds, boxOf } from './bounds.ts';
import type { placeReference } from './stop-place.ts';

/** Largest side of a bounding box, degrees, because a larger box contains too many places to show. */
const widestPart = 2;
function refuseWideBounds(corners: z.output<typeof bounds>, context: z.RefinementCtx): void {
  const { southWestLng: west, southWestLat: south, northEastLng: east, northEastLat: north } = corners;
  const isFlat = north < south;
  if (isFlat) context.addIssue({ code: 'custom', message: 'Must not be south of southWestLat', path: ['northEastLat'] });
  if (north - south > widestPart)
    context.addIssue({ code: 'custom', message: `At most ${widestPart} degrees north of southWestLat`, path: ['northEastLat'] });
  if ((east < west ? east - west + 360 : east - west) > widestPart)
    context.addIssue({ code: 'custom', message: `At most ${widestPart} degrees east of southWestLng`, path: ['northEastLng'] });
}

/** A result of the place search. Without a stored place it has no `placeId`, but all data that a new stop needs. */
export const placeSearchResult = z.object({
  placeId: id
    .nullable()
    .describe('For addStop; null when it is not recorded yet, and addStop takes coordinates with placeName, address and the rest'),
  name: z.string(),
  placeName: z.string().describe('Name with its surroundings'),
  featureType: z.string().nullable().describe('Kind of feature: country, place, address, poi, ...'),
  coordinates,
  address,
  placeFormatted: z.string().describe('The surroundings alone; may be empty'),
  relevance: z.number().min(0).max(1).nullable(),
  mapboxId: z.string().nullable().describe('Id with the map service or the gazetteer, for addStop; null for what was typed by hand'),
  poiCategories: z.array(z.string()),
  maki: z.string().nullable().describe('Name of an icon'),
  wikidataId: z.string().nullable(),
  imageUrl: z.string().nullable(),
});
export type PlaceSearchResult = z.output<typeof placeSearchResult>;

export const placeSearchRoutes = defineRoutes({
  searchPlaces: route.get('/places/search', 'Places by the beginning of their name, as one types', 'geography.read', {
    query: z.strictObject({
      q: line(200).describe('What was typed so far'),
      near: point.optional().describe('lat,lng: of equally good places those near to it come first'),
      itineraryId: id.optional().describe('Story that a stop is looked for: what the words mean there comes first, in place of what is near a point'),
      limit: numberInQuery(whole.min(1, 'At least 1').max(20, 'At most 20')).default(8),
      typed: z
        .enum(['all', 'own'])
        .default('all')
        .describe('own: of places that people typed by hand, only those that the caller typed; their texts are nobody else’s'),
    }),
    reply: z.object({
      items: z.array(placeSearchResult),
      isMeant: z
        .boolean()
        .describe('Whether the first is the one that the words mean; else ask: they may mean several, or what is far from the story'),
    }),
    errors: ['itinerary/unknown'],
  }),
  placesWithin: route.get('/places/within', 'Places that one may go to in a part of the map of at most 2 by 2 degrees', 'geography.read', {
    query: z
      .strictObject({ ...bounds.shape, limit: numberInQuery(whole.min(1, 'At least 1').max(100, 'At most 100')).default(60) })
      .superRefine(refuseWideBounds)
      .transform(({ limit, ...corners }) => ({ limit, box: boxOf(corners) })),
    reply: z.object({ items: z.array(placeSearchResult) }),
  }),
  nearestPlace: route.get('/places/nearest', 'What a point on the map is called after', 'geography.read', {
    query: z.strictObject({ lat: numberInQuery(latitude), lng: numberInQuery(longitude) }),
    reply: z.object({
      place: placeSearchResult.nullable().describe('Null in the middle of nowhere'),
      label: z.string().describe('Words for the point itself'),
    }),
  }),
});

type PlaceReference = z.input<z.ZodObject<typeof placeReference>>;

/** Reference to a search result, for addStop. */
export function placeReferenceOf(find: PlaceSearchResult): PlaceReference {
  if (find.placeId) return { placeId: find.placeId };
  const { name, placeName, coordinates: at, address: where, featureType, placeFormatted, mapboxId, poiCategories, maki } = find;
  return {
    ...{ coordinates: at, placeName: name, placeFullName: placeName, placeFormatted, address: where, poiCategories },
    ...(featureType && { featureType }),
    ...(mapboxId && { mapboxId }),
    ...(maki && { maki }),
  };
}
