import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestProduct, testProduct } from '../testing/product.ts';
import { addWorldPictures, placeScene, worldPicturesOf } from './covers.ts';
import { loadWorld, placesOf, type World } from './data.ts';
import { placeRecord } from './seed.ts';
import { openEditorClient, type WorldClientFor, worldRoutes } from './world-client.ts';

let product: TestProduct;
let world: World;
const clientFor: WorldClientFor = (who) => product.host.clientFor(worldRoutes, who);

beforeAll(async () => {
  const whole = await loadWorld();
  const cities = whole.cities.filter(({ slug }) => slug === 'rome');
  world = { cities, itineraries: whole.itineraries.filter(({ key }) => key === 'rome-four-late-suppers') };
  product = await testProduct();
});
afterAll(() => product.stop());

/** A world without pictures: a country, two places, and a story with a stop. */
async function bareWorld() {
  const [plan] = world.itineraries;
  const [first, second] = [...placesOf(world).values()].filter(({ city, place }) => placeScene(city, place)) as [PlaceAt, PlaceAt]; // as: Rome has more than ten
  const editor = await openEditorClient(clientFor);
  const country = await editor.createCountry({ body: { code: 'IT', name: 'Italy' } });
  const own = '/own.webp';
  const place = await editor.createPlace({ body: placeRecord(first.city, first.place) });
  const kept = await editor.createPlace({ body: { ...placeRecord(second.city, second.place), imageUrl: own } });
  const author = clientFor({ subjectId: `world|${plan?.author}`, roles: [] });
  const account = await author.createAccount({});
  await author.updateAccount({ params: { id: account.id }, body: { userName: plan?.author ?? '' } });
  const story = await author.createItinerary({ body: { title: plan?.title ?? '', visibility: 'PUBLIC' } });
  const stop = await author.addStop({ params: { itineraryId: story.id }, body: { title: first.place.name, placeId: place.id } });
  return { editor, country, place, kept, story, stop, first, plan };
}
type PlaceAt = ReturnType<typeof placesOf> extends Map<string, infer P> ? P : never;

test('Seeded data without pictures get pictures once, and existing pictures are unchanged', async () => {
  const { editor, country, place, kept, story, stop, first, plan } = await bareWorld();
  const stranger = product.person('stranger');
  const own = await stranger.api.createItinerary({ body: { title: plan?.title ?? '', visibility: 'PUBLIC' } });
  await addWorldPictures(clientFor, world);
  const covers = worldPicturesOf(world);
  const fresh = { limit: 100 };
  await editor.createCountry({ body: { code: 'FR', name: 'France', imageUrl: '/own.webp' } });
  expect((await editor.listCountries({ query: fresh })).items.find(({ id }) => id === country.id)?.imageUrl).toBe(covers.country('IT'));
  const places = new Map((await editor.listPlaces({ query: fresh })).items.map(({ id, imageUrl }) => [id, imageUrl]));
  expect([places.get(place.id), places.get(kept.id)]).toEqual([covers.place(first.city, first.place), '/own.webp']);
  expect((await editor.getStop({ params: { id: stop.id } })).imageUrl).toBe(covers.place(first.city, first.place));
  expect((await editor.getItinerary({ params: { id: story.id } })).imageUrl).toBe(plan && covers.itinerary(plan));
  expect((await editor.getItinerary({ params: { id: own.id } })).imageUrl).toBeNull();

  const head = await product.engines.events.head();
  await addWorldPictures(clientFor, world);
  expect(await product.engines.events.head()).toBe(head);
});
