import { z } from 'zod';
import type { OpenService } from '../open-data/open-service.ts';
import { addressLine } from './address-line.ts';
import type { OpenPlaces } from './open-places.ts';
import { type OsmType, osmPlace, osmPlaceId, sightTagKeys } from './osm-place.ts';
import type { FoundPlace, SearchOptions } from './port.ts';

/** Languages that Photon accepts; it refuses all others. */
const languages: readonly string[] = ['en', 'de', 'fr'];
/** Longest query; Photon finds nothing for longer queries. */
const longestQuery = 200;
const mostOfPart = 50;
/** Length of a degree of latitude, kilometres. */
const degree = 111.2;

const text = z.string().min(1).optional();
const feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]) }),
  properties: z.object({
    osm_type: z.enum(['N', 'W', 'R']),
    osm_id: z.int().min(1),
    osm_key: z.string(),
    osm_value: z.string(),
    type: z.string().optional(),
    ...{ name: text, housenumber: text, street: text, postcode: text },
    ...{ city: text, district: text, locality: text, county: text, state: text, country: text, countrycode: text },
  }),
});
type Properties = z.output<typeof feature>['properties'];
const reply = z.object({ features: z.array(z.unknown()) });

const types: Readonly<Record<Properties['osm_type'], OsmType>> = { N: 'node', W: 'way', R: 'relation' };

/** Places of OpenStreetMap by Photon, which is fast enough for search while typing. It has no look-up by id. */
export function photonPlaces(service: OpenService): OpenPlaces {
  const ask = async (path: string, parameters: Record<string, string>): Promise<FoundPlace[]> =>
    ((await service.ask(path, parameters, reply))?.features ?? []).flatMap(placeOf);
  return {
    search: async (query, options) => {
      const q = query.trim().slice(0, longestQuery);
      return q === '' ? [] : ask('/api', { q, ...parametersOf(options) });
    },
    nearest: async ({ latitude, longitude }) => {
      const at = { lat: latitude.toFixed(6), lon: longitude.toFixed(6) };
      const [found = null] = await ask('/reverse', { ...at, limit: '1', lang: 'en' });
      return found;
    },
    within: async ({ south, west, north, east }, limit) => {
      const width = (east - west + 360) % 360;
      const middle = { lat: (south + north) / 2, lon: ((west + width / 2 + 540) % 360) - 180 };
      const across = Math.max(north - south, width * Math.cos((middle.lat * Math.PI) / 180)) * degree;
      const around = {
        lat: middle.lat.toFixed(4),
        lon: middle.lon.toFixed(4),
        radius: Math.max(0.1, across * 0.75).toFixed(1),
        limit: String(mostOfPart),
        lang: 'en',
      };
      const found = await Promise.all(sightTagKeys.map((key) => ask('/reverse', { ...around, osm_tag: key })));
      return found.flat().slice(0, limit * sightTagKeys.length);
    },
  };
}

function parametersOf({ near, limit, lang = 'en' }: SearchOptions): Record<string, string> {
  const language = lang.split('-')[0] ?? '';
  // Rounded to 0.1 degrees, about 11 km, because exact points would miss the cache at each move of the map.
  const bias: Record<string, string> = near
    ? { lat: near.latitude.toFixed(1), lon: near.longitude.toFixed(1), zoom: '10', location_bias_scale: '0.3' }
    : {};
  return { limit: String(limit), lang: languages.includes(language) ? language : 'en', ...bias };
}

/** Converts a feature to a place; empty for an unexpected or unnamed feature. */
function placeOf(value: unknown): FoundPlace[] {
  const parsed = feature.safeParse(value);
  if (!parsed.success) return [];
  const { geometry, properties } = parsed.data;
  const { housenumber: houseNumber, street, locality, district, city, countrycode: countryCode } = properties;
  const line = addressLine({ houseNumber, street, around: [locality, district, city], countryCode });
  const name = properties.name ?? line;
  return osmPlace({
    ...{ id: osmPlaceId(types[properties.osm_type], properties.osm_id), name, line, countryCode: properties.countrycode, wikidataId: null },
    ...{ kind: { key: properties.osm_key, value: properties.osm_value }, addressType: properties.type ?? '' },
    ...{ city: properties.city, state: properties.state, county: properties.county, postcode: properties.postcode },
    coordinates: { latitude: geometry.coordinates[1], longitude: geometry.coordinates[0] },
  });
}
