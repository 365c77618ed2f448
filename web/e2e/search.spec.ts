import { expect, test } from './visitor.ts';

test('Search finds a place while typing, with a typing error, and results open by keyboard', async ({ page }) => {
  await page.goto('/search');
  const field = page.getByRole('searchbox', { name: 'Search stories, places and people' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Where to?' })).toBeVisible();

  await field.fill('lisbn');
  await page.waitForURL(/\?q=lisbn$/);
  const results = page.locator('[data-result]');
  await expect(results.first()).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(/lisb/i);

  await page.getByRole('tab', { name: /Places/ }).click();
  await expect(results.first()).toHaveAttribute('href', /\?bounds=/);
  await expect(results.first()).toContainText(/Lisbon.*Town or city · .*Portugal.*\d+ stories · \d+ stops/s);
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/\?place=/);
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'About this location' })).toBeVisible();

  await page.goBack();
  await expect(field).toHaveValue('lisbn');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Where to?' })).toBeVisible();
});

test('Search lists a place once, with its numbers of stories and stops, and opens its sheet', async ({ page }) => {
  await page.goto('/search?q=golden%20pavilion');
  await page.getByRole('tab', { name: /Places/ }).click();
  const results = page.getByRole('tabpanel').locator('[data-result]');
  const first = results.first();
  await expect(first).toContainText(/Kinkaku-ji.*Kyoto, Japan.*\d+ (story|stories) · \d+ stops?/s);
  await expect(results.filter({ has: page.getByText('Kinkaku-ji', { exact: true }) })).toHaveCount(1);
  const places = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(places).size).toBe(places.length);
  await first.click();
  await page.waitForURL(/\/\?place=/);
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'About this location' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tabpanel').locator('[data-result]').first()).toBeVisible();
});

test('Search finds a town without stories, and links to its part of the map', async ({ page }) => {
  await page.goto('/search?q=ulaanbaatar');
  // The tab of places is selected, because only places are found.
  const town = page.getByRole('tabpanel').locator('[data-result]');
  await expect(town).toContainText(/Town or city · Mongolia.*No story goes there yet/s);
  await page.getByRole('tab', { name: /Stories/ }).click();
  await expect(page.getByText('No story for “ulaanbaatar”')).toBeVisible();
  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: /on the map/ })
    .click();
  await page.waitForURL(/\/\?bounds=/);
  const { bounds } = Object.fromEntries(new URL(page.url()).searchParams);
  expect(JSON.parse(bounds ?? '')).toMatchObject({ southWest: { lat: expect.closeTo(47.7, 0) }, northEast: { lng: expect.closeTo(107.2, 0) } });
});

test('Search without results shows a message and suggests countries', async ({ page }) => {
  await page.goto('/search?q=xqzwvkjhgf');
  await expect(page.getByText('No story for “xqzwvkjhgf”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('button', { name: 'Italy' }).click();
  await expect(page.locator('[data-result]').first()).toBeVisible();
});

test('Search that failed with 500 shows an error, and succeeds on retry', async ({ page }) => {
  await page.route('**/api/itineraries/search?*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 500, code: 'internal/error', detail: '' }),
    }),
  );
  await page.goto('/search?q=rome');
  await expect(page.getByText('The search failed')).toBeVisible();
  await page.unroute('**/api/itineraries/search?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-result]').first()).toBeVisible();
});
test.use({ expectedErrors: /500.*\/api\/itineraries\/search/ });
