import { expect, type Locator, type Page } from '@playwright/test';

export const tripQuestion = '3 days in Lisbon with food and views';

export const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Travel assistant' });
export const inputOf = (page: Page): Locator => panelOf(page).getByLabel('Message to the assistant');
export const answersOf = (page: Page): Locator => panelOf(page).getByRole('log');

/** Waits until the answer is complete and the input accepts a question. */
export const expectAnswerComplete = (page: Page, timeout = 60_000): Promise<void> => expect(inputOf(page)).toBeEnabled({ timeout });

export async function ask(page: Page, text: string): Promise<void> {
  await expectAnswerComplete(page);
  await inputOf(page).fill(text);
  await inputOf(page).press('Enter');
}

/** Id of the itinerary in the URL of the page. */
export const itineraryIdIn = (page: Page): string => /itineraries\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
