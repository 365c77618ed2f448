import { rawRequest } from '../harness/http/traffic.ts';
import { storyId } from '../harness/numbered-ids.ts';
import { numbersFrom } from '../harness/seeded-numbers.ts';
import { townAt, townRadius, townsOf } from './log.ts';
import { kindsOfPlace, misspelt, townName } from './words.ts';

/** What people ask for, each request about something else. */
export interface Read {
  name: string;
  /** Whether it needs an index of words. */
  isSearch?: true;
  /** Requests as they go over the wire. @param stories how many there are */
  requests(stories: number): string[];
}

const some = 500;
/** Every answer is made anew, past those that are kept. */
const read = (path: string): string => rawRequest({ path, anew: true });

const each = (of: (turn: number, next: () => number) => string): string[] => {
  const next = numbersFrom(7);
  return Array.from({ length: some }, (_, turn) => of(turn, next));
};
/** Four of five are public: `storyId` of one that is. */
const publicStory = (stories: number, next: () => number): string => storyId(Math.floor((next() * stories) / 10) * 10 + Math.floor(next() * 8));
const around = (town: number, degrees: number): string => {
  const { latitude, longitude } = townAt(town);
  return `southWestLat=${latitude - degrees}&southWestLng=${longitude - degrees}&northEastLat=${latitude + degrees}&northEastLng=${longitude + degrees}`;
};
const someTown = (stories: number, next: () => number): number => Math.floor(next() * townsOf(stories));
const words = (text: string): string => encodeURIComponent(text);

function tileAt(zoom: number, town: number, next: () => number): string {
  const { latitude, longitude } = townAt(town);
  const side = 2 ** zoom;
  const x = Math.floor(((longitude + (next() - 0.5) * townRadius) / 360 + 0.5) * side);
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return `/api/tiles/stops/${zoom}/${x}/${y}`;
}

export const reads: readonly Read[] = [
  { name: 'card by id', requests: (stories) => each((_, next) => read(`/api/itineraries/${publicStory(stories, next)}`)) },
  {
    name: 'story page: days and stops',
    requests: (stories) => each((_, next) => read(`/api/itineraries/${publicStory(stories, next)}?include=days,stops`)),
  },
  { name: 'list, page 1', requests: () => [read('/api/itinerary-projections?limit=25')] },
  {
    name: 'a town by bounds',
    requests: (stories) => each((_, next) => read(`/api/itineraries/by-bounds?limit=25&${around(someTown(stories, next), townRadius)}`)),
  },
  {
    name: 'ten degrees by bounds',
    requests: (stories) => each((_, next) => read(`/api/itineraries/by-bounds?limit=25&${around(someTown(stories, next), 5)}`)),
  },
  {
    name: 'stories by words',
    isSearch: true,
    requests: (stories) => each((_, next) => read(`/api/itineraries/search?q=${words(townName(someTown(stories, next)))}`)),
  },
  {
    name: 'stories by a misspelt word',
    isSearch: true,
    requests: (stories) => each((_, next) => read(`/api/itineraries/search?q=${words(misspelt(townName(someTown(stories, next))))}`)),
  },
  {
    name: 'stops by words',
    isSearch: true,
    requests: (stories) =>
      each((turn, next) =>
        read(`/api/itineraries/stops/search?q=${words(`${kindsOfPlace[turn % kindsOfPlace.length]} of ${townName(someTown(stories, next))}`)}`),
      ),
  },
  {
    name: 'stops by misspelt words',
    isSearch: true,
    requests: (stories) =>
      each((turn, next) =>
        read(
          `/api/itineraries/stops/search?q=${words(`${kindsOfPlace[turn % kindsOfPlace.length]} ${misspelt(townName(someTown(stories, next)))}`)}`,
        ),
      ),
  },
  { name: 'tiles of towns', requests: (stories) => each((_, next) => read(tileAt(12, someTown(stories, next), next))) },
  {
    name: 'countries in ten degrees',
    requests: (stories) => each((_, next) => read(`/api/countries/in-view?${around(someTown(stories, next), 5)}`)),
  },
];
