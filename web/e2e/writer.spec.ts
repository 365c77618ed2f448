import type { Page } from '@playwright/test';
import { anonymousApi } from './author.ts';
import { choosePhoto } from './choose-photo.ts';
import { dayOf, expectAllSaved, stopsOf, unfoldDetails } from './editor.ts';
import { homeUrlAround, waitForIdleMap } from './maps.ts';
import { testCoordinates } from './stories.ts';
import { expect, register, test } from './visitor.ts';

// A new person has no account yet.
test.use({ expectedErrors: /404.*\/api\/accounts\/me/ });

const title = `Six stops at the end of the world ${Date.now().toString(36)}`;

/** Completes the onboarding. It checks that the form shows the rules for user names, and that the profile text has a counter (spec 2.6 and 5). */
async function onboard(page: Page, userName: string): Promise<void> {
  const name = page.getByLabel('Username');
  const next = page.getByRole('button', { name: 'Continue' });
  await name.fill('ab');
  await next.click();
  await expect(page.getByText('Username must be at least 3 characters')).toBeVisible();
  await name.fill('no spaces!');
  await expect(page.getByText('Username can only contain letters, numbers, hyphens, and underscores')).toBeVisible();
  await name.fill(userName);
  await next.click();
  const about = page.getByLabel('About me');
  await about.fill('I go where the ships do not.');
  await expect(page.getByText('28/500')).toBeVisible();
  await about.fill('x'.repeat(500));
  await about.press('y');
  await expect(about).toHaveValue('x'.repeat(500));
  await page.getByRole('button', { name: 'Skip' }).click();
}

