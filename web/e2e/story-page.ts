import type { Page } from '@playwright/test';
import { expect } from './people.ts';
import type { WrittenStory } from './stories.ts';

export const open = async (page: Page, { id, title }: Pick<WrittenStory, 'id' | 'title'>): Promise<void> => {
  await page.goto(`/itineraries/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

export const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ });

export async function goToComments(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Comments' }).click();
  await expect(comments(page)).toBeVisible();
}
