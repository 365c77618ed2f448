import type { Page } from '@playwright/test';
import { boundsOf, findClickablePoint, homeUrlAround, waitForIdleMap } from './maps.ts';
import { seededStop } from './stories.ts';
import { expect, test } from './visitor.ts';

const lisbon = { latitude: 38.7223, longitude: -9.1393 };
const countries = (page: Page) => page.getByRole('region', { name: 'Countries in view' });
const itineraries = (page: Page) => page.getByRole('region', { name: /^Itineraries (in view|of )/ });
const widthOf = (page: Page): number => {
  const bounds = boundsOf(page.url());
  return bounds ? bounds.northEast.lng - bounds.southWest.lng : 360;
};

/** Clicks the marker nearest to the centre until a place sheet opens; returns the number of clusters that expanded. */
async function clickThroughClusters(page: Page): Promise<number> {
  const sheet = page.getByRole('dialog');
  for (let clusters = 0; clusters < 8; clusters++) {
    const at = await findClickablePoint(page);
    const before = widthOf(page);
    await page.mouse.click(at.x, at.y);
    await expect.poll(async () => (await sheet.isVisible()) || widthOf(page) < before * 0.9).toBe(true);
    if (await sheet.isVisible()) return clusters;
  }
  throw new Error('A cluster never fell apart');
}

test('Home page leads to a country, a place, a story and a stop, and Back restores the bounds of the map', async ({ page }) => {
  await page.goto('/');
  const country = countries(page).getByRole('button', { name: /Italy/ });
  await expect(country).toContainText(/\d+ itineraries/);
  await waitForIdleMap(page);
  await country.click();
  await expect(itineraries(page).getByRole('link').nth(1)).toContainText(/\d+ days?/);
  await expect.poll(() => widthOf(page)).toBeLessThan(60);

  expect(await clickThroughClusters(page)).toBeGreaterThan(0);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { level: 2 })).not.toBeEmpty();
  await expect(sheet.getByText('About this location')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'View on map' })).toBeEnabled();
  await expect.poll(() => boundsOf(page.url())).not.toBeNull();
  const wasAt = boundsOf(page.url());

  // The selector excludes the links to authors and stops, which precede the itineraries.
  await sheet.locator('a[href^="/itineraries/"]:not([href*="/stops/"])').first().click();
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const stop = page.getByRole('article').getByRole('heading', { level: 3 }).getByRole('link').first();
  const title = await stop.innerText();
  await stop.click();
  await page.waitForURL(/\/stops\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: /Back to the story/ }).click();
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}#/);
  await expect(page.getByRole('heading', { level: 3, name: title })).toBeInViewport();

  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/');
  expect(boundsOf(page.url())).toEqual(wasAt);
  await expect(itineraries(page)).toBeVisible();
});

test('Story page shows map and legs, and hovering over a stop highlights it on the map', async ({ page, origin, request }) => {
  const { itineraryId } = await seededStop(origin);
  const { title } = await (await request.get(`/api/itineraries/${itineraryId}`)).json();
  await page.goto(`/itineraries/${itineraryId}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('From the previous stop:').first()).toBeAttached();
  await expect(page.locator('.map-view')).toHaveAttribute('data-ready', 'true');
  const stop = page.getByRole('article').nth(1);
  await stop.hover();
  await expect(page.locator('.map-view')).toContainText(await stop.getByRole('heading').innerText());
});

test('URL contains the bounds of the map, and a reload restores them', async ({ page }) => {
  await page.goto(homeUrlAround(lisbon, 0.5));
  await waitForIdleMap(page);
  await expect(itineraries(page).getByRole('link').nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => widthOf(page)).not.toBe(0.5);
  const { southWest, northEast } = boundsOf(page.url()) ?? {};
  expect(southWest?.lng).toBeLessThan(lisbon.longitude);
  expect(northEast?.lng).toBeGreaterThan(lisbon.longitude);

  await page.reload();
  await waitForIdleMap(page);
  const shown = boundsOf(page.url());
  expect(shown).toEqual({ southWest, northEast });
  await expect(itineraries(page).getByRole('link').nth(1)).toBeVisible();
});

for (const [what, bounds] of [
  ['invalid JSON', '{"southWest":'],
  ['no corners', '{"southWest":{"lng":1}}'],
  ['a latitude beyond the poles', '{"southWest":{"lng":0,"lat":-95},"northEast":{"lng":10,"lat":10}}'],
] as const)
  test(`Bounds in the URL with ${what} are ignored with a console warning`, async ({ page }) => {
    const warned = page.waitForEvent('console', (message) => message.type() === 'warning' && message.text().includes('Ignored the bounds'));
    await page.goto(`/?${new URLSearchParams({ bounds })}`);
    await warned;
    await waitForIdleMap(page);
    await expect(countries(page).getByRole('button').first()).toBeVisible();
  });

test('URL with an itinerary shows its stops on the map', async ({ page, origin, request }) => {
  const { itineraryId } = await seededStop(origin);
  const { stopsCount } = await (await request.get(`/api/itineraries/${itineraryId}`)).json();
  await page.goto(`/?previewItineraryId=${itineraryId}`);
  const stops = page.getByRole('region', { name: 'Stops on the map' });
  // The first item is the itinerary itself.
  await expect(stops.getByRole('listitem')).toHaveCount(stopsCount + 1);
  await page.getByRole('button', { name: 'Back to all cards' }).click();
  await expect(stops).toBeHidden();
  await expect.poll(() => page.url()).not.toContain('previewItineraryId');
});

test('Cards of the home page open countries, stories and stops by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await waitForIdleMap(page);
  const cards = countries(page).getByRole('listitem');
  await expect(cards.nth(2)).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  const first = cards.nth(1).getByRole('button');
  for (let presses = 0; presses < 15 && !(await first.evaluate((card) => card === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(2).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');

  const stories = itineraries(page).getByRole('listitem');
  await expect(stories.nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const stops = page.getByRole('region', { name: 'Stops on the map' }).getByRole('listitem');
  await expect(stops.nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('button', { name: 'Get directions' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(stops.nth(1).getByRole('button')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('Directions dialog offers map apps, and stores the choice on request', async ({ page, origin }) => {
  // Replaces `window.open`, because opening the map app would cause an external request.
  await page.addInitScript(() => {
    const opened: string[] = [];
    Object.assign(window, { opened, open: (url: string) => opened.push(url) && null });
  });
  const opened = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'opened'));
  const { itineraryId, id } = await seededStop(origin);
  await page.goto(`/itineraries/${itineraryId}/stops/${id}`);
  const directions = page.getByRole('button', { name: 'Get directions' });
  await directions.click();
  const dialog = page.getByRole('dialog', { name: 'Get directions' });
  await dialog.getByRole('checkbox', { name: 'Always use this app' }).check();
  await dialog.getByRole('button', { name: 'Apple Maps' }).click();
  // Google Maps, because Apple Maps is not available on this device.
  await expect.poll(opened).toEqual([expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=/)]);
  await page.reload();
  await directions.click();
  await expect.poll(async () => (await opened()).length).toBe(1);
  await expect(dialog).toBeHidden();
  await page.evaluate(() => localStorage.setItem('direction-provider', 'carrier pigeon'));
  await page.reload();
  await directions.click();
  await expect(dialog).toBeVisible();
});
