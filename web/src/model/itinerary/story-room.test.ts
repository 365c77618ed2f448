import { mostStoryBytes, stopBytes } from '@waystory/proto/itineraries/story-size.ts';
import { expect, test } from 'vitest';
import type { WholeItinerary } from './itinerary.query.ts';
import { storySizeState } from './story-room.ts';

const stop = {
  title: 'A',
  highlight: null,
  description: 'd'.repeat(4_000),
  imageUrl: null,
  imageId: null,
  imageCaption: null,
  gallery: [],
  dayIds: [],
  placeName: 'Pier',
  placeFullName: 'Pier, Lisbon',
  address: {},
};
const story = (count: number) =>
  ({
    title: 'A',
    shortDescription: null,
    description: null,
    highlights: [],
    imageUrl: null,
    days: [{ title: null, description: null }],
    stops: Array.from({ length: count }, () => ({ ...stop })),
  }) as unknown as WholeItinerary; // as: only these fields are measured

test('Story is nearly full from 80 % of its size limit, and full at the limit', () => {
  const each = stopBytes(stop as unknown as Parameters<typeof stopBytes>[0]); // as: only these fields are measured
  const fits = Math.floor(mostStoryBytes / each);
  expect(storySizeState(story(10)).state).toBe('free');
  expect(storySizeState(story(Math.ceil(fits * 0.85))).state).toBe('nearly');
  expect(storySizeState(story(fits + 1))).toMatchObject({ state: 'full' });
  expect(storySizeState(story(10)).used).toBeGreaterThan(40_000);
});
