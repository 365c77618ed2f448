import { countryNames } from '@waystory/infra/places/countries.ts';
import { imageUrl } from '@waystory/proto/kit/field.ts';
import { parseSceneFile, sceneKey } from '@waystory/scenes';
import { expect, test } from 'vitest';
import { countryScene, itineraryScene, placeScene, scenesToDrawAhead, worldPicturesOf } from './covers.ts';
import { loadWorld, type PlaceOfInterest, placesOf } from './data.ts';

const world = await loadWorld();
const places = placesOf(world);
const covers = worldPicturesOf(world);
/** Scene kind of the place `<city>/<place>`; null when it has no scene. */
function kindAt(address: string): string | null {
  const found = places.get(address);
  if (!found) throw new Error(`There is no ${address}`);
  return placeScene(found.city, found.place)?.kind ?? null;
}

test('World pictures exist for every country and itinerary and for over 60 % of places, with valid URLs', () => {
  const ofPlaces = [...places.values()].flatMap(({ city, place }) => covers.place(city, place) ?? []);
  expect(ofPlaces.length).toBeGreaterThan(places.size * 0.6);
  const all = [
    ...[...countryNames.keys()].map((code) => covers.country(code)),
    ...ofPlaces,
    ...world.itineraries.map((itinerary) => covers.itinerary(itinerary)),
  ];
  const wrong = all.filter((url) => !imageUrl.safeParse(url).success || !parseSceneFile(url.replace('/photos/', '')));
  expect(wrong).toEqual([]);
});

test('World pictures of itineraries are the same in every run', async () => {
  const again = worldPicturesOf(await loadWorld());
  expect(world.itineraries.map((itinerary) => again.itinerary(itinerary))).toEqual(world.itineraries.map((itinerary) => covers.itinerary(itinerary)));
});

test.each([
  ['EG', 'desert'],
  ['JP', 'temple'],
  ['CU', 'tropical'],
  ['CH', 'mountains'],
  ['GL', 'snow'],
  ['DK', 'harbour'],
])('Picture of the country %s is a %s', (code, kind) => {
  expect(countryScene(code).kind).toBe(kind);
});

test.each([
  ['lisbon/basilica-da-estrela', 'church'],
  ['lisbon/se-de-lisboa', 'church'],
  ['berlin/berliner-dom', 'church'],
  ['istanbul/sultanahmet-camii', 'domes'],
  ['kyoto/kinkaku-ji', 'temple'],
  ['kyoto/fushimi-inari-taisha', 'shrine'],
  ['lisbon/castelo-de-sao-jorge', 'castle'],
  ['vienna/schloss-schoenbrunn', 'palace'],
  ['paris/musee-du-louvre', 'museum'],
  ['lisbon/cafe-a-brasileira', 'cafe'],
  ['lisbon/mercado-da-ribeira', 'market'],
  ['lisbon/miradouro-da-senhora-do-monte', 'lookout'],
  ['berlin/fernsehturm', 'tower'],
  ['porto/estacao-de-sao-bento', 'station'],
  ['porto/livraria-lello', 'library'],
  ['athens/parthenon', 'ruin'],
])('Picture of %s is a %s', (address, kind) => {
  expect(kindAt(address)).toBe(kind);
});

test.each([
  ['lisbon/torre-de-belem', 'a tower that is no scene'],
  ['kyoto/kyoto-imperial-palace', 'no palace as the West builds them'],
  ['kyoto/nijo-jo', 'no castle of stone'],
  ['budapest/dohany-utcai-zsinagoga', 'neither church nor mosque'],
  ['delhi/lotus-temple', 'no pagoda'],
  ['istanbul/ayasofya', 'called neither church nor mosque'],
])('Place %s has no scene, because it is %s', (address) => {
  expect(kindAt(address)).toBeNull();
});

/** Plausible scene kinds for each category of places. */
const allowed: Readonly<Record<PlaceOfInterest['category'], readonly string[]>> = {
  religious: ['church', 'domes', 'temple', 'shrine'],
  museum: ['museum'],
  theatre: ['theatre'],
  palace: ['palace', 'castle'],
  park: ['park'],
  garden: ['garden'],
  market: ['market'],
  food: ['market', 'cafe', 'restaurant'],
  bridge: ['bridge'],
  beach: ['beach', 'tropical'],
  nature: ['lake', 'mountains', 'canyon', 'desert', 'forest'],
  square: ['square'],
  viewpoint: ['lookout', 'tower', 'castle'],
  historic: ['castle', 'ruin', 'library', 'station', 'palace'],
  landmark: ['station', 'stadium', 'theatre', 'library', 'tower', 'coast', 'castle'],
  neighbourhood: [],
  street: [],
};

test('World picture of a place has a scene kind that its category allows', () => {
  const wrong = [...places].filter(([, { city, place }]) => {
    const scene = placeScene(city, place);
    return scene && !allowed[place.category].includes(scene.kind);
  });
  expect(wrong.map(([address]) => `${address}: ${kindAt(address)}`)).toEqual([]);
});

test('World pictures of itineraries have at least 14 scene kinds, and over 90 % are distinct', () => {
  const scenes = world.itineraries.map((itinerary) => {
    const city = places.get(itinerary.days[0]?.stops[0]?.place ?? '')?.city;
    if (!city) throw new Error(`${itinerary.key} begins nowhere`);
    return itineraryScene(itinerary, city);
  });
  expect(new Set(scenes.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(14);
  expect(new Set(scenes.map(sceneKey)).size).toBeGreaterThan(scenes.length * 0.9);
});

test('Pictures drawn ahead are those of visited countries and the latest itineraries', () => {
  const ahead = scenesToDrawAhead(world).map(sceneKey);
  expect(ahead.length).toBeGreaterThan(60);
  expect(ahead.length).toBeLessThanOrEqual(80);
  const last = world.itineraries.at(-1);
  expect(last && covers.itinerary(last)).toContain(ahead[ahead.length - 40]);
});
