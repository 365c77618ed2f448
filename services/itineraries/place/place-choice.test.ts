import { gazetteerPlaces } from '@waystory/infra/places/gazetteer.ts';
import type { PlaceSearchResult } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { describe, expect, test } from 'vitest';
import { noAddress } from './place.ts';
import { choosePlace, findInStory } from './place-choice.ts';
import { type RankedFind, rankFinds } from './place-finds.ts';

const lisbon = { latitude: 38.7139, longitude: -9.1394 };
type Told = Partial<Omit<RankedFind, 'item'>> & { featureType?: string; kilometres?: number };
function find(name: string, { match, weight, featureType = 'place', kilometres = 0 }: Told = {}): RankedFind {
  const coordinates = { ...lisbon, latitude: lisbon.latitude + kilometres / 111.2 };
  const more = {
    relevance: null,
    poiCategories: [],
    maki: null,
    wikidataId: null,
    imageUrl: null,
    placeId: null,
    mapboxId: null,
    placeFormatted: '',
  };
  const item = { name, placeName: name, featureType, coordinates, address: { ...noAddress, countryCode: 'PT' }, ...more };
  return { item, match: { extent: 'whole', slipped: false, ...match }, weight: weight ?? { least: 0.5, most: 0.5 } };
}
const weighing = (weight: number) => ({ weight: { least: weight, most: weight } });
const near = { match: { extent: 'near', slipped: true } } as const;
const part = { match: { extent: 'part', slipped: false } } as const;

/** Name of the chosen place, or names of the candidates. */
function chosen(...ranked: RankedFind[]): string | string[] {
  const choice = choosePlace(ranked);
  return 'chosen' in choice ? choice.chosen.name : choice.candidates.map(({ name }) => name);
}

test('A single exact name is chosen over longer names that begin with it', () => {
  expect(chosen(find('Faro'), find('Faro Lighthouse', part), find('Farol', near))).toBe('Faro');
  expect(chosen()).toEqual([]);
});

test('the place with a far higher weight is chosen among equal names', () => {
  expect(chosen(find('small', weighing(0.3)), find('large', weighing(0.42)))).toBe('large');
  expect(chosen(find('small', weighing(0.31)), find('large', weighing(0.42)))).toEqual(['small', 'large']);
});

test('a place with an estimated weight is chosen before a hamlet, and only a metropolis is chosen before it', () => {
  const uncounted = find('sight', { weight: { least: 0.28, most: 0.49 } });
  expect(chosen(uncounted, find('hamlet', weighing(0.1)))).toBe('sight');
  expect(chosen(uncounted, find('town', weighing(0.4)))).toEqual(['sight', 'town']);
  expect(chosen(uncounted, find('metropolis', weighing(0.7)))).toBe('metropolis');
  expect(chosen(find('anything', { weight: { least: 0, most: 1 } }), find('metropolis', weighing(0.9)))).toHaveLength(2);
});

test('a mistyped name selects a place only without an exact match', () => {
  expect(chosen(find('Lisbon', near), find('Lisbon Falls', { match: { extent: 'part', slipped: true } }))).toBe('Lisbon');
  expect(chosen(find('Lisonzo', part), find('Lisbon', near))).toEqual(['Lisonzo', 'Lisbon']);
});

test('A partial name chooses a place when it is the only one', () => {
  expect(chosen(find('Livraria Lello', part))).toBe('Livraria Lello');
  expect(chosen(find('Dublin Castle', part), find('Edinburgh Castle', part))).toEqual(['Dublin Castle', 'Edinburgh Castle']);
  expect(chosen(find('Newcastle', { match: { extent: 'part', slipped: true } }))).toEqual(['Newcastle']);
});

test('A place is chosen over the area of the same name around it', () => {
  expect(chosen(find('Lisbon', { featureType: 'country' }), find('Lisbon'))).toBe('Lisbon');
  expect(chosen(find('Chiado', { featureType: 'neighborhood', kilometres: 1 }), find('Chiado', { featureType: 'poi' }))).toBe('Chiado');
  expect(chosen(find('Chiado', { featureType: 'neighborhood', kilometres: 5 }), find('Chiado', { featureType: 'poi' }))).toHaveLength(2);
});

const towns = gazetteerPlaces();

/** Extent of a story: ISO code of its country, and latitude and longitude of its only stop. */
const stories = {
  Birmingham: ['GB', 52.4862, -1.8904],
  Boston: ['US', 42.3601, -71.0589],
  Dallas: ['US', 32.7767, -96.797],
  Lima: ['PE', -12.0464, -77.0428],
  Porto: ['PT', 41.1469, -8.6148],
  Rome: ['IT', 41.9028, 12.4964],
  Sydney: ['AU', -33.8688, 151.2093],
  Toronto: ['CA', 43.6532, -79.3832],
} as const;
type Story = keyof typeof stories;

async function meant(story: Story, words: string): Promise<{ chosen: string } | { asked: PlaceSearchResult[] }> {
  const [code, latitude, longitude] = stories[story];
  const points: Coordinates[] = [{ latitude, longitude }];
  const area = { points, countryCodes: new Set([code]) };
  const { choice } = await findInStory(area, async (options) => rankFinds(words, [], await towns.search(words, options), options.limit));
  return 'chosen' in choice ? { chosen: choice.chosen.placeName } : { asked: [...choice.candidates] };
}

describe('Place search in a story', () => {
  test.each<[Story, string, string]>([
    ['Porto', 'Danang', 'Da Nang, Vietnam'],
    ['Porto', 'Paris', 'Paris, France'],
    ['Boston', 'Cambridge', 'Cambridge, Massachusetts, United States'],
    ['Boston', 'Manchester', 'Manchester, New Hampshire, United States'],
    ['Birmingham', 'Manchester', 'Manchester, United Kingdom'],
    ['Sydney', 'Newcastle', 'Newcastle, New South Wales, Australia'],
    ['Rome', 'Naples', 'Naples, Italy'],
    ['Dallas', 'Mexico City', 'Mexico City, Mexico'],
    ['Dallas', 'Paris, France', 'Paris, France'],
  ])('of %s: the words %s choose %s', { timeout: 60_000 }, async (story, words, chosen) => {
    expect(await meant(story, words)).toEqual({ chosen });
  });

  test.each<[Story, string, RegExp]>([
    ['Porto', 'sao bento', /Portugal$/],
    ['Dallas', 'Paris', /^Paris, Texas/],
    ['Dallas', 'Springfield', /United States$/],
    ['Toronto', 'London', /Canada$/],
    ['Lima', 'Valencia', /^Valencia/],
    ['Porto', 'Kyotto', /^Ky/],
  ])('of %s: the words %s are ambiguous, and %s matches the first candidate', { timeout: 60_000 }, async (story, words, first) => {
    const answer = await meant(story, words);
    expect(answer).toHaveProperty('asked');
    expect('asked' in answer && answer.asked[0]?.placeName).toMatch(first);
  });
});
