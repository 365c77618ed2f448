import type { Page } from '@playwright/test';
import { type Author, expect, restoreSession, test } from './author.ts';
import { themesAndViewports } from './tour.ts';

/** Creates a public story with three stops without pictures: a church, a corner of a town and a road end. */
async function bareStory({ api }: Author) {
  const { id: itineraryId } = await api.createItinerary({ body: { title: `Bare ${Date.now().toString(36)}`, visibility: 'PUBLIC' } });
  const { id: dayId } = await api.addDay({ params: { itineraryId }, body: { title: 'Without pictures' } });
  const add = (title: string, place: object) =>
    api.addStop({ params: { itineraryId }, body: { title, placeName: title, dayIds: [dayId], ...place } });
  const church = await add('Sé de Lisboa', {
    coordinates: { latitude: 38.7098, longitude: -9.1326 },
    poiCategories: ['church'],
    maki: 'religious-christian',
  });
  await add('A corner of Madrid', { coordinates: { latitude: 40.4153, longitude: -3.7074 } });
  await add('The end of the road', { coordinates: { latitude: 62.0079, longitude: -6.79 } });
  return { itineraryId, dayId, churchId: church.id };
}

/** Loaded locator maps on the page. */
const maps = (page: Page) =>
  page
    .locator('main img[src^="/basemap/locators/"]')
    .evaluateAll((images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length);

for (const { theme, viewport } of themesAndViewports)
  test(`${theme}, ${viewport.width} px: stop without a picture shows a locator map`, async ({ browser, author, origin, contextOptions }) => {
    const { itineraryId } = await bareStory(author);
    const context = await browser.newContext({ ...contextOptions, baseURL: origin, viewport, colorScheme: theme });
    await restoreSession(context, author);
    const page = await context.newPage();
    const named = (name: string): string => `web/e2e/out/screens/${name}-${theme}-${viewport.width}.png`;
    await page.goto(`/itineraries/${itineraryId}`);
    // The server renders only the first pictures; the app renders all three.
    const images = page.locator('main img[src^="/basemap/locators/"]');
    await expect(images).toHaveCount(3);
    await images.last().scrollIntoViewIfNeeded();
    await expect.poll(() => maps(page)).toBe(3);
    const sources = await images.evaluateAll((all) => all.map((image) => image.getAttribute('src')));
    expect(sources).toContain(`/basemap/locators/${theme}/38.71,-9.13.svg`);
    await page.screenshot({ path: named('bare-story') });
    // Cards are dark in both themes.
    await page.goto(`/?previewItineraryId=${itineraryId}`);
    const cards = page.getByRole('region', { name: 'Stops on the map' });
    await expect(cards.locator('img[src^="/basemap/locators/dark/"]')).toHaveCount(3);
    await page.screenshot({ path: named('bare-cards') });
    await cards.getByRole('listitem').nth(1).getByRole('button').first().click();
    await expect(page.getByRole('dialog').locator(`img[src="/basemap/locators/${theme}/38.71,-9.13.svg"]`)).toBeVisible();
    await page.screenshot({ path: named('bare-place') });
    await context.close();
  });

test('Picture dialog suggests 12 different pictures, the first of which suits the kind of the stop', async ({ page, author }) => {
  const { itineraryId, dayId, churchId } = await bareStory(author);
  await page.goto(`/itineraries/${itineraryId}/days/${dayId}/stops/${churchId}/form`);
  await page.getByRole('button', { name: 'Add a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await expect(dialog.getByRole('radio')).toHaveCount(12);
  const labels = await dialog
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label')?.replace(/^.*?: /, '') ?? ''));
  expect(labels[0]).toMatch(/^A church among trees/);
  expect(new Set(labels).size).toBe(12);
  expect(labels.filter((label) => /palace|colonnade|temple|pagoda|mosque|minaret/i.test(label))).toEqual([]);
  const loaded = () => dialog.locator('[role=radio] [data-state=loaded]').count();
  await expect.poll(loaded, { timeout: 30_000 }).toBeGreaterThanOrEqual(6);
  await page.screenshot({ path: 'web/e2e/out/screens/picker-church.png' });
});
