import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { expectAllSaved } from './editor.ts';
import { createStory } from './stories.ts';

// These tests cause version conflicts and an outage.
test.use({ expectedErrors: /412|Failed to load resource/ });

/** Collects all further requests for data of an itinerary, as `GET /days/…?…`. */
function watchRequests(page: Page, id: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith(`/api/itineraries/${id}`)) seen.push(`${request.method()} ${pathname.slice(`/api/itineraries/${id}`.length)}${search}`);
  });
  return seen;
}

const wholeStory = /GET \?include=days(%2C|,)stops/;

test('Editor shows changed titles and order at once, with one PATCH per change and no further read of the story', async ({ author, page }) => {
  const { id, stopIds } = await createStory(author.api, { title: 'Before the storm', days: [['Harbour', 'Lighthouse']] });
  await page.goto(`/itineraries/${id}/edit`);
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue('Before the storm');
  await expectAllSaved(page);
  const requests = watchRequests(page, id);
  await title.fill('After the storm');
  await title.blur();
  await expect(page.locator('[data-phase]')).toHaveAttribute('data-phase', 'saved');
  await page.getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('After the storm');
  await page.goBack();

  await page.getByRole('link', { name: 'Lighthouse' }).click();
  await expect(page.getByRole('heading', { name: 'Edit stop' })).toBeVisible();
  await page.getByLabel('Title').fill('The old lighthouse');
  await page.getByRole('button', { name: 'Save stop' }).click();
  await page.waitForURL(/\/edit(#.*)?$/);
  await expect(page.getByRole('link', { name: 'The old lighthouse' })).toBeVisible();
  await page.getByRole('button', { name: 'Menu of The old lighthouse' }).click();
  await page.getByRole('menuitem', { name: 'Up' }).click();
  await expect
    .poll(async () => (await author.api.listDays({ params: { itineraryId: id }, query: {} })).items[0]?.stopIds)
    .toEqual(stopIds.toReversed());
  await expectAllSaved(page);
  expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(3);
  expect(requests.filter((request) => wholeStory.test(request))).toEqual([]);
});

test('Stop form shows both versions of a stop changed elsewhere, and merges changes to other fields', async ({ author, page }) => {
  const { id, dayIds, stopIds } = await createStory(author.api, { title: 'Two pens', days: [['Pier']] });
  const params = { itineraryId: id, id: stopIds[0] ?? '' };
  await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/${stopIds[0]}/form`);
  await page.getByLabel('Title').fill('My pier');
  await page.getByRole('button', { name: 'More about the time' }).click();
  await page.getByLabel('Date', { exact: true }).fill('2026-05-04');
  await page.getByLabel('Arrival').fill('09:30');
  await author.api.patchStop({ params, body: { title: 'Their pier', highlight: 'Their line', arrivalTime: '2026-05-05T08:00:00.000Z' } });
  await page.getByRole('button', { name: 'Save stop' }).click();
  const dialog = page.getByRole('dialog', { name: 'It was changed in another window' });
  await expect(dialog).toContainText('Their pier');
  await expect(dialog.getByRole('region', { name: 'Date' })).toContainText('Monday, May 4, 2026');
  await expect(dialog.getByRole('region', { name: 'Arrival' })).toContainText('8:00');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Yours is not saved until you choose.')).toBeVisible();
  await expect(page.getByLabel('Highlight')).toHaveValue('');
  await page.getByRole('button', { name: 'Save stop' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare' }).click();
  await dialog.getByRole('region', { name: 'Title' }).getByRole('radio', { name: 'Theirs' }).click();
  await dialog.getByRole('button', { name: 'Keep my choices' }).click();
  await page.waitForURL(/\/edit(#.*)?$/);
  // Polled, because in a cluster the read model may lag behind the notification of the page.
  await expect
    .poll(() => author.api.getItineraryStop({ params }))
    .toMatchObject({ title: 'Their pier', highlight: 'Their line', arrivalTime: '2026-05-04T09:30:00.000Z' });
});

test('Stop form opens an empty form for the next stop after a save, and asks before an unsaved stop is left', async ({ author, page }) => {
  const { id, dayIds } = await createStory(author.api, { title: 'In a row', days: [[]] });
  await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/form`);
  const coordinates = page.getByLabel('Latitude, longitude');
  await page.getByRole('button', { name: 'Add stop' }).click();
  await expect(page.getByText('Give it a title.')).toBeVisible();
  await page.getByLabel('Title').fill('First');
  await coordinates.fill('-37.1, -12.3');
  await coordinates.press('Enter');
  const more = page.getByRole('button', { name: 'More about the time' });
  await more.click();
  await page.getByLabel('Date', { exact: true }).fill('2026-05-04');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByRole('combobox', { name: 'Place', exact: true })).toBeFocused();
  await more.click();
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-05-04');

  await page.getByLabel('Title').fill('Second');
  await page.getByRole('link', { name: 'Back to the days' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('link', { name: 'Back to the days' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('link', { name: 'First' })).toBeVisible();
  await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/form`);
  await expect(page.getByLabel('Title')).toHaveValue('Second');
  await expect(page.getByText('Unsaved text restored')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('Stop form offers to add a stop again that was deleted elsewhere', async ({ author, page }) => {
  const { id, dayIds, stopIds } = await createStory(author.api, { title: 'Come back', days: [['Wreck']] });
  await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/${stopIds[0]}/form`);
  await page.getByLabel('Title').fill('The wreck');
  await author.api.deleteStop({ params: { itineraryId: id, id: stopIds[0] ?? '' } });
  await page.getByRole('button', { name: 'Save stop' }).click();
  await page.getByRole('button', { name: 'Add it again' }).click();
  await page.waitForURL(/\/edit(#.*)?$/);
  await expect(page.getByRole('link', { name: 'The wreck' })).toHaveCount(1);
});

test('Reload during the undo time of a deletion asks for confirmation (beforeunload)', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'In haste', days: [['Deleted in haste']] });
  await page.goto(`/itineraries/${id}/edit`);
  await page.getByRole('button', { name: 'Menu of Deleted in haste' }).click();
  await page.getByRole('menuitem', { name: 'Delete stop' }).click();
  await expect(page.getByRole('link', { name: 'Deleted in haste' })).toBeHidden();
  await page.getByRole('link', { name: 'View' }).click();
  const asked = page.waitForEvent('dialog');
  const reload = page.reload({ timeout: 5_000 }).catch(() => null);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reload;
  await expect(page.getByRole('heading', { name: 'Deleted in haste' })).toBeVisible();
  expect((await author.api.listItineraryStops({ params: { itineraryId: id }, query: {} })).items).toHaveLength(1);
});

test('Public story moved to the bin becomes private, is restored as public, and is deleted for good after a confirmation', async ({
  author,
  page,
}) => {
  const { id } = await createStory(author.api, { title: 'Second thoughts', days: [['Harbour']], visibility: 'PUBLIC' });
  const state = async () => {
    const { visibility, binnedAt } = await author.api.getItinerary({ params: { id }, query: {} });
    return [visibility, binnedAt !== null];
  };
  const putAway = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Menu of Second thoughts' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Move “Second thoughts” to the bin?' }).getByRole('button', { name: 'Move to bin' }).click();
    await expect(page.getByText('“Second thoughts” is in the bin for 30 days.', { exact: true })).toBeVisible();
  };
  await page.goto('/my-itineraries');
  await putAway();
  expect(await state()).toEqual(['PRIVATE', true]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Second thoughts' })).toBeVisible();
  await expect.poll(state).toEqual(['PUBLIC', false]);
  await putAway();
  await page.getByRole('tab', { name: /Bin/ }).click();
  await expect(page.getByText('Deleted in 4 weeks')).toBeVisible();
  await page.goto(`/itineraries/${id}/edit`);
  await page.getByRole('button', { name: 'Restore the story' }).click();
  await expect(page.getByLabel('Name of day 1')).toBeVisible();
  expect(await state()).toEqual(['PUBLIC', false]);
  await page.goto('/my-itineraries');
  await putAway();
  await page.getByRole('tab', { name: /Bin/ }).click();
  await page.getByRole('button', { name: 'Delete “Second thoughts” for good' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Nothing here')).toBeVisible();
  await expect(author.api.getItinerary({ params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
});
