import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { tell, type WrittenStory, write } from './stories.ts';

/** Bandwidth of a line, bytes a second in each direction, and its latency, milliseconds. */
interface Line {
  bytes: number;
  latency: number;
}
/** A phone in the hills: 400 kbit/s. */
const weak: Line = { bytes: 50_000, latency: 400 };
/** Longer than a page waits before it says that it takes long. */
const faraway: Line = { bytes: 50_000, latency: 4_000 };
/** Duration of a heavy first load, milliseconds. */
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

/** Begins to load a page, and does not wait for its last picture. */
const begin = async (page: Page, path: string): Promise<void> => void (await page.goto(path, { waitUntil: 'commit' }));

test.describe('on a weak line', () => {
  test.beforeEach(({ page }) => slowDown(page, weak));

  test('the home page has its words and its cards before its map', async ({ page }) => {
    await begin(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    const countries = page.getByRole('region', { name: 'Countries in view' });
    await expect(countries.getByRole('button', { name: /itineraries/ }).first()).toBeVisible();
    expect(await readyMap(page).count()).toBe(0);
    await expect(readyMap(page)).toBeVisible({ timeout: mapWithin });
  });

  test('a story is read before its map is there', async ({ author, page }) => {
    const story = await tell(author, 'Read in the hills');
    await begin(page, `/itineraries/${story.id}`);
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Second landing' })).toBeVisible();
    expect(await readyMap(page).count()).toBe(0);
    await expect(readyMap(page)).toBeVisible({ timeout: mapWithin });
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
  });

  test('results of a search are awaited with their shape', async ({ page }) => {
    await begin(page, '/search?q=lisbon');
    await expect(page.getByRole('searchbox', { name: 'Search stories, places and people' })).toHaveValue('lisbon');
    await expect(skeletons(page).first()).toBeVisible();
    await expect(page.locator('[data-result]').first()).toBeVisible();
    await expect(skeletons(page)).toHaveCount(0);
  });

  test('who writes and follows a link at once gets there without an answer, and loses nothing', async ({ author, page }) => {
    const { id } = await write(author.api, { title: 'Written in the hills', days: [['Pass']] });
    await begin(page, `/itineraries/${id}/edit`);
    const title = page.getByLabel('Title', { exact: true });
    await expect(title).toHaveValue('Written in the hills');
    await title.fill('Written above the clouds');
    await page.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Written above the clouds' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    expect((await author.api.getItinerary({ params: { id }, query: {} })).title).toBe('Written above the clouds');
  });

  test('a stop is saved once, however often somebody presses', async ({ author, page }) => {
    const { id, dayIds } = await write(author.api, { title: 'Pressed in the hills', days: [[]] });
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

test.describe('on a line whose answers are long in coming', () => {
  test('a search says that it takes longer until its results are there', async ({ page }) => {
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

  /** Writes another title, and follows a link before it has arrived; answers how to let it arrive. */
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

  test('who leaves the editor with something on its way is asked, and finds it again', async ({ author, page }) => {
    const story = await write(author.api, { title: 'Far from anywhere', days: [['Well']] });
    const arrive = await leaveUnsaved(page, story, 'Far from everywhere');
    await question(page).getByRole('button', { name: 'Stay' }).click();
    arrive();
    await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'saved');
    await page.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Far from everywhere' })).toBeVisible();
  });

  test('who is asked need not answer any more when it has arrived', async ({ author, page }) => {
    const story = await write(author.api, { title: 'Far from anybody', days: [['Well']] });
    const arrive = await leaveUnsaved(page, story, 'Far from everybody');
    arrive();
    await expect(page.getByRole('heading', { level: 1, name: 'Far from everybody' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});
