import { countryNames } from '@waystory/infra/places/countries.ts';
import { kindsFor, kindsNamed, type Scene, type SceneKind, sceneFor, sceneOfPlace, scenePath } from '@waystory/scenes';
import { type City, countryOf, type PlaceOfInterest, type PlannedItinerary, placesOf, type World } from './data.ts';
import { openEditorClient, type WorldClient, type WorldClientFor } from './world-client.ts';

/** Scene of a place and its stops. Null when no scene fits, because a small map is then more informative. */
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

/** Scene of a country, by its name. */
export const countryScene = (code: string): Scene => sceneFor(kindsFor(countryNames.get(code) ?? code)[0] ?? 'city', `country ${code}`);

/** Scene kinds that fit any city. */
const urban: readonly SceneKind[] = ['market', 'park', 'city', 'cafe', 'bridge'];

/**
 * Scene of an itinerary, from a word of its title. Without such a word, the key of the itinerary selects a scene: one of its first city and country,
 * or a general city scene.
 */
export function itineraryScene(itinerary: PlannedItinerary, city: City): Scene {
  // A city scene is the default, so a more specific word of the title is preferred.
  const named = kindsNamed(itinerary.title).find((kind) => kind !== 'city' && !kindsNamed(city.name).includes(kind));
  const scene = sceneFor(named ?? 'city', itinerary.key);
  if (named) return scene;
  const known = [...kindsNamed(city.name), ...kindsNamed(countryNames.get(city.countryCode) ?? '')].slice(0, 2);
  const sides = [...known, ...known, urban[scene.variant % urban.length] ?? 'city'];
  return { ...scene, kind: sides[scene.variant % sides.length] ?? scene.kind };
}

/** Picture URLs of a world. */
export interface WorldPictures {
  country(code: string): string;
  place(city: City, place: PlaceOfInterest): string | null;
  itinerary(itinerary: PlannedItinerary): string;
}

const coverOf = (itinerary: PlannedItinerary, places: ReturnType<typeof placesOf>): Scene => {
  const city = places.get(itinerary.days[0]?.stops[0]?.place ?? '')?.city;
  return city ? itineraryScene(itinerary, city) : sceneFor('city', itinerary.key);
};

export function worldPicturesOf(world: World): WorldPictures {
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

/** Number of cards in a list whose pictures are drawn ahead. */
const firstCards = 40;

/** Scenes to draw ahead: the countries with the most itineraries, then the latest itineraries. */
export function scenesToDrawAhead(world: World): Scene[] {
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

const page = 100;

/** Item of a list, with the URL of its picture or null. */
interface Pictured {
  id: string;
  imageUrl: string | null;
}

/**
 * Adds pictures to a world that was seeded before pictures existed. Existing pictures stay; missing items are skipped.
 * @throws ResponseError, FetchError; a retry continues where it failed.
 */
export async function addWorldPictures(clientFor: WorldClientFor, world: World): Promise<void> {
  const covers = worldPicturesOf(world);
  const editor = await openEditorClient(clientFor);
  await coverCountries(editor, covers);
  await coverPlaces(editor, world, covers);
  await coverStories(editor, world, covers);
}

const bare = <T extends Pictured>(items: readonly T[]): T[] => items.filter(({ imageUrl }) => imageUrl === null);

async function coverCountries(editor: WorldClient, covers: WorldPictures): Promise<void> {
  const { items } = await editor.listCountries({ query: { limit: 1_000 } });
  for (const { id, code } of bare(items)) await editor.patchCountry({ params: { id }, body: { imageUrl: covers.country(code) } });
}

/** Key of a place, from its name and position, because the data have no ids. */
const placeMark = (name: string, latitude: number, longitude: number): string => `${name} ${latitude} ${longitude}`;

async function coverPlaces(editor: WorldClient, world: World, covers: WorldPictures): Promise<void> {
  const images = new Map(
    [...placesOf(world).values()].map(({ city, place }) => [placeMark(place.name, place.latitude, place.longitude), covers.place(city, place)]),
  );
  for await (const { id, name, coordinates } of all((after) => editor.listPlaces({ query: { limit: page, ...after } }))) {
    const imageUrl = images.get(placeMark(name, coordinates.latitude, coordinates.longitude));
    if (imageUrl) await editor.patchPlace({ params: { id }, body: { imageUrl } });
  }
}

async function coverStories(editor: WorldClient, world: World, covers: WorldPictures): Promise<void> {
  const images = new Map(world.itineraries.map((itinerary) => [`${itinerary.author} ${itinerary.title}`, covers.itinerary(itinerary)]));
  const stopImages = new Map([...placesOf(world).values()].map(({ city, place }) => [place.name, covers.place(city, place)]));
  for await (const { id, title, accountUserName } of all((after) => editor.listItineraries({ query: { limit: page, ...after } }))) {
    const imageUrl = images.get(`${accountUserName} ${title}`);
    if (!imageUrl) continue;
    const params = { itineraryId: id };
    for (const stop of bare((await editor.listItineraryStops({ params, query: { limit: 1_000 } })).items)) {
      const picture = stopImages.get(stop.placeName);
      if (picture) await editor.patchStop({ params: { ...params, id: stop.id }, body: { imageUrl: picture } });
    }
    await editor.patchItinerary({ params: { id }, body: { imageUrl } });
  }
}

/** All items of a paged list that have no picture. */
async function* all<T extends Pictured>(list: (after: { after?: string }) => Promise<{ items: T[]; next?: string | undefined }>): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { items, next } = await list(after ? { after } : {});
    yield* bare(items);
    after = next;
  } while (after);
}
