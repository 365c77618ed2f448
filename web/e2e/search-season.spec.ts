import { expect, test } from './author.ts';
import { createStory, randomCoordinates } from './stories.ts';

test('Search filters stories by season, and the URL contains the filter', async ({ page, author }) => {
  // A unique word; a timestamp could resemble words of other tests.
  const title = `Quillwort ${crypto.randomUUID().slice(0, 8)}`;
  // April is autumn, because the story is in the southern hemisphere.
  const { id } = await createStory(author.api, { title, days: [['Landing']], visibility: 'PUBLIC', at: randomCoordinates() });
  await author.api.patchItinerary({ params: { id }, body: { firstDate: '2026-04-20' } });
  await expect(async () => {
    const { results } = await author.api.searchItineraries({ query: { q: title, season: 'autumn' } });
    expect(results.map(({ entity }) => entity.id)).toEqual([id]);
  }).toPass();

  await page.goto(`/search?q=${encodeURIComponent(title)}`);
  const stories = page.getByRole('tabpanel');
  const found = stories.getByRole('link', { name: new RegExp(title) });
  await expect(found).toBeVisible();
  await page.getByRole('combobox', { name: 'Season' }).click();
  await page.getByRole('option', { name: 'Spring' }).click();
  await page.waitForURL(/season=spring/);
  await expect(page.getByText(`No story for “${title}” matches these filters`)).toBeVisible();
  await expect(found).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Season' }).click();
  await page.getByRole('option', { name: 'Autumn' }).click();
  await page.waitForURL(/season=autumn/);
  await expect(found).toBeVisible();

  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Season' })).toContainText('Autumn');
  await expect(found).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/season/);
});
