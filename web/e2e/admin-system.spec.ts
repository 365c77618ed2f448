import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Author } from './author.ts';
import { productEnvironment } from './cluster-processes.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';
import { axeFindings, themesAndViewports } from './tour.ts';

/** Writes a report and parks its event for the read model of reports. Returns the stream's id. */
async function parkReport(author: Author, reader: Author): Promise<string> {
  const story = await createPublicStory(author, 'Parked');
  const report = { reportableType: 'itinerary', reportableId: story.id, reason: 'other' } as const;
  const { id } = await reader.api.fileReport({ body: report });
  await promisify(execFile)(process.execPath, ['services/testing/park-event.ts', 'reports', `report-${id}`], { env: productEnvironment() });
  return `report-${id}`;
}

const openPage = async (page: Page, path: string, heading: string): Promise<void> => {
  await page.goto(`/admin${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
};

const rowOf = (page: Page, words: string | RegExp) => page.getByRole('row').filter({ hasText: words });

test('Admin dashboard shows open cases, engines, processes and the activity of the last days', async ({ admin, author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Suspicious');
  await reader.api.fileReport({ body: { reportableType: 'itinerary', reportableId: story.id, reason: 'spam' } });
  const page = await pageOf(admin);
  await openPage(page, '/', 'Dashboard');
  const waits = page.getByRole('region', { name: 'Waits' });
  await expect(waits.getByRole('link', { name: /Open cases ?[1-9]\d* ?[1-9]\d* open reports?/ })).toBeVisible();
  const runs = page.getByRole('region', { name: 'Runs' });
  await expect(runs.getByRole('link', { name: /Engines/ })).toContainText(/(\d+) of \1/);
  await expect(page.getByRole('img', { name: /New stories: [1-9]/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /Reads: \d+ a minute/ })).toBeVisible();
  await runs.getByRole('link', { name: /Processes/ }).click();
  await expect(page.getByRole('region', { name: 'Engines' }).getByText('Event store')).toBeVisible();
  await expect(rowOf(page, /query/).first()).toContainText(/Up.*\d+ MB/);
});

test('Rebuild of a read model, once complete, replaces the build in use', async ({ admin, pageOf }) => {
  const page = await pageOf(admin);
  await openPage(page, '/projections', 'Read models');
  const row = rowOf(page, /^stop-homes/);
  const build = async (): Promise<number> => Number(/build (\d+)/.exec((await row.textContent()) ?? '')?.[1]);
  const before = await build();
  await row.getByRole('button', { name: 'Rebuild stop-homes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rebuild stop-homes?' });
  await dialog.getByRole('button', { name: 'Rebuild' }).click();
  await expect(page.getByText('stop-homes is being made anew')).toBeVisible();
  // Greater rather than equal, because two processes that start a build at once restart it under the next number.
  await expect.poll(build, { timeout: 60_000 }).toBeGreaterThan(before);
  await expect(row).toContainText('In use');
  await row.getByRole('link', { name: 'stop-homes' }).click();
  await expect(page.getByRole('region', { name: 'Documents' })).toContainText('stop-homes');
});

test('Parked event is listed with its error until it is replayed, or discarded with a reason', async ({ admin, author, reader, pageOf }) => {
  const [first, second] = [await parkReport(author, reader), await parkReport(author, reader)];
  const page = await pageOf(admin);
  await openPage(page, '/parked-events', 'Parked events');
  const row = (stream: string) => rowOf(page, stream);
  await expect(row(first)).toContainText('TypeError: Cannot read properties of undefined');
  await row(first).getByRole('link', { name: 'ReportFiled' }).click();
  await expect(page.getByRole('region', { name: 'Cause' })).toContainText('TypeError');
  await expect(page.getByRole('region', { name: 'What it says' })).toContainText('itinerary');
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('It is not parked any more')).toBeVisible();

  await page.getByRole('link', { name: 'All parked events' }).click();
  await expect(row(second)).toBeVisible();
  await expect(row(first)).toBeHidden();
  await row(second).getByRole('link', { name: 'ReportFiled' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard this event?' });
  await expect(dialog.getByRole('button', { name: 'Discard' })).toBeDisabled();
  await dialog.getByLabel('Why').fill('The report was a test.');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('It was discarded.')).toBeVisible();
});

test('Admin app refuses system pages to moderators', async ({ moderator, pageOf }) => {
  const page = await pageOf(moderator);
  await openPage(page, '/', 'Dashboard');
  await expect(page.getByRole('region', { name: 'Open cases' }).getByText('Stories')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Resources' }).getByText('Read models')).toBeHidden();
  for (const path of ['/projections', '/projections/stories', '/parked-events', '/parked-events/1', '/processes']) {
    await page.goto(`/admin${path}`);
    await expect(page.getByText('This page is not for your role')).toBeVisible();
  }
});

test.describe('Admin page during an outage', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_FAILED/ });
  test('keeps the last data, shows that the product cannot be reached, and recovers on retry', async ({ admin, pageOf }) => {
    const page = await pageOf(admin);
    await openPage(page, '/processes', 'Processes');
    await expect(page.getByText('Event store')).toBeVisible();
    await page.route('**/api/**', (route) => route.abort());
    await expect(page.getByText('The product cannot be reached.')).toBeVisible();
    await expect(page.getByText('Event store')).toBeVisible();
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The product cannot be reached.')).toBeHidden();
  });
});

const screens = [
  ['dashboard', '/', 'Dashboard'],
  ['projections', '/projections', 'Read models'],
  ['projection', '/projections/stories', 'stories'],
  ['parked-events', '/parked-events', 'Parked events'],
  ['processes', '/processes', 'Processes'],
] as const;

for (const { theme, viewport } of themesAndViewports)
  test(`${theme}, ${viewport.width} px: axe reports no serious finding on admin system pages`, async ({ admin, author, reader, pageOf }) => {
    const stream = await parkReport(author, reader);
    const page = await pageOf(admin);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    test.setTimeout(300_000);
    const found: string[] = [];
    const picture = async (name: string): Promise<void> => {
      await page.waitForFunction(
        () => document.fonts.status === 'loaded' && document.getAnimations().every(({ playState }) => playState !== 'running'),
      );
      // On a wide screen the menu opens beside the page.
      if (viewport.width > 1_000)
        await page.waitForFunction(() => (document.querySelector('#main-content')?.getBoundingClientRect().left ?? 0) > 200);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > viewport.width) found.push(`${name}: ${width} px wide`);
      await page.screenshot({ path: `web/e2e/out/screens/admin-${name}-${theme}-${viewport.width}.png`, fullPage: true });
      found.push(...(await axeFindings(page, name)));
    };
    for (const [name, path, heading] of screens) {
      await openPage(page, path, heading);
      await expect(page.getByText(/^As of /)).toBeVisible();
      await picture(name);
    }
    await openPage(page, '/parked-events', 'Parked events');
    await rowOf(page, stream).getByRole('link', { name: 'ReportFiled' }).click();
    await expect(page.getByRole('region', { name: 'Cause' })).toBeVisible();
    await picture('parked-event');
    expect(found).toEqual([]);
  });
