import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { expectAllSaved, unfoldDetails } from './editor.ts';
import { createStory } from './stories.ts';

// These tests cause refused and failed requests.
test.use({ expectedErrors: /Failed to load resource|No token could be had/ });

const phase = (page: Page) => page.locator('[data-phase]');

/** Simulates an outage for this page: every request is refused. Returns a function that ends the outage. */
async function takeAway(page: Page): Promise<() => Promise<void>> {
  const all = '**/*';
  await page.route(all, (route) => route.abort('connectionrefused'));
  return () => page.unroute(all);
}

test.describe('Editor', () => {
  test('keeps text typed during an outage, shows the outage, and saves afterwards', async ({ author, page }) => {
    const { id } = await createStory(author.api, { title: 'Through the storm', days: [['Harbour']] });
    await page.goto(`/itineraries/${id}/edit`);
    await unfoldDetails(page);
    const note = page.getByLabel('Description', { exact: true });
    await expect(note).toBeVisible();
    const comeBack = await takeAway(page);
    await note.fill('Written while the line was down.');
    await expect(phase(page)).toHaveAttribute('data-phase', 'retrying');
    await expect(page.getByText('Waystory cannot be reached right now.')).toBeVisible();
    await note.press('End');
    await note.pressSequentially(' And more.');
    await comeBack();
    await expectAllSaved(page);
    await expect(page.getByText('Waystory cannot be reached right now.')).toBeHidden();
    const { description } = await author.api.getItinerary({ params: { id }, query: {} });
    expect(description).toBe('Written while the line was down. And more.');
  });

  test('restores unsaved text after a reload during an outage', async ({ author, page }) => {
    const { id } = await createStory(author.api, { title: 'Half a sentence', days: [[]] });
    await page.goto(`/itineraries/${id}/edit`);
    await expect(page.getByLabel('Name of day 1')).toBeVisible();
    const api = '**/api/itineraries/**';
    await page.route(api, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort('connectionrefused')));
    await page.getByLabel('Name of day 1').fill('Kept in the browser');
    await expect(phase(page)).toHaveAttribute('data-phase', 'retrying');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByLabel('Name of day 1')).toHaveValue('Kept in the browser');
    await expect(page.getByText('Unsaved text restored')).toBeVisible();
    await page.unroute(api);
    await expectAllSaved(page);
    // Polled, because the page may report earlier changes as saved while the restored text is still unsaved.
    const firstTitle = async () => (await author.api.listDays({ params: { itineraryId: id }, query: {} })).items[0]?.title;
    await expect.poll(firstTitle).toBe('Kept in the browser');
  });

  test('saves a stop exactly once after a reload when its first request failed', async ({ author, page }) => {
    const { id, dayIds } = await createStory(author.api, { title: 'A stop in the dark', days: [[]] });
    await page.goto(`/itineraries/${id}/days/${dayIds[0]}/stops/form`);
    await page.getByLabel('Title').fill('Lantern');
    await page.getByLabel('Latitude, longitude').fill('-37.1, -12.3');
    await page.getByLabel('Latitude, longitude').press('Enter');
    await expect(page.getByText('Marked on the map')).toBeVisible();
    const stops = '**/stops';
    await page.route(stops, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Add stop' }).click();
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await page.unroute(stops);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    // The save was requested before the reload, so it is repeated without another click.
    await page.waitForURL(/\/edit(#.*)?$/);
    await expect(page.getByRole('link', { name: 'Lantern' })).toHaveCount(1);
  });

  test('keeps the text when the session expires and the sign-in popup is closed, and saves it after a new sign-in', async ({
    author,
    page,
    context,
    origin,
  }) => {
    const { id } = await createStory(author.api, { title: 'Signed out at sea', days: [['Buoy']] });
    await page.clock.install();
    await page.goto(`/itineraries/${id}/edit`);
    await expect(page.getByLabel('Name of day 1')).toBeVisible();
    const mine = author.signedIn.cookies;
    await context.clearCookies({ domain: new URL(origin).hostname, path: /\/idp/ });
    await page.route('**/idp/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
    // The clock passes the lifetime of an access token, 15 minutes.
    const refuse = (popup: Page): void => void popup.close();
    page.on('popup', refuse);
    await page.clock.fastForward('16:00');
    await page.getByLabel('Name of day 1').fill('Written without a session');
    await expect(page.getByText('Authentication failed. Please try again.', { exact: true })).toBeVisible();
    await expect(page.getByText('You are signed out')).toBeVisible();
    await expect(page.getByLabel('Name of day 1')).toHaveValue('Written without a session');

    page.off('popup', refuse);
    await page.unroute('**/idp/token');
    await context.addCookies(mine);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectAllSaved(page);
    const { items } = await author.api.listDays({ params: { itineraryId: id }, query: {} });
    expect(items[0]?.title).toBe('Written without a session');
  });

  test('shows both names when two tabs rename the same day, and saves the chosen name', async ({ author, page, context }) => {
    const { id } = await createStory(author.api, { title: 'Two hands', days: [['Here']] });
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(`/itineraries/${id}/edit`);
      await expect(tab.getByLabel('Name of day 1')).toBeVisible();
    }
    for (const [round, button, stays] of [
      [1, 'Take theirs', 'theirs 1'],
      [2, 'Keep mine', 'mine 2'],
    ] as const) {
      await other.getByLabel('Name of day 1').fill(`theirs ${round}`);
      await expectAllSaved(other);
      await page.getByLabel('Name of day 1').fill(`mine ${round}`);
      const dialog = page.getByRole('dialog', { name: 'It was changed in another window' });
      await expect(dialog).toContainText(`mine ${round}`);
      await expect(dialog).toContainText(`theirs ${round}`);
      await dialog.getByRole('button', { name: button }).click();
      await expect(page.getByLabel('Name of day 1')).toHaveValue(stays);
      await expectAllSaved(page);
      const { items } = await author.api.listDays({ params: { itineraryId: id }, query: {} });
      expect(items[0]?.title).toBe(stays);
      await other.reload();
      await expect(other.getByLabel('Name of day 1')).toHaveValue(stays);
    }
  });

  test('shows both orders when a day was reordered elsewhere, and saves the chosen order', async ({ author, page }) => {
    const { id, dayIds, stopIds } = await createStory(author.api, { title: 'Two orders', days: [['One', 'Two', 'Three']] });
    await page.goto(`/itineraries/${id}/edit`);
    const day = page.getByRole('region', { name: 'Day 1', exact: true });
    await expect(day.getByRole('link', { name: 'Three' })).toBeVisible();
    const [one = '', two = '', three = ''] = stopIds;
    await author.api.patchDay({ params: { itineraryId: id, id: dayIds[0] ?? '' }, body: { stopIds: [three, one, two] } });
    await day.getByRole('button', { name: 'Menu of One' }).click();
    await page.getByRole('menuitem', { name: 'Down' }).click();
    const dialog = page.getByRole('dialog', { name: 'It was changed in another window' });
    await expect(dialog.getByRole('listitem')).toHaveText(['Two', 'One', 'Three', 'Three', 'One', 'Two']);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expectAllSaved(page);
    const { items } = await author.api.listDays({ params: { itineraryId: id }, query: {} });
    expect(items[0]?.stopIds).toEqual([two, one, three]);
  });
});
