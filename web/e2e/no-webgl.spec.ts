import { chromiumArgs, chromiumPath } from './chromium.ts';
import { expect, test } from './visitor.ts';

test.use({
  launchOptions: {
    executablePath: await chromiumPath(),
    args: [
      ...chromiumArgs.filter((arg) => !/angle|swiftshader|gpu/.test(arg)),
      '--disable-gpu',
      '--disable-webgl',
      '--disable-webgl2',
      '--disable-3d-apis',
    ],
  },
});

test('Without WebGL the home page lists countries, stories and stops in place of the map', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('The map is not shown')).toBeVisible();
  const countries = page.getByRole('region', { name: 'Countries in view' });
  await expect(countries.getByRole('link', { name: /Explore tours/ })).toBeVisible();
  await countries.getByRole('button', { name: /Portugal/ }).click();
  const stories = page.getByRole('region', { name: 'Itineraries of Portugal' });
  await expect(stories.getByRole('listitem').nth(1)).toContainText(/stops?/);
  await stories
    .getByRole('button', { name: /Show the stops of/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Stops on the map' }).getByRole('button').nth(1).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('About this location')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'View on map' })).toBeHidden();
  await sheet.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('The map cannot be shown in this browser.')).toBeVisible();
});

test('Without WebGL a button returns from a country to all countries', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('region', { name: 'Countries in view' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'All countries' }).click();
  const fourth = page.getByRole('region', { name: 'Countries in view' }).getByRole('button').nth(3);
  await expect(fourth).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.has('country')).toBe(false);
  await page.reload();
  await expect(fourth).toBeVisible();
});
