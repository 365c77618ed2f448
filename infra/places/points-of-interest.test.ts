import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { describe, expect, test } from 'vitest';
import { gazetteerPlaces } from './gazetteer.ts';
import { foldName } from './name-fit.ts';
import { type PointOfInterest, pointsOfInterest } from './points-of-interest.ts';
import { townsAround } from './towns.ts';

const { byId } = await pointsOfInterest();
const byCity = [...Map.groupBy(byId.values(), ({ city }) => city)];

/** Expects an empty list, so that a failure prints all violations. */
const expectNone = (broken: readonly string[]) => expect(broken).toEqual([]);
const pairs = (points: readonly PointOfInterest[]) => points.flatMap((one, at) => points.slice(at + 1).map((other) => [one, other] as const));

describe('points of interest', () => {
  test('lie within 80 km of their city, and each city in its country', async () => {
    expectNone([...byId.values()].filter(({ city, coordinates }) => kilometresBetween(city.coordinates, coordinates) > 80).map(({ id }) => id));
    const misplaced: string[] = [];
    for (const [city] of byCity)
      if (!(await townsAround(city.coordinates, 15, city.countryCode)).some(({ population }) => population >= 15_000)) misplaced.push(city.slug);
    expectNone(misplaced);
  });

  test('have unique names and positions', () => {
    const twice = byCity.flatMap(([, points]) =>
      pairs(points).filter(([a, b]) => foldName(a.name) === foldName(b.name) || kilometresBetween(a.coordinates, b.coordinates) < 0.02),
    );
    expectNone(twice.map(([a, b]) => `${a.id} ${b.id}`));
    expect(byId.size).toBe(byCity.reduce((sum, [, points]) => sum + points.length, 0));
  });

  test('have distinct alternative names', () => {
    const repeated = [...byId.values()].filter(({ name, otherNames }) => {
      const names = [name, ...otherNames].map((one) => one.trim().toLowerCase());
      return new Set(names).size < names.length || names.includes('');
    });
    expectNone(repeated.map(({ id }) => id));
  });
});

describe('gazetteer search for points of interest', () => {
  const places = gazetteerPlaces();
  const first = async (query: string) => (await places.search(query, { limit: 5 }))[0];

  test.each([
    ['Kyoto Station', 'poi.kyoto.kyoto-station'],
    ['kyoto sta', 'poi.kyoto.kyoto-station'],
    ['京都駅', 'poi.kyoto.kyoto-station'],
    ['tofuku-ji', 'poi.kyoto.tofuku-ji'],
    ['gion kyoto', 'poi.kyoto.gion'],
  ])('finds the point of interest for %s', async (query, id) => {
    expect((await first(query))?.mapboxId).toBe(id);
  });

  test('returns all fields of a place, by query and by id', async () => {
    const found = await first('kyoto station');
    expect(found).toMatchObject({
      ...{ name: 'Kyoto Station', placeName: 'Kyoto Station, Kyoto, Japan', placeFormatted: 'Kyoto, Japan', featureType: 'poi', maki: 'rail' },
      ...{ poiCategories: ['station'], address: { city: 'Kyoto', countryName: 'Japan', countryCode: 'JP' } },
    });
    expect(await places.retrieve('poi.kyoto.kyoto-station')).toEqual({ ...found, relevance: null, match: null });
    expect(await places.retrieve('poi.kyoto.nowhere')).toBeNull();
  });

  test('lists points near the reference point first', async () => {
    const near = { latitude: 35.0, longitude: 135.77 };
    expect((await places.search('gion', { near, limit: 3 }))[0]?.mapboxId).toBe('poi.kyoto.gion');
  });

  test('lists the town before the points that are named after it', async () => {
    for (const city of ['Kyoto', 'Porto', 'Lisbon', 'Boston']) expect((await first(city))?.featureType).toBe('place');
  });
});
