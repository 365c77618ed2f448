import type { Locator, Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { createPublicStory, createStory } from './stories.ts';

// Expected, because these tests abort the requests for chunks.
test.use({ expectedErrors: /Failed to load resource|dynamically imported module/ });

/** The map library, which all maps need. */
const library = '**/assets/maplibre-gl-*.js';
const readyMap = (page: Page) => page.locator('.map-view[data-ready="true"]');
/** Time for a reload and a map drawn without a graphics card; milliseconds. */
const mapWithin = 80_000;
const panel = (page: Page) => page.getByText('This part could not be loaded');

/** Expects an error panel in place of the map beside the visible text, and a map after the retry. */
async function expectMapWhenAskedAgain(page: Page, text: Locator): Promise<void> {
  await panel(page).scrollIntoViewIfNeeded();
  await expect(text).toBeVisible();
  await page.unroute(library);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(readyMap(page)).toBeVisible({ timeout: mapWithin });
  await expect(panel(page)).toHaveCount(0);
  await expect(text).toBeVisible();
}

test.beforeEach(({ page }) => page.route(library, (route) => route.abort()));

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1024, height: 700 },
])
  test.describe(`At ${viewport.width} px without the map chunk`, () => {
    test.use({ viewport });

    test('the home page shows its cards, and a retry loads the map', async ({ page }) => {
      await page.goto('/');
      const cards = page.getByRole('region', { name: 'Countries in view' });
      await expect(page.getByRole('searchbox', { name: 'Search stories, places and people' })).toBeVisible();
      await expectMapWhenAskedAgain(page, cards.getByRole('button', { name: /itineraries/ }).first());
    });

    test('the stop form keeps the typed text, and a retry loads the map', async ({ author, page }) => {
      const { id, dayIds } = await createStory(author.api, { title: 'Without a chart', days: [[]] });
      await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/form`);
      const title = page.getByLabel('Title');
      await title.fill('Kept without a chart');
      await page.getByLabel('Latitude, longitude').fill('-37.1, -12.3');
      await page.getByLabel('Latitude, longitude').press('Enter');
      await expectMapWhenAskedAgain(page, title);
      await expect(title).toHaveValue('Kept without a chart');
      await page.getByRole('button', { name: 'Add stop' }).click();
      await expect(page.getByRole('link', { name: 'Kept without a chart' })).toHaveCount(1);
    });
  });

test('Story and stop pages show their text without the map chunk, and a retry loads the map', async ({ author, page }) => {
  const story = await createPublicStory(author, 'Told without a chart');
  await page.goto(`/itineraries/${story.id}`);
  await expectMapWhenAskedAgain(page, page.getByRole('heading', { name: 'Second landing' }));
  await page.route(library, (route) => route.abort());
  await page.goto(`/itineraries/${story.id}/stops/${story.stopIds[1]}`);
  await expectMapWhenAskedAgain(page, page.getByRole('heading', { level: 1, name: 'Second landing' }));
});

test('Failed retry of the map leaves the story readable', async ({ author, page }) => {
  const story = await createPublicStory(author, 'Asked for in vain');
  await page.goto(`/itineraries/${story.id}`);
  await expect(panel(page)).toBeVisible();
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('maplibre-gl-'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await tried;
  await expect(panel(page)).toBeVisible();
  await expectMapWhenAskedAgain(page, page.getByRole('heading', { name: 'Second landing' }));
});

test('Home page without the map chunk leads from a country to a story', async ({ page }) => {
  await page.goto('/');
  await expect(panel(page)).toBeVisible();
  await page
    .getByRole('region', { name: 'Countries in view' })
    .getByRole('button', { name: /Portugal/ })
    .click();
  const stories = page.getByRole('region', { name: 'Itineraries of Portugal' });
  await stories.locator('li:not(:first-child) a[data-card]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
