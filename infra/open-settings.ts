import { z } from 'zod';

const url = z.url();

/** Settings of what open services are asked for: each thing by itself, and all of them by one setting (decision 0058). */
export const openSettings = {
  OPEN_DATA: z
    .enum(['off', 'on'])
    .default('off')
    .describe('Whether open services without a key are asked for streets, places, ways and pictures; off, nothing of them leaves this machine'),
  STREETS: z
    .enum(['built-in', 'openmaptiles'])
    .optional()
    .describe("Streets of the drawn map: built-in has none, openmaptiles is any style of OpenMapTiles' schema; unset, as OPEN_DATA says"),
  STREETS_URL: url.optional().describe('Address of that style; that of OpenFreeMap when unset'),
  STREETS_DARK_URL: url.optional().describe('The same for dark pages; STREETS_URL when unset'),
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
};

/** A provider that must be given a key when it is chosen. */
export const providerKeys = [
  ['PLACES', 'mapbox', 'MAPBOX_TOKEN'],
  ['PHOTOS', 'unsplash', 'UNSPLASH_ACCESS_KEY'],
] as const;
