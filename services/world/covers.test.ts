import { parseSceneFile, sceneKey } from '@waystory/infra/photos/scene-key.ts';
import { countryNames } from '@waystory/infra/places/countries.ts';
import { imageUrl } from '@waystory/proto/kit/field.ts';
import { expect, test } from 'vitest';
import { countryScene, coversOf, firstScenes, itineraryScene, placeScene } from './covers.ts';
import { loadWorld, placesOf } from './data.ts';

const world = await loadWorld();
const places = placesOf(world);
const covers = coversOf(world);
const kindAt = (address: string): string | undefined => {
  const found = places.get(address);
  return found && placeScene(found.city, found.place).kind;
};

test('every country, place and itinerary has a picture that is served', () => {
  const all = [
    ...[...countryNames.keys()].map((code) => covers.country(code)),
    ...[...places.values()].map(({ city, place }) => covers.place(city, place)),
    ...world.itineraries.map((itinerary) => covers.itinerary(itinerary)),
  ];
  const wrong = all.filter((url) => !imageUrl.safeParse(url).success || !parseSceneFile(url.replace('/photos/', '')));
  expect(wrong).toEqual([]);
});

test('the same world has the same pictures every time', async () => {
  const again = coversOf(await loadWorld());
  expect(world.itineraries.map((itinerary) => again.itinerary(itinerary))).toEqual(world.itineraries.map((itinerary) => covers.itinerary(itinerary)));
});

test.each([
  ['EG', 'desert'],
  ['JP', 'temple'],
  ['CU', 'tropical'],
  ['CH', 'mountains'],
  ['GL', 'snow'],
  ['DK', 'harbour'],
])('the country %s is a %s', (code, kind) => {
  expect(countryScene(code).kind).toBe(kind);
});

test('a place looks like what it is', () => {
  expect(kindAt('lisbon/torre-de-belem')).toBe('village');
  const byCategory = (category: string) =>
    new Set([...places].filter(([, { place }]) => place.category === category).map(([address]) => kindAt(address)));
  expect(byCategory('beach')).toEqual(new Set(['tropical', 'coast']));
  expect([...byCategory('bridge')].includes('bridge')).toBe(true);
  expect([...byCategory('museum')].includes('palace')).toBe(true);
  expect([...byCategory('religious')]).toEqual(expect.arrayContaining(['temple', 'domes', 'palace']));
});

test('cards side by side are rarely alike', () => {
  const scenes = world.itineraries.map((itinerary) => {
    const city = places.get(itinerary.days[0]?.stops[0]?.place ?? '')?.city;
    if (!city) throw new Error(`${itinerary.key} begins nowhere`);
    return itineraryScene(itinerary, city);
  });
  expect(new Set(scenes.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(14);
  expect(new Set(scenes.map(sceneKey)).size).toBeGreaterThan(scenes.length * 0.9);
});

test('what is drawn ahead is what is shown: countries that are visited, and the itineraries that are told last', () => {
  const ahead = firstScenes(world).map(sceneKey);
  expect(ahead.length).toBeGreaterThan(60);
  expect(ahead.length).toBeLessThanOrEqual(80);
  const last = world.itineraries.at(-1);
  expect(last && covers.itinerary(last)).toContain(ahead[ahead.length - 40]);
});
