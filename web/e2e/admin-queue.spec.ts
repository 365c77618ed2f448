import type { Page } from '@playwright/test';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import type { Report } from '@waystory/proto/operations/report.ts';
import type { Author } from './author.ts';
import { caseIdOf, expect, test } from './people.ts';
import { createPublicStory, createStory, randomCoordinates } from './stories.ts';
import { axeFindings } from './tour.ts';

// Each test reports with another reason, so that its queue contains no cases of other tests.

const report = (by: Author, reportableType: Report['reportableType'], reportableId: string, reason: Report['reason'], text: string | null = null) =>
  by.api.fileReport({ body: { reportableType, reportableId, reason, text } });

/** Opens the queue of one reason with the keyboard. */
async function openQueue(page: Page, reason: string): Promise<void> {
  await page.goto('/admin/queue');
  const chip = page.getByRole('group', { name: 'Why it was reported' }).getByRole('button', { name: new RegExp(`^${reason} `) });
  await chip.focus();
  await page.keyboard.press('Enter');
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
}

const heading = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
/** Waits until an action is enabled, which requires the loaded preview. */
const mayAct = (page: Page, verb: string) => expect(page.getByRole('button', { name: verb })).toBeEnabled();

/** Decides the current case with the key of an action and the key 1 of the first suggested reason. Then waits for the next case. */
async function decide(page: Page, key: string): Promise<void> {
  const { pathname } = new URL(page.url());
  // Repeated, because a key has no effect while the next case is loading.
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('1');
  await page.waitForURL((url) => url.pathname !== pathname);
}

test('Moderation queue is worked through by keyboard alone, and 30 reports get the chosen reasons', async ({ author, reader, moderator, pageOf }) => {
  test.slow();
  const stories = [];
  for (let number = 0; number < 10; number++)
    stories.push(await author.api.createItinerary({ body: { title: `Reported ${number}`, visibility: 'PUBLIC' } }));
  const posts = [];
  for (let number = 0; number < 20; number++) {
    const on = { postableType: 'itinerary', postableId: stories[number % 10]?.id ?? '' } as const;
    posts.push(await author.api.createPost({ body: { ...on, text: `Remark ${number}` } }));
  }
  for (const { id } of stories) await report(reader, 'itinerary', id, 'dangerous', 'This is not safe.');
  for (const { id } of posts) await report(reader, 'post', id, 'dangerous');

  const page = await pageOf(moderator);
  await openQueue(page, 'Dangerous');
  await expect(page.getByRole('status').filter({ hasText: 'open' })).toHaveText(/^\d+ open$/);
  let decided = 0;
  const empty = page.getByText('Nothing is open for “Dangerous”');
  const ready = page.getByRole('button', { name: 'Dismiss', disabled: false });
  for (;;) {
    await expect(ready.or(empty).first()).toBeVisible();
    if (await empty.isVisible()) break;
    await decide(page, decided % 2 === 0 ? 'h' : 'd');
    decided += 1;
  }
  expect(decided).toBeGreaterThanOrEqual(30);
  const mine = [...stories, ...posts].map(({ id }) => id);
  const states = async (): Promise<string[]> => {
    const { items } = await moderator.api.listReports({ query: { filter: JSON.stringify({ reportableId: mine }), limit: 100 } });
    return items.map(({ state, note }) => `${state}: ${note}`);
  };
  await expect.poll(async () => new Set(await states())).toEqual(new Set(['resolved: Spam or advertising', 'dismissed: Nothing wrong with it']));
  expect(await states()).toHaveLength(30);
});

/** Whether a visitor finds a story on the map: in the list of the bounding box, and in the vector tile. */
async function isOnMap(origin: string, { latitude, longitude }: Coordinates): Promise<boolean[]> {
  const [west, south, east, north] = [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1];
  const box = `southWestLng=${west}&southWestLat=${south}&northEastLng=${east}&northEastLat=${north}`;
  const list = await fetch(`${origin}/api/itineraries/by-bounds?${box}`, { cache: 'no-store' });
  const size = 2 ** 10;
  const row = Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * size);
  const tile = await fetch(`${origin}/api/tiles/stops/10/${Math.floor(((longitude + 180) / 360) * size)}/${row}`, { cache: 'no-store' });
  return [((await list.json()) as { total: number }).total > 0, (await tile.arrayBuffer()).byteLength > 0]; // as: a page of a list
}

test('Story hidden in the queue disappears from map list and tiles within two seconds, and returns after the undo', async ({
  author,
  reader,
  moderator,
  pageOf,
  origin,
}) => {
  const at = randomCoordinates();
  const story = await createStory(author.api, { title: 'Copied islands', days: [['Copied bay']], visibility: 'PUBLIC', at });
  await expect.poll(() => isOnMap(origin, at)).toEqual([true, true]);
  await report(reader, 'itinerary', story.id, 'copyright', 'I wrote this.');
  const page = await pageOf(moderator);
  await openQueue(page, 'Copyright');
  await expect(page.getByText('Copied islands')).toBeVisible();
  await expect(page.getByText('I wrote this.')).toBeVisible();
  await mayAct(page, 'Hide');
  await page.keyboard.press('h');
  await page.getByRole('textbox', { name: 'Or in your own words' }).focus();
  await page.keyboard.type('It is the work of somebody else.');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await expect.poll(() => isOnMap(origin, at), { timeout: 2_000, intervals: [100] }).toEqual([false, false]);

  await page.keyboard.press('z');
  await expect.poll(() => isOnMap(origin, at)).toEqual([true, true]);
  await expect(heading(page)).toHaveText('A story: this case is closed');
  const before = page.getByRole('region', { name: 'Decided before' });
  await expect(before.getByRole('listitem')).toHaveCount(2);
  await expect(before).toContainText('It is the work of somebody else.');
});

