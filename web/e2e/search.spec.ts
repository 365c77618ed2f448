import { expect, test } from './visitor.ts';

test('stories, places and people are found as one types, with a typo, and with the keyboard', async ({ page }) => {
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
  await expect(results.first()).toHaveAttribute('href', /\/stops\//);
  await field.focus();
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/itineraries\/[^/]+\/stops\//);

  await page.goBack();
  await expect(field).toHaveValue('lisbn');
  await field.press('Escape');
  await expect(field).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Where to?' })).toBeVisible();
});

test('what nobody wrote about is said to be missing, and a country leads on', async ({ page }) => {
  await page.goto('/search?q=xqzwvkjhgf');
  await expect(page.getByText('No story for “xqzwvkjhgf”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('button', { name: 'Italy' }).click();
  await expect(page.locator('[data-result]').first()).toBeVisible();
});

test('a search that fails can be repeated', async ({ page }) => {
  await page.route('**/api/itineraries/search?*', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 500, code: 'internal/error', detail: '' }),
    }),
  );
  await page.goto('/search?q=rome');
  await expect(page.getByText('The search did not work')).toBeVisible();
  await page.unroute('**/api/itineraries/search?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-result]').first()).toBeVisible();
});
test.use({ expectedErrors: /500.*\/api\/itineraries\/search/ });
