import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import { mapboxFeature, placeOfFeature } from './mapbox-feature.ts';
import type { FoundPlace, Places, SearchOptions } from './port.ts';

const searchBox = 'https://api.mapbox.com/search/searchbox/v1';
/** Request timeout, milliseconds: later answers are useless to someone who is typing. */
const patience = 3_000;
/** Bounds of the Search Box API. */
const maxQuery = 200;
const maxLimit = 10;
const maxOfCategory = 25;

const reply = z.object({ features: z.array(z.unknown()) });

/** Addresses and points of interest of Mapbox (Search Box API v1). Its terms forbid storing results beyond a request, so nothing is cached here. */
export function mapboxPlaces(token: string): Places {
  const ask = async (endpoint: string, parameters: Record<string, string>, unknownIs?: number[]): Promise<FoundPlace[]> => {
    const answer = await fetchJson(`${searchBox}/${endpoint}?${new URLSearchParams({ ...parameters, access_token: token })}`, unknownIs);
    return answer === nothing ? [] : placesOf(answer);
  };
  return {
    async search(query, options) {
      const typed = query.trim().slice(0, maxQuery);
      return typed === '' ? [] : ask('forward', forwardParameters(typed, options));
    },
    async retrieve(id) {
      // Mapbox refuses a foreign id with one of these statuses.
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

/** Parameters of `/forward`. Without a proximity, Mapbox would use the address of this server. */
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
export function placesOf(answer: unknown): FoundPlace[] {
  const parsed = reply.safeParse(answer);
  if (!parsed.success) throw new EngineUnavailable('mapbox', parsed.error);
  return parsed.data.features.flatMap((feature) => {
    const known = mapboxFeature.safeParse(feature);
    return known.success ? [placeOfFeature(known.data)] : [];
  });
}

const nothing = Symbol('nothing');

/** @param unknownIs Statuses of a missing resource. */
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
