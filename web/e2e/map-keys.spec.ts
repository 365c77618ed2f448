import type { APIRequestContext, Page } from '@playwright/test';
import { dot, vectorOf } from '../src/map/globe.ts';
import { expect, test } from './author.ts';
import { boundsOf, homeUrlAround, waitForIdleMap } from './maps.ts';
import { createPublicStory } from './stories.ts';
import { openStory } from './story-page.ts';

const lisbon = { latitude: 38.7223, longitude: -9.1393 };

const list = (page: Page) => page.getByRole('listbox', { name: 'Stops on the map, one by one' });
/** Option of the marker that the keyboard has selected. */
const current = (page: Page) => page.getByRole('option', { selected: true });

/** Moves the focus from the map to its list of markers with the Tab key. */
async function tabToMarkers(page: Page): Promise<void> {
  await page.locator('.map-view canvas').focus();
  for (let presses = 0; presses < 8 && !(await list(page).evaluate((element) => element === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await expect(list(page)).toBeFocused();
}

test('home map lists clusters and stops to the keyboard, expands clusters with Enter and closes with Escape', async ({ page }) => {
  await page.goto(homeUrlAround(lisbon, 6));
  await waitForIdleMap(page);
  await tabToMarkers(page);
  await expect(page.locator('[data-focus-ring]')).toBeVisible();
  await expect(page.getByText('Arrow keys lead to the next one')).toBeVisible();
  const count = Number(await current(page).getAttribute('aria-setsize'));
  expect(count).toBeGreaterThan(1);
  const names = new Set<string>();
  for (let place = 1; place <= count; place++) {
    await expect(current(page)).toHaveAttribute('aria-posinset', `${place}`);
    names.add(await current(page).innerText());
    expect(await page.getByRole('option').count()).toBeLessThanOrEqual(3);
    await page.keyboard.press('ArrowRight');
  }
  expect([...names].filter((name) => name.trim() === '')).toEqual([]);

  // Expands clusters until the selected marker is a stop.
  const before = boundsOf(page.url());
  for (let presses = 0; presses < 12 && /^[\d,.]+ stops? around/.test(await current(page).innerText()); presses++) {
    await page.keyboard.press('Enter');
    await waitForIdleMap(page);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]place=/);
  expect(boundsOf(page.url())).not.toEqual(before);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/[?&]place=/);
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.map-view canvas')).toBeFocused();
  await expect(page.locator('[data-focus-ring]')).toHaveCount(0);
});

test('story map moves through the stops in order with arrow keys, and Enter focuses the text of a stop', async ({ page, author }) => {
  const story = await createPublicStory(author, 'A way by keyboard');
  await openStory(page, story);
  await waitForIdleMap(page);
  await tabToMarkers(page);
  const stops = page.getByRole('main').locator('article[aria-labelledby$=".title"]');
  const titles = await stops.getByRole('heading').allInnerTexts();
  await expect(current(page)).toHaveText(titles[0] ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(current(page)).toHaveText(titles[1] ?? '');
  await page.keyboard.press('End');
  await expect(current(page)).toHaveText(titles.at(-1) ?? '');
  await page.keyboard.press('Enter');
  await expect(stops.last().getByRole('link').first()).toBeFocused();
  await expect(stops.last()).toBeInViewport();
});

test('home map without a stop in view shows a message when its marker list has the focus', async ({ page }) => {
  await page.goto(homeUrlAround({ latitude: -60, longitude: -150 }, 2));
  await waitForIdleMap(page);
  await tabToMarkers(page);
  await expect(page.getByText('There are no stops in this part of the map.')).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});

/** Longitude and latitude of all stops, read page by page with a cursor. */
async function positionsOf(request: APIRequestContext): Promise<[number, number][]> {
  const positions: [number, number][] = [];
  for (let after = ''; ; ) {
    const answer = await (await request.get('/api/stop-projections', { params: { limit: 1_000, ...(after && { after }) } })).json();
    for (const { placeCoordinatesLongitude: lng, placeCoordinatesLatitude: lat } of answer.items) positions.push([lng, lat]);
    if (!answer.next) return positions;
    after = answer.next;
  }
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('the markers of the globe count all stops within 35 degrees of its centre, and none beyond 95 degrees', async ({ page, request }) => {
      await page.goto('/');
      await waitForIdleMap(page);
      await page.screenshot({ path: `web/e2e/out/screens/globe-${viewport.width}.png` });
      await tabToMarkers(page);
      const count = Number(await current(page).getAttribute('aria-setsize'));
      let stops = 0;
      for (let place = 1; place <= count; place++) {
        const [, of] = /^([\d,.]+) stops? around/.exec(await current(page).innerText()) ?? [];
        stops += of ? Number(of.replaceAll(/\D/g, '')) : 1;
        await page.keyboard.press('ArrowRight');
        await expect(current(page)).toHaveAttribute('aria-posinset', `${Math.min(place + 1, count)}`);
      }
      // Stops within 35 degrees of the centre are visible in every viewport, and stops beyond 95 degrees in none.
      const middle = vectorOf([0, 20]);
      const within = (degrees: number) => (at: [number, number]) => dot(vectorOf(at), middle) > Math.cos((degrees * Math.PI) / 180);
      const all = await positionsOf(request);
      expect(stops).toBeGreaterThanOrEqual(all.filter(within(35)).length);
      expect(stops).toBeLessThanOrEqual(all.filter(within(95)).length);
    });
  });
