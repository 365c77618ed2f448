import { expect, type Page } from '@playwright/test';

/** Chooses one of the product's pictures in an open form. */
export async function choosePhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('radio').nth(1).click();
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(dialog).toBeHidden();
}
