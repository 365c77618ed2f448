import { expect, test } from './author.ts';
import { dayOf, expectAllSaved, stopsOf, unfoldDetails } from './editor.ts';
import { createStory } from './stories.ts';

test('Start time takes the date of its day once the story has a first date, and another date when the stop moves to another day', async ({
  author,
  page,
}) => {
  const { id, dayIds, stopIds } = await createStory(author.api, { title: 'By the clock', days: [['Tea'], []] });
  const startTime = async () => (await author.api.getItineraryStop({ params: { itineraryId: id, id: stopIds[0] ?? '' } })).startTime;
  await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/${stopIds[0]}/form`);
  await page.getByLabel('Starts at').fill('09:30');
  await page.getByRole('button', { name: 'Save stop' }).click();
  await page.waitForURL(/\/edit(#.*)?$/);
  await expect(dayOf(page, 1).getByText('9:30', { exact: false })).toBeVisible();
  expect(await startTime()).toBe('2000-01-01T09:30:00.000Z');

  await unfoldDetails(page);
  await page.getByLabel('First day').fill('2026-05-04');
  await expectAllSaved(page);
  await expect(dayOf(page, 1).getByText('Monday, May 4, 2026')).toBeVisible();
  await expect.poll(startTime).toBe('2026-05-04T09:30:00.000Z');

  await dayOf(page, 1).getByRole('button', { name: 'Menu of Tea' }).click();
  await page.getByRole('menuitem', { name: 'Day 2' }).click();
  await expect(stopsOf(dayOf(page, 2))).toHaveText(['Tea']);
  await expectAllSaved(page);
  await expect.poll(startTime).toBe('2026-05-05T09:30:00.000Z');

  await page.getByRole('link', { name: 'View' }).click();
  await expect(page.getByText('Tuesday, May 5, 2026').first()).toBeVisible();
});
