import { expect } from '@playwright/test';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Api, Author } from './author.ts';

/** Coordinates for the stories of tests, far from the seeded stories. */
export const testCoordinates = {
  tristan: { latitude: -37.0676, longitude: -12.3116 },
  bouvet: { latitude: -54.4208, longitude: 3.3464 },
  kerguelen: { latitude: -49.3521, longitude: 70.2167 },
} as const;

export interface WrittenStory {
  id: string;
  title: string;
  dayIds: string[];
  stopIds: string[];
}

export interface StoryPlan {
  title: string;
  /** Titles of the stops of each day. */
  days: readonly (readonly string[])[];
  visibility?: 'PRIVATE' | 'UNLISTED' | 'PUBLIC';
  /** Coordinates of the first stop; each further stop is 0.02 degrees further east. */
  at?: Coordinates;
}

/** Cover picture from the product itself, so that no external request is needed. */
const cover = '/flags/SH.svg';

const readableWithinMs = 90_000;

/** Writes a story through the API and waits until it is readable. */
export async function createStory(api: Api, { title, days, visibility = 'PRIVATE', at = testCoordinates.tristan }: StoryPlan): Promise<WrittenStory> {
  const { id } = await api.createItinerary({ body: { title, visibility, imageUrl: cover } });
  const written: WrittenStory = { id, title, dayIds: [], stopIds: [] };
  for (const stops of days) {
    const day = await api.addDay({ params: { itineraryId: id }, body: {} });
    written.dayIds.push(day.id);
    for (const stop of stops) {
      const coordinates = { latitude: at.latitude, longitude: at.longitude + written.stopIds.length * 0.02 };
      const added = await api.addStop({ params: { itineraryId: id }, body: { title: stop, dayIds: [day.id], coordinates, placeName: stop } });
      written.stopIds.push(added.id);
    }
  }
  // With many processes read models lag, most of all during the seeding.
  await expect(() => api.getItinerary({ params: { id } })).toPass({ timeout: readableWithinMs });
  return written;
}

/** Random coordinates in the South Pacific, far from the stories of other tests and of earlier attempts. */
export const randomCoordinates = (): Coordinates => ({ latitude: -40 - Math.random() * 10, longitude: -120 + Math.random() * 20 });

/** Writes a public story with two stops. */
export const createPublicStory = ({ api }: Author, title: string, at: Coordinates = testCoordinates.tristan): Promise<WrittenStory> =>
  createStory(api, { title, days: [['First landing', 'Second landing']], visibility: 'PUBLIC', at });

interface SeededStop {
  accountId: string;
  itineraryId: string;
  id: string;
  title: string;
}

/** A seeded stop in Lisbon with a picture. The smallest id is chosen, because the order of the stops depends on the seeding. */
export async function seededStop(origin: string): Promise<SeededStop> {
  const response = await fetch(`${origin}/api/stops?limit=100&filter=${encodeURIComponent('{"addressCity":"Lisbon"}')}`);
  const { items } = (await response.json()) as { items: (SeededStop & { imageUrl: string | null })[] }; // as: answer of `listStops`
  const [stop] = items.filter(({ imageUrl }) => imageUrl?.startsWith('/photos/')).sort((a, b) => (a.id < b.id ? -1 : 1));
  if (!stop) throw new Error('The world has no stop with a picture in Lisbon');
  return stop;
}
