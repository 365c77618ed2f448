import type { Config } from '../config.ts';

/** Kinds of open data. */
export type OpenDataKind = 'streets' | 'places' | 'ways' | 'pictures' | 'facts';

/** An open service that will be queried. */
export interface OpenServiceChoice {
  thing: OpenDataKind;
  /** Value of the setting that chooses the provider. */
  provider: string;
  url: string;
  /** True for a public server with usage limits. */
  isPublic: boolean;
}

/** Public servers for light use; operators with many visitors run their own. */
const publicServers = {
  openmaptiles: 'https://tiles.openfreemap.org/styles/liberty',
  photon: 'https://photon.komoot.io',
  nominatim: 'https://nominatim.openstreetmap.org',
  valhalla: 'https://valhalla1.openstreetmap.de',
  osrm: 'https://router.project-osrm.org',
  wikimedia: 'https://commons.wikimedia.org',
  openverse: 'https://api.openverse.org',
  wikidata: 'https://www.wikidata.org',
  // Base domain; each language has its own server below it.
  wikipedia: 'https://wikipedia.org',
} as const;

type Settings = Pick<
  Config,
  | 'OPEN_DATA'
  | 'STREETS'
  | 'STREETS_URL'
  | 'STREETS_DARK_URL'
  | 'MAP_PMTILES'
  | 'MAP_STYLE_URL'
  | 'PLACES'
  | 'PLACES_URL'
  | 'MAPBOX_TOKEN'
  | 'ROUTING'
  | 'ROUTING_URL'
  | 'PHOTOS'
  | 'PHOTOS_URL'
  | 'UNSPLASH_ACCESS_KEY'
  | 'FACTS'
  | 'FACTS_URL'
>;

/** Provider of each kind: as its own setting says, else by a configured key or archive, else by `OPEN_DATA`. */
export function providersOf(config: Settings) {
  const isOpen = config.OPEN_DATA === 'on';
  return {
    streets: config.STREETS ?? (config.MAP_PMTILES ? 'pmtiles' : isOpen && !config.MAP_STYLE_URL ? 'openmaptiles' : 'built-in'),
    places: config.PLACES ?? (config.MAPBOX_TOKEN ? 'mapbox' : isOpen ? 'photon' : 'built-in'),
    ways: config.ROUTING ?? (isOpen ? 'valhalla' : 'straight'),
    pictures: config.PHOTOS ?? (config.UNSPLASH_ACCESS_KEY ? 'unsplash' : isOpen ? 'wikimedia' : 'drawn'),
    facts: config.FACTS ?? (isOpen ? 'wikidata' : 'none'),
  } as const;
}

/** Location of the PMTiles archive of streets: a local file, or a URL that is read with range requests. */
export type StreetArchiveLocation = { kind: 'file'; path: string } | { kind: 'address'; url: string };

/** Location of the street archive by the settings; null when another provider serves the streets. */
export function streetArchiveLocation(config: Settings): StreetArchiveLocation | null {
  const { MAP_PMTILES: place } = config;
  if (!place || providersOf(config).streets !== 'pmtiles') return null;
  return /^https?:\/\//i.test(place) ? { kind: 'address', url: place } : { kind: 'file', path: place };
}

/** Open services that the settings choose. */
export function openServiceChoices(config: Settings): OpenServiceChoice[] {
  const { streets, places, ways, pictures, facts } = providersOf(config);
  const own = {
    streets: config.STREETS_URL,
    places: config.PLACES_URL,
    ways: config.ROUTING_URL,
    pictures: config.PHOTOS_URL,
    facts: config.FACTS_URL,
  };
  const archive = streetArchiveLocation(config);
  const choiceOf = (thing: OpenDataKind, provider: keyof typeof publicServers): OpenServiceChoice => ({
    ...{ thing, provider, url: own[thing] ?? publicServers[provider] },
    isPublic: own[thing] === undefined,
  });
  return [
    ...(streets === 'openmaptiles' ? [choiceOf('streets', streets)] : []),
    ...(archive?.kind === 'address' ? [{ thing: 'streets' as const, provider: 'pmtiles', url: archive.url, isPublic: false }] : []),
    ...(places === 'photon' || places === 'nominatim' ? [choiceOf('places', places)] : []),
    ...(ways === 'valhalla' || ways === 'osrm' ? [choiceOf('ways', ways)] : []),
    ...(pictures === 'wikimedia' || pictures === 'openverse' ? [choiceOf('pictures', pictures)] : []),
    ...(facts === 'wikidata' ? [choiceOf('facts', facts)] : []),
    // A server in `FACTS_URL` serves both Wikidata and Wikipedia.
    ...(facts === 'wikidata' && !own.facts ? [choiceOf('facts', 'wikipedia')] : []),
  ];
}

/** URL path under which the product serves the street style and all its resources. */
export const streetsPath = '/streets';
export const streetsStylePath = `${streetsPath}/style.json`;

const darkStreets = 'https://tiles.openfreemap.org/styles/dark';

/** Street styles of an open service for light and dark pages; null for built-in streets or an archive. */
export function streetStyles(config: Settings): { light: string; dark: string } | null {
  if (providersOf(config).streets !== 'openmaptiles') return null;
  const { STREETS_URL, STREETS_DARK_URL } = config;
  return { light: STREETS_URL ?? publicServers.openmaptiles, dark: STREETS_DARK_URL ?? STREETS_URL ?? darkStreets };
}

/** Log line with the host of each queried service and the path of the street archive; null without either. */
export function openDataLine(config: Settings): string | null {
  const archive = streetArchiveLocation(config);
  const fromFile = archive?.kind === 'file' ? [`streets of ${archive.path}`] : [];
  const asked = openServiceChoices(config).map(({ thing, url }) => `${thing} of ${new URL(url).host}`);
  const all = [...fromFile, ...asked];
  return all.length === 0 ? null : `Open data: ${all.join(', ')}`;
}
