import { z } from 'zod';

const url = z.url();
/** True for a path, or for a valid URL without a password. */
const isPathOrAddress = (text: string): boolean => !/^https?:\/\//i.test(text) || (URL.canParse(text) && new URL(text).username === '');

/** Settings of the open services: one for each use, and one for all uses together (decision 0058). */
export const openServiceSettings = {
  OPEN_DATA: z
    .enum(['off', 'on'])
    .default('off')
    .describe(
      'Whether open services without a key are asked for streets, places, ways, pictures and facts; off, nothing of them leaves this machine',
    ),
  STREETS: z
    .enum(['built-in', 'openmaptiles', 'pmtiles'])
    .optional()
    .describe(
      "Streets of the drawn map: built-in has none, openmaptiles is any style of OpenMapTiles' schema, pmtiles the archive of MAP_PMTILES; unset, that archive where there is one, else as OPEN_DATA says",
    ),
  STREETS_URL: url.optional().describe('Address of that style; that of OpenFreeMap when unset'),
  STREETS_DARK_URL: url.optional().describe('The same for dark pages; STREETS_URL when unset'),
  MAP_PMTILES: z
    .string()
    .min(1)
    .refine(isPathOrAddress, 'Must be the path of a file, or an http(s) address without a password')
    .optional()
    .describe(
      "PMTiles archive of streets in the schema of Protomaps' basemap: the path of a file, or an http(s) address whose server answers ranges; it goes before MAP_STYLE_URL",
    ),
  PLACES: z
    .enum(['built-in', 'photon', 'nominatim', 'mapbox'])
    .optional()
    .describe('Who finds places beside the recorded ones; unset, mapbox where MAPBOX_TOKEN is set, else as OPEN_DATA says: photon or built-in'),
  PLACES_URL: url.optional().describe('Address of Photon or Nominatim; that of its public server when unset'),
  ROUTING: z
    .enum(['straight', 'valhalla', 'osrm'])
    .optional()
    .describe('Who finds ways between stops: straight lines with a factor, or a server; unset, as OPEN_DATA says: valhalla or straight'),
  ROUTING_URL: url.optional().describe('Address of Valhalla or OSRM; that of its public server when unset'),
  PHOTOS: z
    .enum(['drawn', 'wikimedia', 'openverse', 'unsplash'])
    .optional()
    .describe('Who has pictures to choose from; unset, unsplash where UNSPLASH_ACCESS_KEY is set, else as OPEN_DATA says: wikimedia or drawn'),
  PHOTOS_URL: url.optional().describe('Address of Wikimedia Commons or Openverse; the public one when unset'),
  FACTS: z
    .enum(['none', 'wikidata'])
    .optional()
    .describe('Who tells some lines about places whose Wikidata id is known: nobody, or Wikidata with Wikipedia; unset, as OPEN_DATA says'),
  FACTS_URL: url
    .optional()
    .describe(
      'Address of a server that answers as Wikidata does below /wikidata and as Wikipedia does below /wikipedia/en, /de and /fr; those when unset',
    ),
};

/** Providers that require a key or the location of their data when chosen. */
export const providerKeys = [
  ['PLACES', 'mapbox', 'MAPBOX_TOKEN'],
  ['STREETS', 'pmtiles', 'MAP_PMTILES'],
  ['PHOTOS', 'unsplash', 'UNSPLASH_ACCESS_KEY'],
] as const;