async function addBySearch(page: Page, day: number, words: string): Promise<void> {
  await dayOf(page, day)
    .getByRole('link', { name: /Add (a|the first) stop/ })
    .click();
  await page.getByRole('combobox', { name: 'Place', exact: true }).fill(words);
  await page.getByRole('option', { name: words }).first().click();
  await page.getByRole('button', { name: 'Add stop' }).click();
  await page.waitForURL(/\/edit(#.*)?$/);
  await expect(dayOf(page, day).getByRole('link', { name: words }).first()).toBeVisible();
}

async function addByPin(page: Page, day: number, name: string, put: () => Promise<void>): Promise<void> {
  await dayOf(page, day)
    .getByRole('link', { name: /Add (a|the first) stop/ })
    .click();
  await put();
  await expect(page.locator('[data-pin]')).toBeVisible();
  await page.getByLabel('Title').fill(name);
  await page.getByRole('button', { name: 'Add stop' }).click();
  await page.waitForURL(/\/edit(#.*)?$/);
  await expect(dayOf(page, day).getByRole('link', { name })).toBeVisible();
}

test('New user signs up, writes a story of three days and publishes it on the map', async ({ page, stranger, origin }) => {
  test.setTimeout(300_000);
  await test.step('sign up and onboarding', async () => {
    await page.goto('/itineraries/create');
    await page.getByRole('button', { name: 'Start writing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click();
    await onboard(page, await register(page, 'writer'));
    // Destination of the button that was pressed before the sign-up.
    await page.waitForURL('**/itineraries/create/manual');
  });

  await test.step('create by hand', async () => {
    await page.getByRole('button', { name: 'Create story' }).click();
    await expect(page.getByText('Give it a title.')).toBeVisible();
    await page.getByLabel('Title').fill(title);
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Create story' }).click();
    await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit$/);
    for (const day of [1, 2, 3]) await expect(dayOf(page, day)).toBeVisible();
  });
  const [, id = ''] = /itineraries\/([\da-f-]{36})/.exec(page.url()) ?? [];

  await test.step('six stops, by search and by pin', async () => {
    await addBySearch(page, 1, 'Edinburgh of the Seven Seas');
    await addByPin(page, 1, 'The Settlement Plain', async () => {
      const coordinates = page.getByLabel('Latitude, longitude');
      await coordinates.fill(`${testCoordinates.tristan.latitude}, ${testCoordinates.tristan.longitude}`);
      await coordinates.press('Enter');
    });
    await addByPin(page, 1, 'A landing on the map', async () => {
      const map = await waitForIdleMap(page);
      await map.click({ position: { x: 80, y: 120 } });
    });
    await addByPin(page, 2, 'The middle of nowhere', async () => {
      await waitForIdleMap(page);
      await page.getByRole('button', { name: 'Put the pin in the middle of the map' }).click();
    });
    await addBySearch(page, 2, 'Jamestown');
    await addBySearch(page, 3, 'Georgetown');
    await expect(stopsOf(page.getByRole('main'))).toHaveCount(6);
  });

  await test.step('a picture and words for a stop', async () => {
    await dayOf(page, 1).getByRole('link', { name: 'The Settlement Plain' }).click();
    await choosePhoto(page);
    await page.getByLabel('Highlight').fill('Potatoes behind walls of lava');
    await page.getByRole('button', { name: 'Save stop' }).click();
    await page.waitForURL(/\/edit(#.*)?$/);
  });

  await test.step('reorder with the keyboard, within a day and into the next', async () => {
    const handle = dayOf(page, 1).getByRole('button', { name: 'Move The Settlement Plain' });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('The Settlement Plain is over Day 1, position 2.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('The Settlement Plain is over Day 1, position 1.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(stopsOf(dayOf(page, 1)).first()).toHaveText('The Settlement Plain');
    await expectAllSaved(page);

    await dayOf(page, 1).getByRole('button', { name: 'Menu of A landing on the map' }).click();
    await page.getByRole('menuitem', { name: 'Day 3' }).click();
    await expect(stopsOf(dayOf(page, 3))).toHaveText(['Georgetown', 'A landing on the map']);
    await expectAllSaved(page);
  });

  await test.step('reorder with the mouse, into another day', async () => {
    const from = await dayOf(page, 2).getByRole('button', { name: 'Move Jamestown' }).boundingBox();
    await dayOf(page, 3).scrollIntoViewIfNeeded();
    const handle = dayOf(page, 2).getByRole('button', { name: 'Move Jamestown' });
    await handle.hover();
    await page.mouse.down();
    const target = await dayOf(page, 3).getByRole('button', { name: 'Move Georgetown' }).boundingBox();
    if (!from || !target) throw new Error('A stop is out of sight');
    await page.mouse.move(target.x + 10, target.y, { steps: 12 });
    await expect(page.getByText(/Jamestown is over Day 3/)).toBeAttached();
    await page.mouse.up();
    await expect(dayOf(page, 3).getByRole('link', { name: 'Jamestown' })).toBeVisible();
    await expectAllSaved(page);
  });

  await test.step('what is typed survives a reload', async () => {
    await page.getByLabel('Name of day 1').fill('Ashore at last');
    await expectAllSaved(page);
    await page.reload();
    await expect(page.getByLabel('Name of day 1')).toHaveValue('Ashore at last');
    await expect(stopsOf(dayOf(page, 3))).toHaveCount(3);
    await expect(stopsOf(dayOf(page, 1)).first()).toHaveText('The Settlement Plain');
  });

  await test.step('a deleted stop comes back', async () => {
    await dayOf(page, 2).getByRole('button', { name: 'Menu of The middle of nowhere' }).click();
    await page.getByRole('menuitem', { name: 'Delete stop' }).click();
    await expect(stopsOf(dayOf(page, 2))).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(stopsOf(dayOf(page, 2))).toHaveText(['The middle of nowhere']);
  });

  await test.step('a stranger sees nothing of it yet', async () => {
    await expect(anonymousApi(origin).getItinerary({ params: { id }, query: {} })).rejects.toMatchObject({ status: 404 });
  });

  await test.step('publish with the checklist', async () => {
    await unfoldDetails(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const everyone = page.getByRole('radio', { name: 'Public' });
    await expect(page.getByText('2 of 3')).toBeVisible();
    await choosePhoto(page);
    await expect(page.getByText('3 of 3')).toBeVisible();
    await everyone.click();
    await expectAllSaved(page);
    await expect(everyone).toBeChecked();
  });

  await test.step('the story is on the map for everyone', async () => {
    await expect
      .poll(async () => (await stranger.request.get(`${origin}/api/tiles/stops/12/1907/2492`)).status(), { message: 'the tile is served' })
      .toBeLessThan(300);
    await stranger.goto(homeUrlAround(testCoordinates.tristan, 0.05));
    const card = stranger.getByRole('region', { name: 'Itineraries in view' }).getByRole('link', { name: title });
    await expect(card).toContainText('3 days');
    await waitForIdleMap(stranger);
    await card.click();
    await stranger.locator('article:not([inert])').getByRole('link', { name: 'Read the story' }).click();
    await expect(stranger.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(stranger.getByRole('heading', { name: 'Ashore at last' })).toBeVisible();
  });
});
