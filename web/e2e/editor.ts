import type { Locator, Page } from '@playwright/test';
import { expect } from './author.ts';

/** Unfolds cover, description, countries and highlights in the editor. */
export async function unfoldDetails(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Cover, description, countries, highlights' });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
}

export const dayOf = (page: Page, number: number): Locator => page.getByRole('region', { name: `Day ${number}`, exact: true });

/** Links with the titles of a day's stops, which open the stop forms. */
export const stopsOf = (day: Locator): Locator => day.getByRole('link').and(day.locator('[href$="/form"]:not([href$="/stops/form"])'));

/** Waits until all changes are saved on the server. */
export const expectAllSaved = (page: Page): Promise<void> => expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'saved');
