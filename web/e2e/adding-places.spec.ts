import { expect, test } from './author.ts';
import { createStory } from './stories.ts';

// Expected, because one of these tests aborts requests.
test.use({ expectedErrors: /Failed to load resource/ });

const kyoto = { latitude: 34.99, longitude: 135.76 };

test('Places typed into the field of a day, each followed by Enter, are added to the end of the day in order', async ({ author, page }) => {
  const { id, dayIds } = await createStory(author.api, { title: 'Kyoto by hand', days: [[], ['A bench']], at: kyoto });
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

test('Place whose request failed shows an error, and a retry adds it once', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'Kyoto in the rain', days: [['A bench']], at: kyoto });
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

test('Unknown place is added by keyboard as a stop without a position, and gets one when a place is chosen in its form', async ({ author, page }) => {
  const { id, dayIds } = await createStory(author.api, { title: 'Kyoto with a secret', days: [['A bench']], at: kyoto, visibility: 'PUBLIC' });
  const params = { itineraryId: id };
  await page.goto(`/itineraries/${id}/edit`);
  const day = page.getByRole('region', { name: 'Day 1', exact: true });
  await day.getByRole('combobox').focus();
  await page.keyboard.type('The bar Yuki told us of');
  await expect(day.getByRole('button', { name: 'Add “The bar Yuki told us of” without a place for now' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(day.getByText('No place yet, so it is not on the map')).toBeVisible();
  const stopOf = async () => (await author.api.listItineraryStops({ params, query: {} })).items.find(({ title }) => title.startsWith('The bar'));
  await expect.poll(async () => (await stopOf())?.isLocated).toBe(false);
  // The stop without a position is not on the world map.
  expect((await author.api.listStopProjections({ query: { filter: JSON.stringify({ itineraryId: id }) } })).items).toHaveLength(1);

  await page.goto(`/itineraries/${id}/stops/${(await stopOf())?.id}`);
  await expect(page.getByText('Its place is not known yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get directions' })).toHaveCount(0);

  await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/${(await stopOf())?.id}/form`);
  await page.getByRole('combobox', { name: 'Place', exact: true }).fill('Pontocho');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Save stop' }).click();
  await expect.poll(async () => (await stopOf())?.isLocated).toBe(true);
  await page.goto(`/itineraries/${id}/edit`);
  await expect(day.getByRole('link', { name: 'The bar Yuki told us of' })).toBeVisible();
  await expect(day.getByText('No place yet')).toHaveCount(0);
});
