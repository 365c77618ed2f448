import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { EngineUnavailable } from '../errors.ts';
import { mapboxFeature, placeOfFeature } from './mapbox-feature.ts';
import type { FoundPlace, Places, SearchOptions } from './port.ts';

const searchBox = 'https://api.mapbox.com/search/searchbox/v1';
/** Longer answers than this come too late for somebody who is typing, milliseconds. */
const patience = 3_000;
/** Bounds of the Search Box API. */
const maxQuery = 200;
const maxLimit = 10;
const maxOfCategory = 25;

const reply = z.object({ features: z.array(z.unknown()) });

/** Addresses and points of interest of Mapbox (Search Box API v1). Its terms forbid to keep answers longer than a request, so nothing is cached here. */
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
      // An id that is none of its own is refused in one of these ways.
      const [found = null] = await ask(`retrieve/${encodeURIComponent(id)}`, { session_token: randomUUID(), language: 'en' }, [400, 404, 422]);
      return found;
    },
    async nearest({ latitude, longitude }) {
      const [found = null] = await ask('reverse', { longitude: String(longitude), latitude: String(latitude), limit: '1', language: 'en' });
      return found;
    },
    within: ({ south, west, north, east }, limit) => {
      // Two boxes would be two requests; the part east of the line is left out.
      const bbox = [west, south, east < west ? 180 : east, north].join(',');
      return ask('category/tourist_attraction', { bbox, limit: String(Math.min(limit, maxOfCategory)), language: 'en' });
    },
    warm: async () => {},
  };
}

/** Parameters of `/forward`. Without a proximity it would use the address of the request, which is this server's. */
export function forwardParameters(query: string, { near, limit, lang = 'en' }: SearchOptions): Record<string, string> {
  return {
    q: query,
    limit: String(Math.min(limit, maxLimit)),
    language: lang,
    auto_complete: 'true',
    ...(near && { proximity: `${near.longitude},${near.latitude}` }),
  };
}

/** Places of an answer; a feature that is not as expected is left out, so that one odd entry does not spoil the others. */
export function placesOf(answer: unknown): FoundPlace[] {
  const parsed = reply.safeParse(answer);
  if (!parsed.success) throw new EngineUnavailable('mapbox', parsed.error);
  return parsed.data.features.flatMap((feature) => {
    const known = mapboxFeature.safeParse(feature);
    return known.success ? [placeOfFeature(known.data)] : [];
  });
}

const nothing = Symbol('nothing');

/** @param unknownIs statuses that say that what was asked for does not exist. */
async function fetchJson(url: string, unknownIs: readonly number[] = []): Promise<unknown> {
  const lost = (cause: unknown): never => {
    throw new EngineUnavailable('mapbox', cause);
  };
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(lost);
  if (unknownIs.includes(response.status)) return nothing;
  // The address is not told: it holds the token.
  if (!response.ok) throw new EngineUnavailable('mapbox', new Error(`answered ${response.status}`));
  return response.json().catch(lost);
}