test('Case assigned to one moderator is read-only for others until an administrator takes it over', async ({
  author,
  reader,
  moderator,
  admin,
  pageOf,
}) => {
  const story = await createPublicStory(author, 'Rude');
  await report(reader, 'itinerary', story.id, 'offensive');
  const [first, second] = [await pageOf(moderator), await pageOf(admin)];
  await openQueue(first, 'Offensive');
  await mayAct(first, 'Hide');
  const id = await caseIdOf(story.id, moderator);
  await first.waitForURL(`**/admin/queue/${id}`);
  // Waits until the read model shows the assignment. In a cluster, the case may not be readable before (503).
  await expect(async () => expect((await admin.api.getCase({ params: { id } })).assigneeId).not.toBeNull()).toPass();
  await second.goto(`/admin/queue/${id}`);
  await expect(second.getByRole('alert').filter({ hasText: 'is at it until' })).toContainText('watch_keeper is at it until');
  await expect(second.getByRole('button', { name: 'Hide' })).toBeDisabled();
  await second.keyboard.press('h');
  await expect(second.getByRole('dialog')).toHaveCount(0);

  await second.getByRole('button', { name: 'Take over' }).click();
  await mayAct(second, 'Hide');
  await first.keyboard.press('d');
  await first.keyboard.press('1');
  await expect(first.getByRole('alert').filter({ hasText: 'Another moderator is at this case.' })).toBeVisible();
  await decide(second, 'd');
  await expect(second.getByText('Nothing is open for')).toHaveCount(0);
  await expect.poll(async () => (await moderator.api.getCase({ params: { id } })).outcome).toBe('dismissed');
});

test('Case page left and opened again before the response to its first assignment keeps the assignment', async ({
  author,
  reader,
  moderator,
  pageOf,
}) => {
  const story = await createPublicStory(author, 'Slow line');
  await report(reader, 'itinerary', story.id, 'other');
  const id = await caseIdOf(story.id, moderator);
  const page = await pageOf(moderator);
  await page.setViewportSize({ width: 360, height: 740 });
  const methods: string[] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/cases/${id}/assignment`, async (route) => {
    methods.push(route.request().method());
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`/admin/queue/${id}`);
  await expect.poll(() => methods).toEqual(['PUT']);
  await page.getByRole('link', { name: 'All that is open' }).click();
  await page.locator(`a[href$="/queue/${id}"]`).click();
  await mayAct(page, 'Hide');
  // Longer than the debounce, so that the assignment is requested again.
  await page.clock.fastForward(1_000);
  release();
  await expect.poll(() => methods).toEqual(['PUT', 'DELETE', 'PUT']);
  await expect.poll(async () => (await moderator.api.getCase({ params: { id } })).assigneeId).not.toBeNull();
});

test.describe('Moderation queue', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR/ });

  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const)
    test(`${theme}, ${width} px: axe reports no serious finding`, async ({ author, reader, moderator, pageOf }) => {
      const hostile = '<img src=x onerror=alert(1)> \u202eمرحبا =1+1 '.repeat(3);
      const story = await createPublicStory(author, 'Cheap watches, seven days');
      await author.api.patchItinerary({
        params: { id: story.id },
        body: { description: `${hostile}\n\nA long walk along the harbour, day by day.` },
      });
      const post = await author.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text: hostile } });
      await report(reader, 'itinerary', story.id, 'other', `It sells watches. ${hostile}`);
      await report(moderator, 'itinerary', story.id, 'spam', 'Three accounts wrote the same.');
      await report(reader, 'post', post.id, 'other');
      const page = await pageOf(moderator);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        await page.screenshot({ path: `web/e2e/out/screens/admin-queue-${name}-${theme}-${width}.png`, animations: 'disabled' });
        found.push(...(await axeFindings(page, name)));
      };
      await openQueue(page, 'Other');
      if (width === 360) await look('list');
      await page.goto(`/admin/queue/${await caseIdOf(story.id, moderator)}`);
      await mayAct(page, 'Hide');
      await expect(page.getByRole('article')).toContainText('Three accounts wrote the same.');
      await look('case');
      await page.getByRole('button', { name: 'Hide' }).click();
      await look('reason');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Satire' }).click();
      await expect(page.getByRole('strong').getByText('Dismissed', { exact: true })).toBeVisible();
      await look('decided');
      await page.context().setOffline(true);
      await expect(page.getByText('The product cannot be reached. What you see may be old')).toBeVisible();
      await look('offline');
      await page.context().setOffline(false);
      expect(found).toEqual([]);
    });
});
