import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { createPublicStory } from './stories.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Doubles the root font size of the page, like a browser setting for larger text. */
const enlarge = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    }),
  );
test.beforeEach(({ page }) => enlarge(page));

const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('At 200 % text size story and search do not overflow the window', async ({ page, author }) => {
  const { id, title } = await createPublicStory(author, 'A story in large letters');
  for (const [path, heading] of [
    [`/itineraries/${id}`, title],
    ['/search', 'Search'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  }
});

test('At 200 % text size the top bar of a visitor does not overflow the window', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await enlarge(page);
  await page.goto('/search');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await context.close();
});

test('At 200 % text size search, controls and cards of the home page do not overlap, and the menu shows language and theme', async ({ page }) => {
  await page.goto('/');
  const head = page.getByRole('searchbox', { name: 'Search stories, places and people' });
  const locate = page.getByRole('button', { name: 'Show where I am' });
  const card = page.getByRole('link', { name: /Get inspired/ });
  await expect(card).toBeAttached();
  const [searchBox, locateBox, cardBox] = [await head.boundingBox(), await locate.boundingBox(), await card.boundingBox()];
  expect((searchBox?.y ?? 0) + (searchBox?.height ?? 0)).toBeLessThanOrEqual(locateBox?.y ?? 0);
  expect((locateBox?.y ?? 0) + (locateBox?.height ?? 0)).toBeLessThanOrEqual(cardBox?.y ?? 0);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('button', { name: /^Language/ })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole('button', { name: /colours$/ })).toBeInViewport({ ratio: 1 });
});

test('At 200 % text size texts and links of a reel do not overlap', async ({ page, author }) => {
  const { id, title } = await createPublicStory(author, 'A reel in large letters');
  await page.goto(`/itineraries/reels/${id}`);
  const reel = page.locator('[data-reel="0"]');
  const heading = reel.getByRole('heading', { name: title });
  await expect(heading).toBeVisible();
  for (const name of ['Save', 'Share']) await expect(reel.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  const [byline, words, links] = await Promise.all(
    [reel.getByRole('link', { name: `@${author.userName}` }), heading, reel.getByRole('link', { name: 'Read the story' })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect((byline?.y ?? 0) + (byline?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0);
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(links?.y ?? 0);
});
