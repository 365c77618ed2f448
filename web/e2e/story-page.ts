import type { Page } from '@playwright/test';
import { expect } from './people.ts';
import type { WrittenStory } from './stories.ts';

export const openStory = async (page: Page, { id, title }: Pick<WrittenStory, 'id' | 'title'>): Promise<void> => {
  await page.goto(`/itineraries/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

/** Waits until the server-rendered page of a story contains these words. In a cluster, the page lags behind the write. */
export const publicPageContains = (page: Page, { id }: Pick<WrittenStory, 'id'>, words: string): Promise<void> =>
  expect.poll(async () => (await page.request.get(`/itineraries/${id}`)).text()).toContain(words);

export const commentsRegion = (page: Page) => page.getByRole('region', { name: /^Comments/ });

export async function goToComments(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Comments' }).click();
  await expect(commentsRegion(page)).toBeVisible();
}
