import type { Page } from '@playwright/test';
import { expect, restoreSession, test } from './author.ts';
import { waitForIdleMap } from './maps.ts';
import { seededStop } from './stories.ts';
import { axeFindings, navigateTo, themesAndViewports, tourPages } from './tour.ts';
import { register } from './visitor.ts';

/** Screens as high as the window, which need no screenshot of a full page. */
const fixed = ['home-world', 'home-city', 'itinerary', 'stop', 'stop-form-new', 'stop-form'];
/** Pages that show their map only in a window at least 1024 px wide. */
const besidePlan = ['itinerary', 'edit-board'];
const hasMap = (name: string, width: number): boolean => (besidePlan.includes(name) ? width >= 1024 : name === 'user' || fixed.includes(name));

/** Waits until the map and the fonts are loaded and no animation runs. */
async function settled(page: Page, isMapped: boolean): Promise<void> {
  if (isMapped) await waitForIdleMap(page);
  await page.waitForFunction(() => document.fonts.status === 'loaded' && document.getAnimations().every(({ playState }) => playState !== 'running'));
}

for (const { theme, viewport } of themesAndViewports)
  test(`${theme}, ${viewport.width} px: axe reports no serious finding on any page of the site`, async ({
    browser,
    author,
    origin,
    contextOptions,
  }) => {
    test.setTimeout(300_000);
    const context = await browser.newContext({ ...contextOptions, baseURL: origin, viewport, colorScheme: theme });
    const named = (name: string): string => `web/e2e/out/screens/${name}-${theme}-${viewport.width}.png`;
    const page = await context.newPage();
    await page.goto('/help');
    await page.getByRole('button', { name: 'I Agree' }).waitFor();
    await page.screenshot({ path: named('consent') });
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('dialog', { name: 'Welcome to Waystory' }).waitFor();
    await page.screenshot({ path: named('welcome') });
    await page.keyboard.press('Escape');

    await page.goto('/itineraries/create/manual');
    await page.waitForURL(/\/idp\/interaction\//);
    await page.screenshot({ path: named('sign-in') });
    await page.goto('/profile');
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await page.waitForURL(/\/idp\/interaction\//);
    await page.screenshot({ path: named('sign-up') });
    await register(page, 'newcomer');
    await page.getByLabel('Username').waitFor();
    await page.screenshot({ path: named('onboarding') });

    await restoreSession(context, author);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('/profile');
    const found: string[] = [];
    for (const { name, path, ready } of await tourPages(author.api, origin)) {
      await navigateTo(page, path);
      await ready(page);
      await settled(page, hasMap(name, viewport.width));
      await page.screenshot({ path: named(name), fullPage: !fixed.includes(name) });
      found.push(...(await axeFindings(page, name)));
    }
    expect(found).toEqual([]);
    const { itineraryId, title } = await seededStop(origin);
    await navigateTo(page, `/?previewItineraryId=${itineraryId}`);
    await page.getByRole('region', { name: 'Stops on the map' }).getByRole('button', { name: title }).first().click();
    await expect(page.getByRole('dialog').getByText('About this location')).toBeVisible();
    await settled(page, true);
    await page.screenshot({ path: named('place-sheet') });
    await context.close();
  });
