import { z } from 'zod';
import type { FoundPlace } from './port.ts';

const named = z.object({ name: z.string() }).partial();
const text = z.string().optional();

/** Fields read from a feature of the Search Box API v1; others are ignored. */
export const mapboxFeature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    name: z.string().min(1),
    mapbox_id: z.string().min(1),
    feature_type: z.string().min(1),
    address: text,
    place_formatted: text,
    maki: text,
    poi_category: z.array(z.string()).optional(),
    context: z
      .object({
        country: named.extend({ country_code: z.string() }).partial(),
        region: named,
        postcode: named,
        place: named,
        locality: named,
      })
      .partial()
      .optional(),
  }),
});
export type MapboxFeature = z.output<typeof mapboxFeature>;

/** Most categories of a place; see proto/itineraries/place.ts. */
const maxCategories = 20;

/** A feature of the Search Box API as a place. */
export function placeOfFeature({ geometry, properties }: MapboxFeature): FoundPlace {
  const { name, feature_type: featureType, place_formatted: placeFormatted = '', context = {} } = properties;
  const [longitude, latitude] = geometry.coordinates;
  const countryCode = context.country?.country_code?.toUpperCase() ?? null;
  return {
    name,
    placeName: placeFormatted ? `${name}, ${placeFormatted}` : name,
    featureType,
    coordinates: { latitude, longitude },
    address: {
      addressLine1: properties.address ?? (featureType === 'address' ? name : null),
      addressLine2: null,
      city: context.place?.name ?? context.locality?.name ?? (featureType === 'place' ? name : null),
      state: context.region?.name ?? (featureType === 'region' ? name : null),
      postalCode: context.postcode?.name ?? null,
      countryName: context.country?.name ?? (featureType === 'country' ? name : null),
      countryCode: countryCode && /^[A-Z]{2}$/.test(countryCode) ? countryCode : null,
    },
    placeFormatted,
    // Mapbox orders its results without a score.
    relevance: null,
    match: null,
    mapboxId: properties.mapbox_id,
    poiCategories: (properties.poi_category ?? []).slice(0, maxCategories),
    maki: properties.maki ?? null,
    wikidataId: null,
  };
}
