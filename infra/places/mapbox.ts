import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import type { FoundPlace, Places, SearchOptions } from './port.ts';

const searchBox = 'https://api.mapbox.com/search/searchbox/v1';
/** Request timeout, milliseconds. It is short, because later answers are useless while a person types. */
const patience = 3_000;
/** Limits of the Search Box API. */
const maxQuery = 200;
const maxLimit = 10;
const maxOfCategory = 25;

const reply = z.object({ features: z.array(z.unknown()) });

/** Addresses and points of interest of Mapbox (Search Box API v1). Its terms forbid storing results beyond a request, so nothing is cached here. */
export function mapboxPlaces(token: string): Places {
  const ask = async (endpoint: string, parameters: Record<string, string>, unknownIs?: number[]): Promise<FoundPlace[]> => {
    const answer = await fetchJson(`${searchBox}/${endpoint}?${new URLSearchParams({ ...parameters, access_token: token })}`, unknownIs);
    return answer === nothing ? [] : parseMapboxPlaces(answer);
  };
  return {
    async search(query, options) {
      const typed = query.trim().slice(0, maxQuery);
      return typed === '' ? [] : ask('forward', forwardParameters(typed, options));
    },
    async retrieve(id) {
      // Mapbox answers with one of these statuses to an id of another provider.
      const [found = null] = await ask(`retrieve/${encodeURIComponent(id)}`, { session_token: randomUUID(), language: 'en' }, [400, 404, 422]);
      return found;
    },
    async nearest({ latitude, longitude }) {
      const [found = null] = await ask('reverse', { longitude: String(longitude), latitude: String(latitude), limit: '1', language: 'en' });
      return found;
    },
    within: ({ south, west, north, east }, limit) => {
      // A box across the antimeridian would need two requests, so the part east of it is left out.
      const bbox = [west, south, east < west ? 180 : east, north].join(',');
      return ask('category/tourist_attraction', { bbox, limit: String(Math.min(limit, maxOfCategory)), language: 'en' });
    },
    warm: async () => {},
  };
}

/** Parameters of `/forward`. Without a proximity, Mapbox ranks by the location of this server's IP address. */
export function forwardParameters(query: string, { near, limit, lang = 'en' }: SearchOptions): Record<string, string> {
  return {
    q: query,
    limit: String(Math.min(limit, maxLimit)),
    language: lang,
    auto_complete: 'true',
    ...(near && { proximity: `${near.longitude},${near.latitude}` }),
  };
}

/** Places of an answer. Unexpected features are skipped, so that one invalid entry does not hide the others. */
export function parseMapboxPlaces(answer: unknown): FoundPlace[] {
  const parsed = reply.safeParse(answer);
  if (!parsed.success) throw new EngineUnavailable('mapbox', parsed.error);
  return parsed.data.features.flatMap((feature) => {
    const known = mapboxFeature.safeParse(feature);
    return known.success ? [placeOfFeature(known.data)] : [];
  });
}

const nothing = Symbol('nothing');

/** @param unknownIs HTTP statuses that mean a missing resource. */
async function fetchJson(url: string, unknownIs: readonly number[] = []): Promise<unknown> {
  const lost = (cause: unknown): never => {
    throw new EngineUnavailable('mapbox', cause);
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(lost);
  if (unknownIs.includes(response.status)) return nothing;
  // The error omits the URL, which contains the token.
  if (!response.ok) throw new EngineUnavailable('mapbox', new Error(`answered ${response.status}`));
  return response.json().catch(lost);
}

const named = z.object({ name: z.string() }).partial();
const text = z.string().optional();

/** Fields read from a feature of the Search Box API v1; others are ignored. */
const mapboxFeature = z.object({
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
type MapboxFeature = z.output<typeof mapboxFeature>;

/** Most categories of a place; see proto/itineraries/place.ts. */
const maxCategories = 20;

/** Converts a feature of the Search Box API to a place. */
function placeOfFeature({ geometry, properties }: MapboxFeature): FoundPlace {
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
