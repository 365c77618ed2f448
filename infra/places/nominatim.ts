import { z } from 'zod';
import type { OpenService } from '../open-data/open-service.ts';
import { addressLine } from './address-line.ts';
import type { OpenPlaces } from './open-places.ts';
import { osmObjectOf, osmPlace, osmPlaceId, sightTagKeys } from './osm-place.ts';
import type { FoundPlace } from './port.ts';

const longestQuery = 200;
/** Most results of one API request. */
const mostAnswers = 40;
/** Half the side of the preferred box, degrees. */
const nearby = 0.5;

const text = z.string().min(1).optional();
const degrees = (most: number) => z.coerce.number().min(-most).max(most);
const item = z.object({
  osm_type: z.enum(['node', 'way', 'relation']),
  osm_id: z.int().min(1),
  lat: degrees(90),
  lon: degrees(180),
  category: z.string(),
  type: z.string(),
  addresstype: z.string().optional(),
  name: z.string().nullish(),
  address: z.object({
    ...{ house_number: text, road: text, postcode: text, country_code: text },
    ...{ place: text, isolated_dwelling: text, hamlet: text, croft: text, neighbourhood: text, quarter: text, suburb: text },
    ...{ pedestrian: text, footway: text, square: text, city: text, town: text, village: text, municipality: text, county: text, state: text },
  }),
  extratags: z.record(z.string(), z.string()).nullish(),
});
const list = z.array(z.unknown());
const wikidata = z.string().regex(/^Q[0-9]+$/);

const common = { format: 'jsonv2', addressdetails: '1', extratags: '1' };

/**
 * Places of OpenStreetMap by Nominatim. The public server's usage policy allows one request per second and no search while typing. A self-hosted
 * server may allow more.
 */
export function nominatimPlaces(service: OpenService): OpenPlaces {
  const ask = async (path: string, parameters: Record<string, string>): Promise<FoundPlace[]> =>
    ((await service.ask(path, { ...common, ...parameters }, list)) ?? []).flatMap(placeOf);
  return {
    search: async (query, { near, limit, lang = 'en' }) => {
      const q = query.trim().slice(0, longestQuery);
      if (q === '') return [];
      const bias: Record<string, string> = near ? { viewbox: boxAround(near.latitude, near.longitude) } : {};
      return ask('/search', { q, limit: String(Math.min(limit, mostAnswers)), 'accept-language': lang, ...bias });
    },
    nearest: async ({ latitude, longitude }) => {
      const at = { lat: latitude.toFixed(6), lon: longitude.toFixed(6), 'accept-language': 'en' };
      const found = await service.ask('/reverse', { ...common, ...at }, z.unknown());
      return placeOf(found)[0] ?? null;
    },
    within: async ({ south, west, north, east }, limit) => {
      // A box across the antimeridian would need two requests, so the part east of it is left out.
      const viewbox = [west, north, east < west ? 180 : east, south].map((degree) => degree.toFixed(4)).join();
      const most = String(Math.min(limit, mostAnswers));
      const ofPart = { viewbox, bounded: '1', limit: most, 'accept-language': 'en' };
      const found: FoundPlace[] = [];
      for (const key of sightTagKeys) if (found.length < limit) found.push(...(await ask('/search', { q: `[${key}]`, ...ofPart })));
      return found;
    },
    retrieve: async (id) => {
      const thing = osmObjectOf(id);
      if (!thing) return null;
      const osm_ids = `${thing.type.charAt(0).toUpperCase()}${thing.number}`;
      return (await ask('/lookup', { osm_ids, 'accept-language': 'en' }))[0] ?? null;
    },
  };
}

function boxAround(latitude: number, longitude: number): string {
  const [north, south] = [Math.min(90, latitude + nearby), Math.max(-90, latitude - nearby)];
  return [longitude - nearby, north, longitude + nearby, south].map((degree) => degree.toFixed(1)).join();
}

/** Converts a result to a place; empty for an unexpected or unnamed result. */
function placeOf(value: unknown): FoundPlace[] {
  const parsed = item.safeParse(value);
  if (!parsed.success) return [];
  const { address, category: key, type, addresstype = '', osm_type, osm_id, lat, lon, extratags } = parsed.data;
  const { place, isolated_dwelling, hamlet, croft, neighbourhood, quarter, suburb } = address;
  const town = address.city ?? address.town ?? address.village ?? address.municipality;
  const line = addressLine({
    houseNumber: address.house_number,
    street: address.road ?? address.pedestrian ?? address.footway ?? address.square,
    around: [place, isolated_dwelling, hamlet, croft, neighbourhood, quarter, suburb, town],
    countryCode: address.country_code,
  });
  const name = parsed.data.name || line;
  return osmPlace({
    ...{ id: osmPlaceId(osm_type, osm_id), name, line, countryCode: address.country_code, kind: { key, value: type }, addressType: addresstype },
    ...{ city: town, state: address.state, county: address.county },
    ...{ postcode: address.postcode, wikidataId: wikidata.safeParse(extratags?.wikidata).data ?? null },
    coordinates: { latitude: lat, longitude: lon },
  });
}
