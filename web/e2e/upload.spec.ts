import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './author.ts';
import { expectAllSaved, unfoldDetails } from './editor.ts';

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#0e6069' } })
    .jpeg()
    .toBuffer();
const give = (area: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> =>
  area.locator('input[type=file]').setInputFiles(file);

test('Cover upload shows why a file is refused, and an uploaded picture appears on the story', async ({ page, author }) => {
  const { id } = await author.api.createItinerary({ body: { title: `Upload ${Date.now().toString(36)}`, visibility: 'PUBLIC' } });
  await page.goto(`/itineraries/${id}/edit`);
  await unfoldDetails(page);
  await page.getByRole('button', { name: 'Add a picture' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  const area = dialog.getByRole('region', { name: 'Picture of your own' });

  await give(area, { name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(area.getByRole('alert')).toContainText('This file type cannot be shown');
  await give(area, { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture either') });
  await expect(area.getByRole('alert')).toContainText(/picture/i);
  await expect(area.getByRole('button', { name: 'Try again' })).toBeVisible();

  await give(area, { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  await expect(dialog).toBeHidden();
  await expectAllSaved(page);
  await expect.poll(async () => (await author.api.getItinerary({ params: { id }, query: {} })).imageUrl).toMatch(/^\/media\//);

  await page.goto(`/itineraries/${id}`);
  const cover = page.locator('img[src^="/media/"]').first();
  await expect(cover).toBeVisible();
  expect(await cover.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
});
test.use({ expectedErrors: /422.*\/api\/files/ });

test('Profile picture is uploaded, saved and removed', async ({ page }) => {
  await page.goto('/profile');
  const area = page.getByRole('region', { name: 'Picture of your own' });
  await give(area, { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  await page.getByRole('button', { name: 'Remove the picture' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner').or(page.getByRole('main')).locator('img[src^="/media/"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('group', { name: 'Picture', exact: true }).locator('img')).toHaveCount(0);
});
