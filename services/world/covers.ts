import { type Scene, type SceneKind, sceneFor, scenePath } from '@waystory/infra/photos/scene-key.ts';
import { kindsFor, kindsNamed } from '@waystory/infra/photos/scene-words.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import { type City, countryOf, type PlaceOfInterest, type PlannedItinerary, placesOf, type World } from './data.ts';

/** What a city is like: what its own name calls for, then what that of its country does. */
function kindsOfCity(city: City): SceneKind[] {
  const named = [...kindsNamed(city.name), ...kindsNamed(countryNames.get(city.countryCode) ?? '')];
  return [...new Set([...named, ...kindsFor(city.name, city)])];
}

/** What a kind of place looks like in a city of this character. */
function kindOfPlace(place: PlaceOfInterest, home: readonly SceneKind[]): SceneKind {
  const first = home[0] ?? 'city';
  const inCharacter = home.find((kind) => kind === 'temple' || kind === 'domes') ?? 'palace';
  const isNear = (kind: SceneKind): boolean => home.slice(0, 2).includes(kind);
  switch (place.category) {
    case 'museum':
    case 'theatre':
      return 'palace';
    case 'religious':
    case 'palace':
      return isNear('temple') || isNear('domes') ? inCharacter : 'palace';
    case 'park':
    case 'garden':
      return 'garden';
    case 'market':
    case 'food':
    case 'street':
      return 'market';
    case 'bridge':
      return 'bridge';
    case 'beach':
      return Math.abs(place.latitude) < 35 ? 'tropical' : 'coast';
    case 'nature':
      return Math.abs(place.latitude) > 58 ? 'snow' : Math.abs(place.latitude) < 24 ? 'forest' : 'mountains';
    case 'neighbourhood':
    case 'square':
      return isNear('harbour') ? 'harbour' : isNear('village') ? 'village' : 'market';
    case 'landmark':
    case 'historic':
    case 'viewpoint':
      return first;
    default:
      return place.category satisfies never;
  }
}

/** Words in the name of a place that say what is to be seen there, whatever its category. */
const telling: ReadonlySet<SceneKind> = new Set([
  'bridge',
  'market',
  'harbour',
  'garden',
  'lake',
  'desert',
  'canyon',
  'forest',
  'temple',
  'domes',
  'mountains',
]);

/** Picture of a place of interest; stops there show it too. */
export function placeScene(city: City, place: PlaceOfInterest): Scene {
  // Beaches are called after the port or the park beside them.
  const words = place.category === 'beach' ? '' : place.name;
  const named = kindsNamed(words).find((kind) => telling.has(kind) && !kindsNamed(city.name).includes(kind));
  return sceneFor(named ?? kindOfPlace(place, kindsOfCity(city)), `${city.slug}/${place.key}`);
}

/** Picture of a country. */
export const countryScene = (code: string): Scene => sceneFor(kindsFor(countryNames.get(code) ?? code)[0] ?? 'city', `country ${code}`);

/** What any city has. */
const urban: readonly SceneKind[] = ['market', 'palace', 'city', 'garden', 'bridge'];

/** Picture of an itinerary: what its title names, else one of the sides that its first city is known for, now and then what any city has. */
export function itineraryScene(itinerary: PlannedItinerary, city: City): Scene {
  // That it is about a city goes without saying.
  const named = kindsNamed(itinerary.title).find((kind) => kind !== 'city' && !kindsNamed(city.name).includes(kind));
  const scene = sceneFor(named ?? 'city', itinerary.key);
  if (named) return scene;
  const known = [...kindsNamed(city.name), ...kindsNamed(countryNames.get(city.countryCode) ?? '')].slice(0, 2);
  const sides = [...known, ...known, urban[scene.variant % urban.length] ?? 'city'];
  return { ...scene, kind: sides[scene.variant % sides.length] ?? scene.kind };
}

/** Addresses of the pictures of a world. */
export interface Covers {
  country(code: string): string;
  place(city: City, place: PlaceOfInterest): string;
  itinerary(itinerary: PlannedItinerary): string;
}

const coverOf = (itinerary: PlannedItinerary, places: ReturnType<typeof placesOf>): Scene => {
  const city = places.get(itinerary.days[0]?.stops[0]?.place ?? '')?.city;
  return city ? itineraryScene(itinerary, city) : sceneFor('city', itinerary.key);
};

export function coversOf(world: World): Covers {
  const places = placesOf(world);
  return {
    country: (code) => scenePath(countryScene(code)),
    place: (city, place) => scenePath(placeScene(city, place)),
    itinerary: (itinerary) => scenePath(coverOf(itinerary, places)),
  };
}

/** Cards that a visitor may see before scrolling far, in either list. */
const firstCards = 40;

/** Scenes of the cards that are seen first: countries that are visited most, then the itineraries that are told last and so listed first. */
export function firstScenes(world: World): Scene[] {
  const places = placesOf(world);
  const visits = new Map<string, number>();
  for (const { days } of world.itineraries) {
    const codes = days.flatMap(({ stops }) => stops.flatMap((stop) => places.get(stop.place) ?? [])).map(({ city, place }) => countryOf(city, place));
    for (const code of new Set(codes)) visits.set(code, (visits.get(code) ?? 0) + 1);
  }
  const countries = [...visits].sort(([, a], [, b]) => b - a).slice(0, firstCards);
  const newest = world.itineraries.slice(-firstCards).reverse();
  return [...countries.map(([code]) => countryScene(code)), ...newest.map((itinerary) => coverOf(itinerary, places))];
}
