import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FoundPlace, Places } from './port.ts';

const springfields = {
  illinois: { latitude: 39.8, longitude: -89.65 },
  missouri: { latitude: 37.2, longitude: -93.29 },
};

/** Contract of a provider of places, checked with real places. */
export function placesContract(make: () => Places): void {
  describe('places', () => {
    let places: Places;
    beforeAll(async () => {
      places = make();
      await places.warm();
    });
    describeSearch(() => places);
    describeQuestions(() => places);
    describeNearest(() => places);
    describeWithin(() => places);
    describeRetrieve(() => places);
  });
}

function describeSearch(places: () => Places): void {
  test('search finds a town with its country, whatever the case and accents', async () => {
    for (const query of ['São Paulo', 'sao paulo', ' SAO  PAULO ']) {
      const [found] = await places().search(query, { limit: 5 });
      expect(found).toMatchObject({ name: 'São Paulo', address: { countryCode: 'BR', countryName: 'Brazil' } });
      expect(kilometresBetween(found?.coordinates ?? nowhere, { latitude: -23.55, longitude: -46.63 })).toBeLessThan(30);
    }
  });

  test('search finds a town by a prefix of its name', async () => {
    const names = (await places().search('barcelon', { limit: 5 })).map(({ name, address }) => `${name} ${address.countryCode}`);
    expect(names).toContain('Barcelona ES');
  });

  test('search finds a country', async () => {
    const [found] = await places().search('Portugal', { limit: 3 });
    expect(found).toMatchObject({ name: 'Portugal', featureType: 'country', address: { city: null, countryCode: 'PT' } });
  });

  test('search lists the town near the reference point before its namesakes', async () => {
    for (const near of Object.values(springfields)) {
      const [found] = await places().search('springfield', { near, limit: 5 });
      expect(found?.name).toBe('Springfield');
      expect(kilometresBetween(found?.coordinates ?? nowhere, near)).toBeLessThan(30);
    }
  });

  test('search results have name, id, feature type, valid coordinates and country code', async () => {
    for (const found of await places().search('paris', { limit: 8 })) expectComplete(found);
  });
}

const nowhere = { latitude: 0, longitude: 0 };

function expectComplete(found: FoundPlace): void {
  expect(found.name).not.toBe('');
  expect(found.placeName).toContain(found.name);
  expect(found.mapboxId).not.toBe('');
  expect(found.featureType).toMatch(/^[a-z_]+$/);
  expect(Math.abs(found.coordinates.latitude)).toBeLessThanOrEqual(90);
  expect(Math.abs(found.coordinates.longitude)).toBeLessThanOrEqual(180);
  expect(found.address.countryCode).toMatch(/^[A-Z]{2}$/);
  if (found.relevance !== null) expect(found.relevance >= 0 && found.relevance <= 1).toBe(true);
}

function describeQuestions(places: () => Places): void {
  test('search returns no more places than the limit', async () => {
    expect(await places().search('san', { limit: 3 })).toHaveLength(3);
    expect(await places().search('san', { limit: 1 })).toHaveLength(1);
  });

  test('search accepts any text without an error', async () => {
    for (const query of ['', '   ', '🎉', "'; drop table places; --", '%_%', '\\', 'a'.repeat(5_000), 'san '.repeat(500), '\u202e\u0301']) {
      const found = await places().search(query, { limit: 5 });
      expect(found.length).toBeLessThanOrEqual(5);
      found.forEach(expectComplete);
    }
  });
}

function describeNearest(places: () => Places): void {
  test('nearest returns the town around a point', async () => {
    const found = await places().nearest({ latitude: 38.7139, longitude: -9.1394 });
    expect(found?.placeName).toMatch(/Lisbo[an]/);
    expect(found?.address).toMatchObject({ countryCode: 'PT', countryName: 'Portugal' });
  });

  test('nearest is null in the middle of an ocean', async () => {
    for (const longitude of [-30, 179.999, -179.999]) expect(await places().nearest({ latitude: -48, longitude })).toBeNull();
  });
}

function describeWithin(places: () => Places): void {
  const kyoto = { south: 34.96, west: 135.7, north: 35.05, east: 135.82 };

  test('within returns points of interest inside the box, at most the limit', async () => {
    const found = await places().within(kyoto, 20);
    expect(found.length).toBeGreaterThan(5);
    for (const place of found) {
      expectComplete(place);
      expect(place.featureType).toBe('poi');
      const { latitude, longitude } = place.coordinates;
      expect(latitude >= kyoto.south && latitude <= kyoto.north && longitude >= kyoto.west && longitude <= kyoto.east).toBe(true);
    }
    expect(await places().within(kyoto, 3)).toHaveLength(3);
  });

  test('within is empty on the high sea, also across the antimeridian', async () => {
    expect(await places().within({ south: -48.5, west: -30.5, north: -48, east: -30 }, 20)).toEqual([]);
    expect(await places().within({ south: -48.5, west: 179.8, north: -48, east: -179.8 }, 20)).toEqual([]);
  });
}

function describeRetrieve(places: () => Places): void {
  test('retrieve returns a found place by its id', async () => {
    for (const query of ['portugal', 'são paulo']) {
      const [found] = await places().search(query, { limit: 1 });
      const again = await places().retrieve(found?.mapboxId ?? '');
      expect(again).toEqual({ ...found, relevance: null, match: null });
    }
  });

  test.each(['', 'nobody.knows', '🎉', '../../x?y=z#', 'geonames.', 'geonames.-1', 'country.ZZ', 'a'.repeat(200)])(
    'retrieve is null for the unknown id %s',
    async (id) => {
      expect(await places().retrieve(id)).toBeNull();
    },
  );
}
