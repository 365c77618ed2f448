import { setTimeout as wait } from 'node:timers/promises';
import type { FullConfig } from '@playwright/test';

/** Time without a new story after which the seeding is complete, milliseconds. The product answers while the seeding continues. */
const quiet = 5_000;
const pause = 500;
/** Timeout of the built-in map, milliseconds. Its build has low priority. */
const mapWithin = 180_000;

/** Waits for the seeded stories and the built-in map. Tests read all stories, and a map that is still being built renders again. */
export default async function worldTold({ projects }: FullConfig): Promise<void> {
  const origin = projects[0]?.use.baseURL ?? '';
  await allStories(origin);
  await wholeMap(origin);
}

async function allStories(origin: string): Promise<void> {
  let stories = 0;
  let since = Date.now();
  while (stories === 0 || Date.now() - since < quiet) {
    const answer = await fetch(`${origin}/api/itinerary-projections?limit=1`);
    const { total } = (await answer.json()) as { total: number }; // as: a list of the product under test
    if (total !== stories) [stories, since] = [total, Date.now()];
    await wait(pause);
  }
}

async function wholeMap(origin: string): Promise<void> {
  for (const until = Date.now() + mapWithin; Date.now() < until; await wait(pause)) {
    const answer = await fetch(`${origin}/basemap/status`);
    const { done } = (answer.ok ? await answer.json() : { done: false }) as { done: boolean }; // as: status of the product under test
    if (done) return;
  }
}
