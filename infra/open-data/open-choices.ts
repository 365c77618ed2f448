import type { Config } from '../config.ts';

/** What open services are asked for. */
export type OpenThing = 'streets' | 'places' | 'ways' | 'pictures';

/** A service that is asked for something. */
export interface OpenChoice {
  thing: OpenThing;
  /** Who answers, as the setting names it. */
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
} as const;

type Settings = Pick<
  Config,
  | 'OPEN_DATA'
  | 'STREETS'
  | 'STREETS_URL'
  | 'STREETS_DARK_URL'
  | 'MAP_STYLE_URL'
  | 'PLACES'
  | 'PLACES_URL'
  | 'MAPBOX_TOKEN'
  | 'ROUTING'
  | 'ROUTING_URL'
  | 'PHOTOS'
  | 'PHOTOS_URL'
  | 'UNSPLASH_ACCESS_KEY'
>;

/** Who answers each thing, by the settings: a key that was given wins over what `OPEN_DATA` brings. */
export function providersOf(config: Settings) {
  const isOpen = config.OPEN_DATA === 'on';
  return {
    streets: config.STREETS ?? (isOpen && !config.MAP_STYLE_URL ? 'openmaptiles' : 'built-in'),
    places: config.PLACES ?? (config.MAPBOX_TOKEN ? 'mapbox' : isOpen ? 'photon' : 'built-in'),
    ways: config.ROUTING ?? (isOpen ? 'valhalla' : 'straight'),
    pictures: config.PHOTOS ?? (config.UNSPLASH_ACCESS_KEY ? 'unsplash' : isOpen ? 'wikimedia' : 'drawn'),
  } as const;
}

/** The open services that will be asked, by the settings. */
export function openChoices(config: Settings): OpenChoice[] {
  const { streets, places, ways, pictures } = providersOf(config);
  const own = { streets: config.STREETS_URL, places: config.PLACES_URL, ways: config.ROUTING_URL, pictures: config.PHOTOS_URL };
  const choiceOf = (thing: OpenThing, provider: keyof typeof publicServers): OpenChoice => ({
    ...{ thing, provider, url: own[thing] ?? publicServers[provider] },
    isPublic: own[thing] === undefined,
  });
  return [
    ...(streets === 'openmaptiles' ? [choiceOf('streets', streets)] : []),
    ...(places === 'photon' || places === 'nominatim' ? [choiceOf('places', places)] : []),
    ...(ways === 'valhalla' || ways === 'osrm' ? [choiceOf('ways', ways)] : []),
    ...(pictures === 'wikimedia' || pictures === 'openverse' ? [choiceOf('pictures', pictures)] : []),
  ];
}

/** Where this product serves open streets: their style, and below the same folder all that it names. */
export const streetsBase = '/streets';
export const streetsStyle = `${streetsBase}/style.json`;

const darkStreets = 'https://tiles.openfreemap.org/styles/dark';

/** Style of the streets for pages in light and in dark; null where nobody is asked for streets. */
export function streetStyles(config: Settings): { light: string; dark: string } | null {
  if (providersOf(config).streets === 'built-in') return null;
  const { STREETS_URL, STREETS_DARK_URL } = config;
  return { light: STREETS_URL ?? publicServers.openmaptiles, dark: STREETS_DARK_URL ?? STREETS_URL ?? darkStreets };
}

/** One line that says what will be asked of whom; null when nobody is. */
export function openDataLine(config: Settings): string | null {
  const choices = openChoices(config);
  if (choices.length === 0) return null;
  return `Open data: ${choices.map(({ thing, url }) => `${thing} of ${new URL(url).host}`).join(', ')}`;
}
