import { gazetteerPlaces } from '@waystory/infra/places/gazetteer.ts';
import type { PlaceFind } from '@waystory/proto/itineraries/place-search.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { describe, expect, test } from 'vitest';
import { rankFinds } from './place-finds.ts';
import { findInStory } from './place-in-story.ts';

const towns = gazetteerPlaces();

/** Area of a story: one stop, and its country. */
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

async function meant(story: Story, words: string): Promise<{ chosen: string } | { asked: PlaceFind[] }> {
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
  ])('of %s, %s is %s', { timeout: 60_000 }, async (story, words, chosen) => {
    expect(await meant(story, words)).toEqual({ chosen });
  });

  test.each<[Story, string, RegExp]>([
    ['Porto', 'sao bento', /Portugal$/],
    ['Dallas', 'Paris', /^Paris, Texas/],
    ['Dallas', 'Springfield', /United States$/],
    ['Toronto', 'London', /Canada$/],
    ['Lima', 'Valencia', /^Valencia/],
    ['Porto', 'Kyotto', /^Ky/],
  ])('of %s, %s is asked about, and %s comes first', { timeout: 60_000 }, async (story, words, first) => {
    const answer = await meant(story, words);
    expect(answer).toHaveProperty('asked');
    expect('asked' in answer && answer.asked[0]?.placeName).toMatch(first);
  });
});
