import type { Page } from '@playwright/test';
import { waitForIdleMap } from './maps.ts';
import { seededStop } from './stories.ts';
import { test as base, expect } from './visitor.ts';

/** Test of a first-time visitor, who has no cookies. */
const test = base.extend({
  context: async ({ context }, use) => {
    await context.clearCookies();
    await use(context);
  },
});

const consent = (page: Page) => page.getByRole('region', { name: 'Cookie Consent' });
const welcome = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Waystory' });
const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

for (const viewport of [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
])
  test.describe(`First visit at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('shows heading, search and a story card, and the consent bar covers none of them', async ({ page }) => {
      await page.goto('/');
      await waitForIdleMap(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Travel stories of the world, told day by day' })).toBeInViewport();
      await expect(page.getByRole('searchbox', { name: 'Search stories, places and people' })).toBeInViewport();
      await expect(welcome(page)).toBeHidden();
      const line = await boxOf(page, '[data-consent]');
      // The consent text needs several lines on a phone.
      expect(line.height).toBeLessThan(viewport.width < 768 ? 150 : 64);
      await expect(consent(page).getByText(/We use cookies to keep you signed in/)).toBeInViewport();
      await expect(consent(page).getByText('Alpha', { exact: true })).toBeInViewport();
      const card = await boxOf(page, 'li:nth-child(2) [data-card]');
      expect(card.y + card.height).toBeLessThanOrEqual(line.y);
      expect(line.y + line.height).toBeLessThanOrEqual(viewport.height - (viewport.width < 768 ? 64 : 0));
    });

    test('shows the whole search placeholder in every language', async ({ page }) => {
      await page.goto('/');
      const field = page.getByRole('searchbox', { name: 'Search stories, places and people' });
      for (const language of ['en', 'de', 'fr']) {
        const texts: unknown = await (await page.request.get(`/locales/${language}/home.json`)).json();
        expect(texts).toHaveProperty('search');
        await field.fill((texts as { search: string }).search); // as: the line above checks the property
        expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
      }
      await field.fill('');
      await expect(field).toHaveAttribute('placeholder', 'Stories, places, people');
    });

    test('expands and collapses the details of the consent bar', async ({ page }) => {
      await page.goto('/help');
      const notice = consent(page).getByText(/in alpha testing/);
      await expect(notice).toBeHidden();
      await consent(page).getByRole('button', { name: 'More', exact: true }).click();
      await expect(notice).toBeInViewport();
      await expect(consent(page).getByRole('link', { name: 'Privacy' })).toBeInViewport();
      await consent(page).getByRole('button', { name: 'Less' }).click();
      await expect(notice).toBeHidden();
    });

    test('shows the welcome dialog after the answer about cookies', async ({ page }) => {
      await page.goto('/');
      await consent(page).getByRole('button', { name: 'Decline' }).click();
      await expect(welcome(page)).toBeVisible();
    });

    test('shows no welcome dialog after an interaction with the page, but shows it on the next page', async ({ page, context }) => {
      await page.goto('/');
      await waitForIdleMap(page);
      const visited = async (): Promise<boolean> => (await context.cookies()).some(({ name }) => name === 'waystory_visited');
      expect(await visited()).toBe(false);
      await page.mouse.move(viewport.width / 2, viewport.height / 2);
      await page.mouse.wheel(0, -200);
      await consent(page).getByRole('button', { name: 'Decline' }).click();
      await expect(consent(page)).toBeHidden();
      const search = page.getByRole('searchbox', { name: 'Search stories, places and people' });
      await search.fill('Lisbon');
      await expect(welcome(page)).toHaveCount(0);
      await search.press('Enter');
      await expect(welcome(page)).toBeVisible();
      expect(await visited()).toBe(false);
      await welcome(page).getByRole('button', { name: 'Close' }).click();
      await expect.poll(visited).toBe(true);
      await expect(page.getByRole('link', { name: /Lisbon/ }).first()).toBeVisible();
      expect(new URL(page.url()).searchParams.get('q')).toBe('Lisbon');
    });

    test('shows no welcome dialog over a story, but shows it on the next page', async ({ page, origin }) => {
      const { itineraryId } = await seededStop(origin);
      await page.goto(`/itineraries/${itineraryId}`);
      await consent(page).getByRole('button', { name: 'Decline' }).click();
      await page.waitForTimeout(1_500);
      await expect(welcome(page)).toHaveCount(0);
      await page.goto('/');
      await expect(welcome(page)).toBeVisible();
    });
  });

test.describe('Welcome tour to the reels', () => {
  const begin = async (page: Page): Promise<void> => {
    await page.goto('/help');
    await consent(page).getByRole('button', { name: 'Decline' }).click();
    await welcome(page)
      .getByRole('button', { name: /Explore/ })
      .click();
  };

  test('opens the first reel, and Back returns to the page before', async ({ page }) => {
    await begin(page);
    await page.waitForURL(/\/itineraries\/reels\/[\da-f-]{36}/);
    await expect(page.locator('article[data-reel]:not([inert])').getByRole('link', { name: 'Read the story' })).toBeVisible();
    await expect(welcome(page)).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(welcome(page)).toHaveCount(0);
  });

  test.describe('without stories', () => {
    test.use({ expectedErrors: /500/ });

    test('opens the map', async ({ page }) => {
      await page.route('**/api/itinerary-projections*', (route) => route.fulfill({ status: 500 }));
      await begin(page);
      await expect(page.getByRole('heading', { level: 1, name: 'Travel stories of the world, told day by day' })).toBeVisible();
      await expect(welcome(page)).toBeHidden();
    });
  });
});

test.describe('Navigation rail at 1440 px', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('shows labels until collapsed, also after a reload', async ({ page }) => {
    await page.goto('/help');
    const rail = page.getByRole('navigation', { name: 'Main navigation' }).first();
    await expect(rail.getByText('My Itineraries')).toBeVisible();
    await rail.getByRole('button', { name: 'Collapse' }).click();
    await expect(rail).toHaveAttribute('data-expanded', 'false');
    await page.reload();
    await expect(rail).toHaveAttribute('data-expanded', 'false');
  });
});

test.describe('Story map at 360 px', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('can fill the screen, keeps the scroll position of the text, and has a toggle that covers no text', async ({ page, origin }) => {
    // A seeded story, long enough to scroll.
    const { itineraryId } = await seededStop(origin);
    await page.goto(`/itineraries/${itineraryId}`);
    const toggle = page.getByRole('button', { name: 'Map', exact: true });
    await expect(toggle).toBeVisible();
    const text = await boxOf(page, '[data-scroll-restoration-id]');
    expect(text.y + text.height).toBeLessThanOrEqual((await toggle.boundingBox())?.y ?? 0);
    await page.locator('[data-scroll-restoration-id]').evaluate((list) => list.scrollTo(0, 900));
    await toggle.click();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect(page.locator('.map-view')).toHaveAttribute('data-ready', 'true');
    await expect.poll(async () => (await boxOf(page, '.map-view')).height).toBeGreaterThan(text.height - 10);
    await page.getByRole('button', { name: 'Full screen' }).click();
    await toggle.click();
    expect(await page.locator('[data-scroll-restoration-id]').evaluate((list) => list.scrollTop)).toBe(900);
  });
});
