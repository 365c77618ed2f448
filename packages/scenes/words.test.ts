import { expect, test } from 'vitest';
import { isLandscapeOrTown, kindsFor, kindsNamed, likelyKinds } from './words.ts';

test.each([
  ['Charles Bridge, Prague', ['bridge']],
  ['Jardín Botánico', ['garden']],
  ['The cathedral and its museum', ['church', 'museum']],
  ['Shinto shrines', ['shrine']],
  ['Mountain lake with a temple', ['mountains', 'lake', 'temple']],
  ['Côte d’Azur', []],
  ['', []],
])('kindsNamed of %j returns %j', (text, kinds) => {
  expect(kindsNamed(text)).toEqual(kinds);
});

test('kindsFor returns kinds named in the text first, then kinds likely at the latitude', () => {
  expect(kindsFor('Canyon of the river', { latitude: 36, longitude: -112 })[0]).toBe('canyon');
  expect(kindsFor('Somewhere', { latitude: 66, longitude: 20 })).toContain('snow');
  expect(kindsFor('Somewhere', { latitude: 4, longitude: 20 })).not.toContain('snow');
  expect(kindsFor('Somewhere').length).toBeGreaterThan(3);
});

test('likelyKinds returns only kinds of landscapes and towns', () => {
  for (const latitude of [0, 20, 40, 66])
    expect(likelyKinds('Somewhere', { latitude, longitude: 0 }).filter((kind) => !isLandscapeOrTown(kind))).toEqual([]);
  expect(likelyKinds('Somewhere').filter((kind) => !isLandscapeOrTown(kind))).toEqual([]);
});

test('kindsFor orders likely kinds by the words, ignoring case', () => {
  const firsts = new Set(Array.from({ length: 40 }, (_, number) => kindsFor(`Qq${'x'.repeat(number)}`)[0]));
  expect(firsts.size).toBeGreaterThan(3);
  expect(kindsFor('Somewhere')).toEqual(kindsFor('somewhere'));
});
