import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kindOfPlace, type PicturedPlace, sceneOfPlace } from './place-scenes.ts';
import { sceneKinds } from './scene.ts';

const at = (countryCode: string | null, latitude: number | null = 45) => ({ countryCode, latitude });
const place = (categories: string[], maki: string | null, names: string[], where = at('FR')): PicturedPlace => ({
  categories,
  maki,
  names,
  ...where,
});

describe('kindOfPlace', () => {
  test.each([
    [['museum'], 'museum', 'museum'],
    [['Place of Worship', 'Church'], 'place-of-worship', 'church'],
    [['coffee shop', 'food and drink'], 'cafe', 'cafe'],
    [['food_and_drink'], 'bar', 'bar'],
    [['religious'], 'place-of-worship', 'worship'],
    [['palace'], 'castle', 'palace'],
    [[], 'airport', 'airport'],
    [['tourist attraction'], null, null],
    [[], null, null],
  ])('for the categories %j and the icon %s returns %s', (categories, maki, kind) => {
    expect(kindOfPlace({ categories, maki })).toBe(kind);
  });
});

describe('sceneOfPlace by the kind of the place returns', () => {
  test.each([
    ['church', place(['church'], null, ['Église Saint-Eustache'])],
    ['church', place([], 'religious-christian', ['Nameless'])],
    ['domes', place(['mosque'], null, ['Blue Mosque'], at('TR', 41))],
    ['temple', place([], 'religious-buddhist', ['Tō-ji'], at('JP', 35))],
    ['shrine', place([], 'religious-shinto', ['Yasaka'], at('JP', 35))],
    ['museum', place(['museum'], 'museum', ['Louvre'])],
    ['station', place(['station'], 'rail', ['Gare de Lyon'])],
    ['airport', place(['airport'], 'airport', ['Orly'])],
    ['cafe', place(['cafe'], 'cafe', ['Central'])],
    ['restaurant', place(['restaurant'], 'restaurant', ['Chez Ada'])],
    ['hotel', place(['lodging'], 'lodging', ['Grand'])],
    ['park', place(['park'], 'park', ['Parc Monceau'])],
    ['beach', place(['beach'], 'beach', ['Plage de la Concha'])],
    ['tropical', place(['beach'], 'beach', ['Playa Norte'], at('MX', 21))],
    ['castle', place(['castle'], 'castle', ['Burg Eltz'], at('DE'))],
    ['square', place(['square'], null, ['Place des Vosges'])],
    ['stadium', place(['stadium'], 'stadium', ['Stade de France'])],
    ['lookout', place(['viewpoint'], 'viewpoint', ['Galata Tower'], at('TR', 41))],
    ['mountains', place([], 'mountain', ['Mont Blanc'])],
  ])('%s', (scene, one) => {
    expect(sceneOfPlace(one)).toBe(scene);
  });
});

describe('sceneOfPlace by names within a kind', () => {
  test.each([
    ['church', 'Sé de Lisboa', 'Lisbon Cathedral', at('PT', 38)],
    ['church', 'Onze-Lieve-Vrouwekerk', '', at('BE', 51)],
    ['church', 'Vor Frelsers Kirke', '', at('DK', 55)],
    ['domes', 'Sultanahmet Camii', 'Blue Mosque', at('TR', 41)],
    ['domes', 'Kariye Camii', 'Chora Church', at('TR', 41)],
    ['temple', 'Kinkaku-ji', '', at('JP', 35)],
    ['temple', '清水寺', '', at('JP', 35)],
    ['shrine', 'Fushimi Inari Taisha', '', at('JP', 35)],
    ['temple', 'Wat Arun', '', at('TH', 13)],
  ])('returns %s for %s, %s', (scene, name, otherName, where) => {
    expect(sceneOfPlace(place(['religious'], 'place-of-worship', [name, otherName], where))).toBe(scene);
  });

  test.each([
    ['a name without a known word', ['Ayasofya'], at('TR', 41)],
    ['a synagogue', ['Staronová synagoga'], at('CZ', 50)],
    ['a Hindu temple', ['Birla Mandir', 'Birla Temple'], at('IN', 27)],
    ['a temple far from pagodas', ['Lotus Temple'], at('IN', 28)],
    ['a shrine that is not Shinto', ['Erawan Shrine'], at('TH', 13)],
    ['a name with the words of two scenes', ['Mosque-Cathedral of Córdoba'], at('ES', 37)],
  ])('returns null for %s', (_, names, where) => {
    expect(sceneOfPlace(place(['religious'], null, names, where))).toBeNull();
  });

  test.each([
    ['a café called after a church', place(['cafe'], 'cafe', ['Church Café']), 'cafe'],
    ['a hotel called after a castle', place(['hotel'], 'lodging', ['Castle Hotel']), 'hotel'],
    ['a station called after a temple', place(['station'], 'rail', ['Temple'], at('GB', 51)), 'station'],
    ['a park called after a palace', place(['park'], 'park', ['Palace Park']), 'park'],
    ['a road called after a market', place(['street'], 'road', ['Market Street']), null],
    ['a tower of stone', place(['landmark'], 'landmark', ['Torre de Belém'], at('PT', 38)), null],
    ['a shop that a search calls a market', place(['market'], 'shop', ['Hugo Boss']), null],
    ['a palace of the East', place(['palace'], 'castle', ['Kyoto Imperial Palace'], at('JP', 35)), null],
    ['a castle in an unknown country', place(['castle'], 'castle', ['Nijō-jō'], at(null, null)), null],
    ['a place of an unknown kind', place([], null, ['Notre-Dame Cathedral']), null],
  ])('ignores the name of %s', (_, one, scene) => {
    expect(sceneOfPlace(one)).toBe(scene);
  });
});

test('sceneOfPlace returns only scenes that the kind permits, for any name', () => {
  const words = fc.constantFrom(
    'church',
    'mosque',
    'castle',
    'palace',
    'market',
    'station',
    'temple',
    'beach',
    'library',
    'café',
    'hotel',
    'forum',
    'of',
    'St',
  );
  const names = fc.array(
    fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
    { minLength: 1, maxLength: 3 },
  );
  const where = fc.record({ countryCode: fc.constantFrom('FR', 'JP', 'IN', 'US', null), latitude: fc.constantFrom(0, 35, 60, null) });
  const ofKind = (category: string, maki: string | null, scenes: readonly (string | null)[]): void =>
    fc.assert(
      fc.property(names, where, (called, there) => {
        expect(scenes).toContain(sceneOfPlace({ categories: [category], maki, names: called, ...there }));
      }),
    );
  ofKind('religious', 'place-of-worship', ['church', 'domes', 'temple', 'shrine', null]);
  ofKind('museum', 'museum', ['museum', null]);
  ofKind('food', 'restaurant', ['restaurant', 'cafe', 'market', null]);
  ofKind('station', 'rail', ['station', null]);
  ofKind('university', 'college', [null]);
  ofKind('something else', null, [null]);
  expect(sceneKinds).toEqual(expect.arrayContaining(['church', 'shrine', 'museum']));
});
