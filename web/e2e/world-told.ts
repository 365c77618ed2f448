import type { FullConfig } from '@playwright/test';

/** The world is told while the product already answers; this long without a new story means that it is complete, milliseconds. */
const quiet = 5_000;
const pause = 500;

/** Waits until the seeded world is there, because the tests look at all of it. */
export default async function worldTold({ projects }: FullConfig): Promise<void> {
  const origin = projects[0]?.use.baseURL ?? '';
  let stories = 0;
  let since = Date.now();
  while (stories === 0 || Date.now() - since < quiet) {
    const answer = await fetch(`${origin}/api/itinerary-projections?limit=1`);
    const { total } = (await answer.json()) as { total: number }; // the list of the product under test
    if (total !== stories) [stories, since] = [total, Date.now()];
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
