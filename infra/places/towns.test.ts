import { expect, test } from 'vitest';
import { nearestTown, townsAround, townsByName } from './towns.ts';

test('Nearest town is found across the antimeridian and at a pole', async () => {
  expect(await nearestTown({ latitude: 38.72, longitude: -9.135 })).toMatchObject({ name: 'Lisbon', countryCode: 'PT' });
  // Taveuni in Fiji lies on both sides of 180 degrees.
  const [east, west] = [await nearestTown({ latitude: -16.8, longitude: 179.999 }), await nearestTown({ latitude: -16.8, longitude: -179.999 })];
  expect(west.name).toBe(east.name);
  expect(await nearestTown({ latitude: 90, longitude: 123 })).toMatchObject({ name: 'Longyearbyen' });
});

test('Nearest town is returned with the distance of its centre in kilometres', async () => {
  // Expected: the distance from the equator at 30 degrees west to the island of Fernando de Noronha.
  const { name, kilometres } = await nearestTown({ latitude: 0, longitude: -30 });
  expect({ name, kilometres: Math.round(kilometres) }).toEqual({ name: 'Fernando de Noronha (Distrito Estadual)', kilometres: 504 });
});

test('Towns are found by name regardless of case, accents and punctuation', async () => {
  for (const words of ['Kraków', 'krakow', ' KRAKOW ']) expect((await townsByName(words)).map((town) => town.countryCode)).toContain('PL');
  expect(await townsByName('washington dc', 'US')).toEqual([]);
  expect((await townsByName('washington, d c', 'US'))[0]?.population).toBeGreaterThan(500_000);
  expect((await townsByName('Lodz'))[0]).toMatchObject({ name: 'Łódź', countryCode: 'PL' });
});

test('Namesakes are listed largest first, optionally of one country', async () => {
  const everywhere = await townsByName('Paris');
  expect(everywhere[0]).toMatchObject({ countryCode: 'FR' });
  expect(everywhere.map((town) => town.population)).toEqual(everywhere.map((town) => town.population).sort((a, b) => b - a));
  const american = await townsByName('Paris', 'US');
  expect(american.length).toBeGreaterThan(1);
  expect(new Set(american.map((town) => town.countryCode))).toEqual(new Set(['US']));
});

test('Towns around a point belong to the requested country, largest first', async () => {
  const towns = await townsAround({ latitude: 48.2085, longitude: 16.3721 }, 70, 'SK');
  expect(towns[0]).toMatchObject({ name: 'Bratislava' });
  expect(new Set(towns.map((town) => town.countryCode))).toEqual(new Set(['SK']));
});
