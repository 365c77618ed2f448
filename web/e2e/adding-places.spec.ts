import { expect, test } from './author.ts';
import { write } from './stories.ts';

// A service that is away is what one of these tests is about.
test.use({ expectedErrors: /Failed to load resource/ });

const kyoto = { latitude: 34.99, longitude: 135.76 };

test('places are typed one after the other at the end of a day, by name and Enter alone', async ({ author, page }) => {
  const { id, dayIds } = await write(author.api, { title: 'Kyoto by hand', days: [[], ['A bench']], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  const day = page.getByRole('region', { name: 'Day 1', exact: true });
  const field = day.getByRole('combobox');
  await field.focus();
  for (const words of ['Kyoto Station', 'tofuku-ji', 'gion']) {
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
  }
  for (const name of ['Kyoto Station', 'Tōfuku-ji', 'Gion']) await expect(day.getByRole('link', { name }).first()).toBeVisible();
  await expect(day.getByRole('status').filter({ hasText: 'Adding' })).toHaveCount(0);
  const { items } = await author.api.listItineraryStops({ params: { itineraryId: id }, query: {} });
  const added = items
    .filter(({ dayIds: on }) => on.includes(dayIds[0] ?? ''))
    .map(({ title, countryCode, addressCity }) => [title, addressCity, countryCode]);
  expect(added).toEqual([
    ['Kyoto Station', 'Kyoto', 'JP'],
    ['Tōfuku-ji', 'Kyoto', 'JP'],
    ['Gion', 'Kyoto', 'JP'],
  ]);
});

test('a place that cannot be added says so, and is added once when it is tried again', async ({ author, page }) => {
  const { id } = await write(author.api, { title: 'Kyoto in the rain', days: [['A bench']], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  const day = page.getByRole('region', { name: 'Day 1', exact: true });
  await page.route('**/api/itineraries/*/stops', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await day.getByRole('combobox').fill('Kyoto Station');
  await day.getByRole('combobox').press('Enter');
  await expect(day.getByText('“Kyoto Station” could not be added.')).toBeVisible();
  await page.unroute('**/api/itineraries/*/stops');
  await day.getByRole('button', { name: 'Try again' }).click();
  await expect(day.getByRole('link', { name: 'Kyoto Station' }).first()).toBeVisible();
  await expect(day.getByText('Adding')).toHaveCount(0);
  const { items } = await author.api.listItineraryStops({ params: { itineraryId: id }, query: {} });
  expect(items.map(({ title }) => title)).toEqual(['A bench', 'Kyoto Station']);
});
