import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { createPublicStory, createStory, type WrittenStory } from './stories.ts';

/** Emulated network: throughput in each direction, bytes per second, and latency, milliseconds. */
interface Line {
  bytes: number;
  latency: number;
}
/** A phone with poor reception: 400 kbit/s. */
const weak: Line = { bytes: 50_000, latency: 400 };
/** A latency above the threshold of the notice about slow loading. */
const faraway: Line = { bytes: 50_000, latency: 4_000 };
/** Timeout of a map on the slow network, milliseconds. */
const mapWithin = 90_000;

async function slowDown(page: Page, { bytes, latency }: Line): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes });
}

const readyMap = (page: Page) => page.locator('.map-view[data-ready="true"]');
const skeletons = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /loading/i });
const notice = (page: Page) => page.getByText('Still loading, this takes a little longer...');

/** Starts loading a page without waiting for its last picture. */
const begin = async (page: Page, path: string): Promise<void> => void (await page.goto(path, { waitUntil: 'commit' }));

test.describe('At 400 kbit/s', () => {
  // Expected, because the silent sign-in may take longer than the two seconds that pages wait. A private story is then first requested without a
  // token.
  test.use({ expectedErrors: /404 \(Not Found\) \(\S*\/api\/itineraries\// });
  test.beforeEach(({ page }) => slowDown(page, weak));

  test('the home page shows texts and cards before its map', async ({ page }) => {
    await begin(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    const countries = page.getByRole('region', { name: 'Countries in view' });
    await expect(countries.getByRole('button', { name: /itineraries/ }).first()).toBeVisible();
    expect(await readyMap(page).count()).toBe(0);
    await expect(readyMap(page)).toBeVisible({ timeout: mapWithin });
  });

  test('a story is readable before its map', async ({ author, page }) => {
    const story = await createPublicStory(author, 'Read in the hills');
    await begin(page, `/itineraries/${story.id}`);
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Second landing' })).toBeVisible();
    expect(await readyMap(page).count()).toBe(0);
    await expect(readyMap(page)).toBeVisible({ timeout: mapWithin });
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
  });

  test('a search shows skeletons until its results arrive', async ({ page }) => {
    await begin(page, '/search?q=lisbon');
    await expect(page.getByRole('searchbox', { name: 'Search stories, places and people' })).toHaveValue('lisbon');
    await expect(skeletons(page).first()).toBeVisible();
    await expect(page.locator('[data-result]').first()).toBeVisible();
    await expect(skeletons(page)).toHaveCount(0);
  });

  test('a link followed right after typing in the editor opens without a question, and the text is saved', async ({ author, page }) => {
    const { id } = await createStory(author.api, { title: 'Written in the hills', days: [['Pass']] });
    await begin(page, `/itineraries/${id}/edit`);
    const title = page.getByLabel('Title', { exact: true });
    await expect(title).toHaveValue('Written in the hills');
    await title.fill('Written above the clouds');
    await page.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Written above the clouds' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect((await author.api.getItinerary({ params: { id }, query: {} })).title).toBe('Written above the clouds');
  });

  test('a double click on the save button saves one stop', async ({ author, page }) => {
    const { id, dayIds } = await createStory(author.api, { title: 'Pressed in the hills', days: [[]] });
    await begin(page, `/itineraries/${id}/days/${dayIds[0]}/stops/form`);
    await page.getByLabel('Title').fill('Cairn');
    const coordinates = page.getByLabel('Latitude, longitude');
    await coordinates.fill('-37.1, -12.3');
    await coordinates.press('Enter');
    await page.getByRole('button', { name: 'Add stop' }).dblclick();
    await page.waitForURL(/\/edit(#.*)?$/);
    await expect(page.getByRole('link', { name: 'Cairn' })).toHaveCount(1);
    const { total } = await author.api.listItineraryStops({ params: { itineraryId: id }, query: {} });
    expect(total).toBe(1);
  });
});

test.describe('At a latency of 4 seconds', () => {
  test('a search shows a notice until its results arrive', async ({ page }) => {
    await page.goto('/search');
    await expect(page.getByRole('heading', { name: 'Where to?' })).toBeVisible();
    await slowDown(page, faraway);
    await page.getByRole('searchbox', { name: 'Search stories, places and people' }).fill('lisbon');
    await expect(skeletons(page).first()).toBeVisible();
    await expect(notice(page)).toBeVisible();
    await expect(page.locator('[data-result]').first()).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

  /** Changes the title and follows a link before the save arrives. Returns a function that lets the save arrive. */
  async function leaveUnsaved(page: Page, { id, title }: WrittenStory, written: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**/api/itineraries/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await promise;
      await route.continue();
    });
    await page.goto(`/itineraries/${id}/edit`);
    const field = page.getByLabel('Title', { exact: true });
    await expect(field).toHaveValue(title);
    await field.fill(written);
    await page.getByRole('link', { name: 'View' }).click();
    await expect(question(page)).toBeVisible();
    return resolve;
  }

  test('leaving the editor during a save asks for confirmation, and staying saves the text', async ({ author, page }) => {
    const story = await createStory(author.api, { title: 'Far from anywhere', days: [['Well']] });
    const arrive = await leaveUnsaved(page, story, 'Far from everywhere');
    await question(page).getByRole('button', { name: 'Stay' }).click();
    arrive();
    await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'saved');
    await page.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Far from everywhere' })).toBeVisible();
  });

  test('the confirmation closes, and the link is followed, when the save succeeds', async ({ author, page }) => {
    const story = await createStory(author.api, { title: 'Far from anybody', days: [['Well']] });
    const arrive = await leaveUnsaved(page, story, 'Far from everybody');
    arrive();
    await expect(page.getByRole('heading', { level: 1, name: 'Far from everybody' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});
