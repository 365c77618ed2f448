import { storyId } from '../harness/event-log.ts';
import { rawRequest } from '../harness/http-load.ts';
import { seededRandom } from '../harness/seeded-numbers.ts';
import { kindsOfPlace, misspelt, townAt, townCountOf, townName, townRadius } from './log.ts';

/** A frequent read; each of its requests has other parameters. */
export interface FrequentRead {
  name: string;
  /** Raw requests. @param stories number of stories */
  requests(stories: number): string[];
}

const requestCount = 500;
type Random = () => number;

/** Fresh requests for paths that are drawn at random. */
const read = (name: string, pathOf: (stories: number, next: Random, turn: number) => string): FrequentRead => ({
  name,
  requests: (stories) => {
    const next = seededRandom(7);
    return Array.from({ length: requestCount }, (_, turn) => rawRequest({ path: pathOf(stories, next, turn), isFresh: true }));
  },
});
/** Id of a public story: four of five are public. */
const publicStory = (stories: number, next: Random): string => storyId(Math.floor((next() * stories) / 10) * 10 + Math.floor(next() * 8));
const someTown = (stories: number, next: Random): number => Math.floor(next() * townCountOf(stories));
const around = (town: number, degrees: number): string => {
  const { latitude, longitude } = townAt(town);
  return `southWestLat=${latitude - degrees}&southWestLng=${longitude - degrees}&northEastLat=${latitude + degrees}&northEastLng=${longitude + degrees}`;
};
const search = (of: 'itineraries' | 'itineraries/stops', words: string): string => `/api/${of}/search?q=${encodeURIComponent(words)}`;
const kindOf = (turn: number): string => kindsOfPlace[turn % kindsOfPlace.length] ?? '';

function tileAt(zoom: number, town: number, next: Random): string {
  const { latitude, longitude } = townAt(town);
  const side = 2 ** zoom;
  const x = Math.floor(((longitude + (next() - 0.5) * townRadius) / 360 + 0.5) * side);
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * side);
  return `/api/tiles/stops/${zoom}/${x}/${y}`;
}

export const frequentReads: readonly FrequentRead[] = [
  read('card by id', (stories, next) => `/api/itineraries/${publicStory(stories, next)}`),
  read('story page: days and stops', (stories, next) => `/api/itineraries/${publicStory(stories, next)}?include=days,stops`),
  read('list, page 1', () => '/api/itinerary-projections?limit=25'),
  read('a town by bounds', (stories, next) => `/api/itineraries/by-bounds?limit=25&${around(someTown(stories, next), townRadius)}`),
  read('ten degrees by bounds', (stories, next) => `/api/itineraries/by-bounds?limit=25&${around(someTown(stories, next), 5)}`),
  read('stories by words', (stories, next) => search('itineraries', townName(someTown(stories, next)))),
  read('stories by a misspelt word', (stories, next) => search('itineraries', misspelt(townName(someTown(stories, next))))),
  read('stops by words', (stories, next, turn) => search('itineraries/stops', `${kindOf(turn)} of ${townName(someTown(stories, next))}`)),
  read('stops by misspelt words', (stories, next, turn) =>
    search('itineraries/stops', `${kindOf(turn)} ${misspelt(townName(someTown(stories, next)))}`),
  ),
  read('tiles of towns', (stories, next) => tileAt(12, someTown(stories, next), next)),
  read('countries in ten degrees', (stories, next) => `/api/countries/in-view?${around(someTown(stories, next), 5)}`),
];
