import type { Config } from '../config.ts';

/** Kinds of open data. */
export type OpenThing = 'streets' | 'places' | 'ways' | 'pictures' | 'facts';

/** A service that is asked for something. */
export interface OpenChoice {
  thing: OpenThing;
  /** Provider of open data, as the setting names it. */
  provider: string;
  url: string;
  /** It is a server that everybody asks, which sets limits. */
  isPublic: boolean;
}

/** Public servers that anybody may ask a little; whoever has many visitors runs their own. */
const publicServers = {
  openmaptiles: 'https://tiles.openfreemap.org/styles/liberty',
  photon: 'https://photon.komoot.io',
  nominatim: 'https://nominatim.openstreetmap.org',
  valhalla: 'https://valhalla1.openstreetmap.de',
  osrm: 'https://router.project-osrm.org',
  wikimedia: 'https://commons.wikimedia.org',
  openverse: 'https://api.openverse.org',
  wikidata: 'https://www.wikidata.org',
  // Each language has a server of its own below it.
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

/** Provider of each kind by the settings: a given key or archive precedes `OPEN_DATA`. */
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

/** An archive of streets: a file of this machine, or an address that parts of it are asked for at. */
export type StreetArchivePlace = { kind: 'file'; path: string } | { kind: 'address'; url: string };

/** Where the archive of streets is that the map shows; null where it shows none. */
export function streetArchivePlace(config: Settings): StreetArchivePlace | null {
  const { MAP_PMTILES: place } = config;
  if (!place || providersOf(config).streets !== 'pmtiles') return null;
  return /^https?:\/\//i.test(place) ? { kind: 'address', url: place } : { kind: 'file', path: place };
}

/** The open services that will be asked, by the settings. */
export function openChoices(config: Settings): OpenChoice[] {
  const { streets, places, ways, pictures, facts } = providersOf(config);
  const own = {
    streets: config.STREETS_URL,
    places: config.PLACES_URL,
    ways: config.ROUTING_URL,
    pictures: config.PHOTOS_URL,
    facts: config.FACTS_URL,
  };
  const archive = streetArchivePlace(config);
  const choiceOf = (thing: OpenThing, provider: keyof typeof publicServers): OpenChoice => ({
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
    // A server of one's own answers as both.
    ...(facts === 'wikidata' && !own.facts ? [choiceOf('facts', 'wikipedia')] : []),
  ];
}

/** Where this product serves open streets: their style, and below the same folder all that it names. */
export const streetsBase = '/streets';
export const streetsStyle = `${streetsBase}/style.json`;

const darkStreets = 'https://tiles.openfreemap.org/styles/dark';

/** Style of the streets for pages in light and in dark; null where nobody is asked for streets. */
export function streetStyles(config: Settings): { light: string; dark: string } | null {
  if (providersOf(config).streets !== 'openmaptiles') return null;
  const { STREETS_URL, STREETS_DARK_URL } = config;
  return { light: STREETS_URL ?? publicServers.openmaptiles, dark: STREETS_DARK_URL ?? STREETS_URL ?? darkStreets };
}

/** One line that says what will be asked of whom, and which file has the streets; null when it is nobody and none. */
export function openDataLine(config: Settings): string | null {
  const archive = streetArchivePlace(config);
  const fromFile = archive?.kind === 'file' ? [`streets of ${archive.path}`] : [];
  const asked = openChoices(config).map(({ thing, url }) => `${thing} of ${new URL(url).host}`);
  const all = [...fromFile, ...asked];
  return all.length === 0 ? null : `Open data: ${all.join(', ')}`;
}
