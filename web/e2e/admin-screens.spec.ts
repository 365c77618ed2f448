import type { Page } from '@playwright/test';
import { adminListPath } from './admin.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';
import { axeFindings, themesAndViewports } from './tour.ts';

interface Screen {
  name: string;
  path: string;
  /** Opens the dialog that the screenshot shows, if any. */
  open?: (page: Page) => Promise<void>;
}

/** Waits until requests and fonts are loaded and no animation runs. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
  await expect(page.locator('.RaLoadingIndicator-loader, .MuiSkeleton-root, .RaPlaceholder-root')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.fonts.status === 'loaded' && document.getAnimations().every(({ playState }) => playState !== 'running'));
}

for (const { theme, viewport } of themesAndViewports)
  test(`${theme}, ${viewport.width} px: axe reports no serious finding on admin lists, records and forms`, async ({
    pageOf,
    admin,
    author,
    reader,
  }) => {
    test.setTimeout(300_000);
    const story = await createPublicStory(author, 'Slow boats of the south');
    await reader.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text: 'How long does the crossing take?' } });
    await reader.api.fileReport({ body: { reportableType: 'itinerary', reportableId: story.id, reason: 'spam', text: 'It sells watches.' } });
    const page = await pageOf(admin);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    const screens: Screen[] = [
      ...['itineraries', 'stops', 'posts', 'accounts', 'reports', 'audit', 'jobs', 'places', 'countries'].map((name) => ({
        name,
        path: `/admin/${name}`,
      })),
      { name: 'itinerary', path: `/admin/itineraries/${story.id}/show` },
      { name: 'itinerary-edit', path: `/admin/itineraries/${story.id}` },
      { name: 'country-create', path: '/admin/countries/create' },
      { name: 'nothing-found', path: adminListPath('itineraries', { title: { contains: 'no such story' } }) },
      {
        name: 'hide',
        path: `/admin/itineraries/${story.id}/show`,
        open: (on) => on.getByRole('button', { name: 'Hide' }).click(),
      },
      {
        name: 'all-matching',
        path: adminListPath('posts', { itineraryId: story.id }),
        open: async (on) => {
          await on.getByRole('button', { name: 'All matching' }).click();
          await on.getByRole('menuitem', { name: 'Delete' }).click();
          await expect(on.getByRole('dialog').getByRole('textbox')).toBeVisible();
        },
      },
    ];
    const found: string[] = [];
    for (const { name, path, open } of screens) {
      await page.goto(path);
      await settled(page);
      await open?.(page);
      await page.screenshot({ path: `web/e2e/out/screens/admin-${name}-${theme}-${viewport.width}.png` });
      found.push(...(await axeFindings(page, name)));
      // No page is wider than the viewport.
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, viewport.width]);
    }
    expect(found).toEqual([]);
  });
