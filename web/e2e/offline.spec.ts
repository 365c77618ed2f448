import type { BrowserContext, Page } from '@playwright/test';
import { expect, restoreSession, signUpAuthor, test } from './author.ts';
import { startReleaseProxy } from './releases.ts';
import { createStory } from './stories.ts';
import { openStory, publicPageContains } from './story-page.ts';
import { visitorCookies } from './visitor.ts';

// These tests cause network failures.
test.use({ serviceWorkers: 'allow', expectedErrors: /Failed to load resource|Failed to fetch|net::ERR|dynamically imported module|FetchError/ });

const offline = (page: Page) => page.getByText('You are offline', { exact: true });

/** Waits until the service worker has cached all its files and controls this page. */
async function isAppKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function cut(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(offline(page).first()).toBeVisible();
}

test.describe('Without a network', () => {
  test('a cached story is readable after a reload, and is refreshed after the reconnection', async ({ author, page, context }) => {
    const story = await createStory(author.api, { title: 'Read on the train', days: [['Platform', 'Tunnel']], visibility: 'PUBLIC' });
    await openStory(page, story);
    await isAppKept(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
    await cut(context, page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Tunnel' })).toBeVisible();
    await expect(page.getByText('This was loaded on')).toBeVisible();
    await author.api.patchItinerary({ params: { id: story.id }, body: { title: 'Read at home' } });
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Read at home' })).toBeVisible();
    await expect(offline(page)).toHaveCount(0);
  });

  test('pages without cached content show a retry, and load after the reconnection', async ({ author, page, context }) => {
    const story = await createStory(author.api, { title: 'Never opened before', days: [['Pass']], visibility: 'PUBLIC' });
    await page.goto('/help');
    await isAppKept(page);
    await cut(context, page);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await page.goto('/search?q=pass');
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
    await page.goto(`/itineraries/${story.id}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
  });

  for (const [name, path, come] of [
    ['the home page', '/', (page: Page) => page.getByRole('region', { name: 'Countries in view' }).getByRole('button', { name: /itineraries/ })],
    ['a search', '/search?q=lisbon', (page: Page) => page.locator('[data-result]')],
  ] as const)
    test(`${name} loads without a click after the reconnection`, async ({ page, context }) => {
      await page.goto('/help');
      await isAppKept(page);
      await cut(context, page);
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await context.setOffline(false);
      await expect(come(page).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expect(offline(page)).toHaveCount(0);
    });

  test('the editor reopens with the offline changes and saves them after the reconnection', async ({ author, page, context }) => {
    const story = await createStory(author.api, { title: 'Begun in a tunnel', days: [['Portal']] });
    await page.goto(`/itineraries/${story.id}/edit`);
    const title = page.getByLabel('Title', { exact: true });
    await expect(title).toHaveValue(story.title);
    await isAppKept(page);
    await cut(context, page);
    await title.fill('Ended in the light');
    await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'retrying');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(title).toHaveValue('Ended in the light');
    await context.setOffline(false);
    await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'saved');
    await expect.poll(async () => (await author.api.getItinerary({ params: { id: story.id }, query: {} })).title).toBe('Ended in the light');
  });

  test('the form of a new stop opens and keeps its draft across a reload', async ({ author, page, context }) => {
    const story = await createStory(author.api, { title: 'Written in a valley', days: [['First hut']] });
    await page.goto(`/itineraries/${story.id}/edit`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(story.title);
    await isAppKept(page);
    await cut(context, page);
    await page
      .getByRole('link', { name: /Add a stop/ })
      .first()
      .click();
    const title = page.getByLabel('Title');
    await title.fill('Second hut');
    await page.reload();
    await expect(title).toHaveValue('Second hut');
    await page.goBack();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(story.title);
    await context.setOffline(false);
    await expect(offline(page)).toHaveCount(0);
  });

  test('a private story is not shown after a sign-out', async ({ browser, origin, page, context }) => {
    test.setTimeout(240_000);
    // A separate user, because the sign-out ends the session of everyone with the same cookies.
    const leaver = await signUpAuthor(browser, origin, 'leaver');
    await restoreSession(context, leaver);
    const secret = await createStory(leaver.api, { title: 'For my eyes', days: [['Cove']] });
    await openStory(page, secret);
    await isAppKept(page);
    await page.getByRole('button', { name: 'Account menu' }).first().click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await expect(page.getByRole('button', { name: 'Log in' }).first()).toBeVisible();
    await cut(context, page);
    await page.goto(`/itineraries/${secret.id}`);
    await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByText(secret.title)).toHaveCount(0);
  });
});

test.describe('Chunk that fails to load', () => {
  test.use({ serviceWorkers: 'block' });

  test('leaves the text of a story visible, and loads on a retry', async ({ author, page }) => {
    const story = await createStory(author.api, { title: 'Text without a map', days: [['Bay', 'Cape']], visibility: 'PUBLIC' });
    await publicPageContains(page, story, 'Cape');
    const map = '**/assets/story-map-*.js';
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.route(map, (route) => route.abort());
    await openStory(page, story);
    await expect(page.getByText('This part could not be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cape' })).toBeVisible();
    await page.unroute(map);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('application').or(page.locator('.maplibregl-map')).first()).toBeVisible();
  });

  test('of a page shows an error panel, and loads on a retry', async ({ page }) => {
    const help = '**/assets/help-page-*.js';
    await page.route(help, (route) => route.abort());
    await page.goto('/search');
    await page.getByRole('link', { name: 'Help' }).first().click();
    await expect(page.getByText('This part could not be loaded')).toBeVisible();
    await page.unroute(help);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  });
});

test('Open tab requests no missing file after two releases', async ({ origin, browser }) => {
  const releases = await startReleaseProxy(origin);
  const context = await browser.newContext({ baseURL: releases.origin, serviceWorkers: 'allow' });
  await context.addCookies(visitorCookies(releases.origin));
  const page = await context.newPage();
  await page.goto('/help');
  await isAppKept(page);
  for (const name of ['Terms', 'Privacy']) {
    releases.next();
    // Waits until the new service worker is installed. It stays in the waiting state while a tab of the old release is open.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const before = registration.waiting;
      await registration.update();
      const installing = registration.installing;
      if (installing) await new Promise<void>((installed) => installing.addEventListener('statechange', () => installed(), { once: true }));
      if (registration.waiting === before || registration.waiting === null) throw new Error('No release has come');
    });
    await page.getByRole('contentinfo').getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  expect(releases.missed).toEqual([]);
  await context.close();
  releases.close();
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a story shows all days and stops, and links to a page per stop', async ({ author, page }) => {
    const story = await createStory(author.api, { title: 'Read as paper', days: [['Quay', 'Lock'], ['Weir']], visibility: 'PUBLIC' });
    await publicPageContains(page, story, 'Weir');
    await page.goto(`/itineraries/${story.id}`);
    await expect(page.getByRole('heading')).toHaveText(['Read as paper', 'Day 1', 'Quay', 'Lock', 'Day 2', 'Weir']);
    await page.getByRole('link', { name: 'Weir' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Weir' })).toBeVisible();
    await page.getByRole('link', { name: 'Read as paper' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Read as paper' })).toBeVisible();
  });
});

test('Story page shows its text while API requests for the story fail', async ({ author, stranger }) => {
  const story = await createStory(author.api, { title: 'At once', days: [['Ford']], visibility: 'PUBLIC' });
  await publicPageContains(stranger, story, 'Ford');
  const asked: string[] = [];
  await stranger.route('**/api/itineraries/**', (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await stranger.goto(`/itineraries/${story.id}`);
  // A button shows that the app has started, because the server renders no buttons.
  await expect(stranger.getByRole('main').getByRole('button').first()).toBeVisible();
  await expect(stranger.getByRole('heading', { name: 'Ford' })).toBeVisible();
  expect(asked.filter((url) => url.includes('include='))).toEqual([]);
});
