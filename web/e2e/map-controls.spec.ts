import { boundsOf, homeUrlAround, waitForIdleMap } from './maps.ts';
import { expect, test } from './visitor.ts';

const lisbon = { latitude: 38.7223, longitude: -9.1393 };

test('Choice of the street map is stored across a reload', async ({ page }) => {
  await page.goto('/');
  await waitForIdleMap(page);
  const streets = page.getByRole('radio', { name: 'Streets' });
  await streets.click();
  await expect(streets).toBeChecked();
  await waitForIdleMap(page);
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText(/OpenStreetMap|Natural Earth/);
  await page.reload();
  await expect(streets).toBeChecked();
});

test('Street map replaces satellite pictures at high zoom levels, and they return at lower zoom levels', async ({ page }) => {
  await page.goto(homeUrlAround(lisbon, 14));
  await waitForIdleMap(page);
  const satellite = page.getByRole('radio', { name: 'Satellite' });
  await expect(satellite).toBeChecked();
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  for (let steps = 0; steps < 6 && (await satellite.isVisible()); steps++) {
    await zoomIn.click();
    await waitForIdleMap(page);
  }
  await expect(satellite).toBeHidden();
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('OpenStreetMap');
  for (let steps = 0; steps < 6 && !(await satellite.isVisible()); steps++) {
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await waitForIdleMap(page);
  }
  await expect(satellite).toBeChecked();
});

test('Denied geolocation shows a message, and the map stays unchanged', async ({ page }) => {
  await page.goto('/');
  await waitForIdleMap(page);
  await page.getByRole('button', { name: 'Show where I am' }).click();
  await expect(page.getByText(/^Your location is switched off for this site/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Countries in view' }).getByRole('button').first()).toBeVisible();
});

test.describe('With geolocation allowed', () => {
  test.use({ permissions: ['geolocation'], geolocation: lisbon });

  test('the map moves to the position of the device', async ({ page }) => {
    await page.goto('/');
    await waitForIdleMap(page);
    await page.getByRole('button', { name: 'Show where I am' }).click();
    await expect.poll(() => boundsOf(page.url())?.southWest.lat).toBeCloseTo(lisbon.latitude, 0);
    expect(boundsOf(page.url())?.northEast.lng).toBeCloseTo(lisbon.longitude, 0);
    await expect(page.getByRole('region', { name: 'Itineraries in view' })).toBeVisible();
  });
});
