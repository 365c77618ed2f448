import { type Covers, coversOf } from './covers.ts';
import { placesOf, type World } from './data.ts';
import { openEditor, type WorldClient, type WorldClientFor } from './world-client.ts';

const page = 100;

/** An item of a list that may have a picture. */
interface Pictured {
  id: string;
  imageUrl: string | null;
}

/**
 * Adds pictures to a world from before they existed. Existing pictures stay; missing items are skipped.
 * @throws ResponseError, FetchError; a retry continues where it failed.
 */
export async function coverWorld(clientFor: WorldClientFor, world: World): Promise<void> {
  const covers = coversOf(world);
  const editor = await openEditor(clientFor);
  await coverCountries(editor, covers);
  await coverPlaces(editor, world, covers);
  await coverStories(editor, world, covers);
}

const bare = <T extends Pictured>(items: readonly T[]): T[] => items.filter(({ imageUrl }) => imageUrl === null);

async function coverCountries(editor: WorldClient, covers: Covers): Promise<void> {
  const { items } = await editor.listCountries({ query: { limit: 1_000 } });
  for (const { id, code } of bare(items)) await editor.patchCountry({ params: { id }, body: { imageUrl: covers.country(code) } });
}

/** Identifies a place by its name and position. */
const placeMark = (name: string, latitude: number, longitude: number): string => `${name} ${latitude} ${longitude}`;

async function coverPlaces(editor: WorldClient, world: World, covers: Covers): Promise<void> {
  const images = new Map(
    [...placesOf(world).values()].map(({ city, place }) => [placeMark(place.name, place.latitude, place.longitude), covers.place(city, place)]),
  );
  for await (const { id, name, coordinates } of all((after) => editor.listPlaces({ query: { limit: page, ...after } }))) {
    const imageUrl = images.get(placeMark(name, coordinates.latitude, coordinates.longitude));
    if (imageUrl) await editor.patchPlace({ params: { id }, body: { imageUrl } });
  }
}

async function coverStories(editor: WorldClient, world: World, covers: Covers): Promise<void> {
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

/** All items of a list without a picture. */
async function* all<T extends Pictured>(list: (after: { after?: string }) => Promise<{ items: T[]; next?: string | undefined }>): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { items, next } = await list(after ? { after } : {});
    yield* bare(items);
    after = next;
  } while (after);
}
