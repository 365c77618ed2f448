import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Report } from '@waystory/proto/operations/report.ts';
import sharp from 'sharp';
import type { Author } from './author.ts';
import { caseIdOf, expect, test } from './people.ts';

// Pictures of the admin app for the README: `npx playwright test --config playwright.readme.config.ts`, then `cp web/e2e/out/screens/readme/* web/screens/`.

const folder = 'web/e2e/out/screens/readme';
test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce', locale: 'en-GB' } });

/** The seeded story with this title. */
async function storyCalled({ api }: Author, title: string) {
  const { items } = await api.listItineraries({ query: { filter: JSON.stringify({ title }) } });
  const [story] = items;
  if (!story) throw new Error(`The world has no story “${title}”`);
  return story;
}

const report = (by: Author, reportableType: Report['reportableType'], reportableId: string, reason: Report['reason'], text: string | null) =>
  by.api.fileReport({ body: { reportableType, reportableId, reason, text } });

/** Takes a screenshot of the page, in the size of the other pictures of the README. */
async function picture(page: Page, name: string): Promise<void> {
  await expect(page.locator('.RaLoadingIndicator-loader, .MuiSkeleton-root, .RaPlaceholder-root')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete));
  expect(await page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src))).toEqual([]);
  await mkdir(folder, { recursive: true });
  await sharp(await page.screenshot())
    .resize(800)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(`${folder}/${name}.png`);
}

test('screenshots of queue, dashboard and story history are written for the README', async ({ author, reader, moderator, admin, pageOf }) => {
  const [railway, capitals, towers] = [
    await storyCalled(admin, 'Two cities, one railway'),
    await storyCalled(admin, 'Three capitals and one rough sea'),
    await storyCalled(admin, 'Three cities from the top down'),
  ];
  await report(reader, 'itinerary', railway.id, 'spam', 'The last day is an advertisement for one hotel.');
  await report(author, 'itinerary', railway.id, 'spam', 'I have seen the same text under three other stories.');
  await report(admin, 'itinerary', railway.id, 'other', null);
  await report(reader, 'itinerary', capitals.id, 'other', 'The ferry does not go in winter any more.');
  await report(author, 'itinerary', capitals.id, 'spam', null);
  await report(reader, 'account', towers.accountId, 'spam', null);
  for (const title of ['Northbound with two spoons', 'Cape Town for a rainy August', 'Delhi to Mumbai before the rains'])
    await report(reader, 'itinerary', (await storyCalled(admin, title)).id, 'other', null);
  const remark = await author.api.createPost({ body: { postableType: 'itinerary', postableId: capitals.id, text: 'Cheap tickets: write to me.' } });
  await report(reader, 'post', remark.id, 'spam', null);
  await admin.api.patchItinerary({
    params: { id: towers.id },
    body: { shortDescription: 'Tokyo, Kyoto and Seoul in eight days, one high point each.' },
  });

  const watch = await pageOf(moderator);
  await watch.goto(`/admin/queue/${await caseIdOf(railway.id, moderator)}`);
  await expect(watch.getByRole('article')).toContainText('advertisement for one hotel');
  await expect(watch.getByRole('button', { name: 'Hide' })).toBeEnabled();
  await picture(watch, 'admin-queue');

  const office = await pageOf(admin);
  await office.goto('/admin/');
  await expect(office.getByRole('img', { name: /New stories: [1-9]/ })).toBeAttached();
  await picture(office, 'admin-dashboard');

  await office.goto(`/admin/itineraries/${towers.id}/show`);
  await office.emulateMedia({ colorScheme: 'dark' });
  const history = office.getByRole('region', { name: 'History' });
  await expect(history.locator('ins').first()).toBeVisible();
  await history.evaluate((section) => section.scrollIntoView({ block: 'start' }));
  await office.evaluate(() => scrollBy(0, -80));
  await picture(office, 'admin-history');
});
