import { sceneOfPlace } from '@waystory/infra/photos/place-scenes.ts';
import { type Scene, type SceneKind, sceneFor, scenePath } from '@waystory/infra/photos/scene-key.ts';
import { kindsFor, kindsNamed } from '@waystory/infra/photos/scene-words.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import { type City, countryOf, type PlaceOfInterest, type PlannedItinerary, placesOf, type World } from './data.ts';

/** Picture of a place of interest; stops there show it too. None where no scene shows what is there: a small map of it says more. */
export function placeScene(city: City, place: PlaceOfInterest): Scene | null {
  const kind = sceneOfPlace({
    categories: [place.category],
    maki: null,
    names: [place.name, ...(place.otherNames ?? [])],
    countryCode: countryOf(city, place),
    latitude: place.latitude,
  });
  return kind && sceneFor(kind, `${city.slug}/${place.key}`);
}

/** Picture of a country. */
export const countryScene = (code: string): Scene => sceneFor(kindsFor(countryNames.get(code) ?? code)[0] ?? 'city', `country ${code}`);

/** What any city has. */
const urban: readonly SceneKind[] = ['market', 'park', 'city', 'cafe', 'bridge'];

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
  place(city: City, place: PlaceOfInterest): string | null;
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
    place: (city, place) => {
      const scene = placeScene(city, place);
      return scene && scenePath(scene);
    },
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
