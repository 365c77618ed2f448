import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from './author.ts';
import { themesAndViewports } from './tour.ts';

/** A single-colour photo whose EXIF data contain a time and, by default, a position. */
async function photo(background: string, hasPlace = true) {
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 50/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 22/1' };
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .withExif({ IFD2: { DateTimeOriginal: '2026:05:04 14:05:11' }, ...(hasPlace && { IFD3: gps }) })
    .toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

async function upload(page: Page, button: string, background: string, hasPlace = true): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.locator('input[type=file]').setInputFiles(await photo(background, hasPlace));
  await expect(dialog).toBeHidden();
}

test('Stop form orders pictures with captions, and suggests place and time from the EXIF data of a photo', async ({ page, author }) => {
  const { id: itineraryId } = await author.api.createItinerary({ body: { title: `Pictures ${Date.now().toString(36)}`, visibility: 'PUBLIC' } });
  const { id: dayId } = await author.api.addDay({ params: { itineraryId }, body: { title: 'First' } });
  const place = { coordinates: { latitude: 38.6916, longitude: -9.216 }, placeName: 'Torre' };
  const { id } = await author.api.addStop({ params: { itineraryId }, body: { title: 'Tower', ...place, dayIds: [dayId] } });
  const params = { itineraryId, id };
  await page.goto(`/itineraries/${itineraryId}/days/${dayId}/stops/${id}/form`);

  await upload(page, 'Add a picture', '#0e6069');
  const suggestion = page.getByRole('status').filter({ hasText: 'Your photo knows where and when' });
  await suggestion.getByRole('button', { name: /Use the place of the photo, .* away/ }).click();
  await suggestion.getByRole('button', { name: /Use its time/ }).click();
  await expect(suggestion).toBeHidden();
  await page.getByRole('textbox', { name: 'Caption of the first picture' }).fill('From the river');

  await upload(page, 'Add another picture', '#b45309');
  await page.getByRole('textbox', { name: 'Caption of picture 2' }).fill('At dusk');
  await upload(page, 'Add another picture', '#4338ca');
  await page.getByRole('textbox', { name: 'Caption of picture 3' }).fill('From above');
  await page.getByRole('button', { name: 'Move picture 3 up' }).click();
  await page.getByRole('button', { name: 'Show this picture first' }).click();
  await page.screenshot({ path: 'web/e2e/out/screens/pictures-form.png', fullPage: true });
  await page.getByRole('button', { name: 'Save stop' }).click();

  await expect.poll(async () => (await author.api.getItineraryStop({ params })).imageCaption).toBe('From above');
  const stop = await author.api.getItineraryStop({ params });
  expect(stop.gallery.map(({ caption }) => caption)).toEqual(['From the river', 'At dusk']);
  expect(stop.startTime).toContain('T14:05');
  expect(stop.coordinates.latitude).toBeCloseTo(38.7139, 3);

  // The stored picture has no position.
  const stored = await page.request.get(stop.gallery[0]?.imageUrl ?? '');
  expect((await sharp(await stored.body()).metadata()).exif).toBeUndefined();

  await page.goto(`/itineraries/${itineraryId}`);
  await expect(page.getByText('From above')).toBeVisible();
  await page.getByRole('link', { name: /^2 more pictures/ }).click();
  const captions = page.locator('figcaption');
  await expect(captions).toHaveText(['From above', 'From the river', 'At dusk']);
  for (const image of await page.locator('figure img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0)).toBe(true);
  }
  await page.screenshot({ path: 'web/e2e/out/screens/pictures-stop.png', fullPage: true });
});

test.describe('Stop form on Android', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36' });

  for (const { theme, viewport } of themesAndViewports)
    test(`${theme}, ${viewport.width} px: a photo without its position can be chosen again from the files`, async ({ page, author }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize(viewport);
      const { id: itineraryId } = await author.api.createItinerary({ body: { title: `Places ${Date.now().toString(36)}` } });
      const { id: dayId } = await author.api.addDay({ params: { itineraryId }, body: {} });
      await page.goto(`/itineraries/${itineraryId}/days/${dayId}/stops/form`);
      await upload(page, 'Add a picture', '#0e6069', false);
      const lost = page.getByRole('status').filter({ hasText: 'This photo has lost its location' });
      await expect(lost).toBeVisible();
      await lost.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `web/e2e/out/screens/lost-place-${theme}-${viewport.width}.png` });
      const picker = lost.locator('input[type=file]');
      await picker.setInputFiles(await photo('#0e6069', false));
      await expect(lost).toContainText('This file has no location either');
      await picker.setInputFiles(await photo('#0e6069'));
      await expect(lost).toBeHidden();
      await expect(page.getByRole('button', { name: /Use the place of the photo/ })).toBeVisible();
      await page.getByRole('button', { name: 'Add another picture' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Choose from files' })).toBeVisible();
    });
});
