import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { createStory } from './stories.ts';
import { openStory } from './story-page.ts';

/** Simulates the language that Chromium reports with `LANG=C`. */
const oddLanguage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix' });
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => ['en-US@posix', 'en'] });
  });

/** Simulates the storage of a browser that blocks all cookies. */
const refusedStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const refuse = {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, refuse);
  });

/** Simulates the storage of a browser without free space. */
const fullStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
    };
  });

/** Removes features that small web views lack. */
const fewFeatures = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['matchMedia', 'caches']) Object.defineProperty(window, name, { configurable: true, value: undefined });
    for (const name of ['locks', 'clipboard', 'serviceWorker', 'permissions', 'geolocation', 'connection'])
      Object.defineProperty(Navigator.prototype, name, { configurable: true, get: () => undefined });
  });

for (const [which, meet] of [
  ['a language tag that Intl does not take', oddLanguage],
  ['a storage that is refused', refusedStorage],
  ['a storage that is full', fullStorage],
  ['few features', fewFeatures],
] as const)
  test(`Story page shows dates and times in a browser with ${which}`, async ({ author, page }) => {
    const story = await createStory(author.api, { title: `Read with ${which}`, days: [['Tea']], visibility: 'PUBLIC' });
    await author.api.patchItinerary({ params: { id: story.id }, body: { firstDate: '2026-05-04' } });
    const [stopId = ''] = story.stopIds;
    await author.api.patchStop({ params: { itineraryId: story.id, id: stopId }, body: { startTime: '2026-05-04T09:30:00.000Z' } });
    await meet(page);
    await openStory(page, story);
    await expect(page.getByText('Monday, May 4, 2026').first()).toBeVisible();
    await expect(page.getByText('9:30', { exact: false }).first()).toBeVisible();
    await expect(page.getByText(/This part could not be/)).toHaveCount(0);
    await page.goto('/');
    await expect(
      page
        .getByRole('region', { name: 'Countries in view' })
        .getByRole('button', { name: /itineraries/ })
        .first(),
    ).toBeVisible();
  });
