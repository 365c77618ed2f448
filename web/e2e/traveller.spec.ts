import type { Locator, Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { choosePhoto } from './choose-photo.ts';
import { dayOf, expectAllSaved, stopsOf, unfoldDetails } from './editor.ts';
import { waitForIdleMap } from './maps.ts';

/** Largest number of clicks for planning a trip of three days, and longest duration, milliseconds. */
const mostClicks = 90;
const mostMs = 240_000;
const title = `Maple lanterns ${Date.now().toString(36)}`;
const trip: readonly (readonly string[])[] = [
  ['Kyoto Station', 'Fushimi Inari', 'Tofuku-ji', 'Gion'],
  ['Nijo castle', 'Pontocho', 'Nishiki Market', 'Kyoto Imperial Palace'],
  ['Saga-Arashiyama', 'Kinkaku-ji'],
];

/** Counts all pointer presses on a page; returns a function that reads the number. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() =>
    addEventListener('pointerdown', () => void (window as unknown as { countClick: () => void }).countClick(), { capture: true }),
  ); // as: set above
  return async () => clicks;
}

async function addPlaces(page: Page, day: Locator, names: readonly string[]): Promise<void> {
  const field = day.getByRole('combobox', { name: /Add a place/ });
  await field.click();
  for (const [index, name] of names.entries()) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    await expect(stopsOf(day)).toHaveCount(index + 1);
  }
}

test('Trip of three days is written and published by mouse within 90 clicks and 240 seconds, found and printed', async ({ page }) => {
  test.setTimeout(mostMs * 2);
  const clicks = await countClicks(page);
  const begun = Date.now();

  await test.step('begin', async () => {
    await page.goto('/itineraries/create/manual');
    await page.getByLabel('Title').fill(title);
    await page.getByRole('button', { name: 'Create story' }).click();
    await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit$/);
  });
  const path = new URL(page.url()).pathname.replace(/\/edit$/, '');

  await test.step('ten places by their names', async () => {
    for (const [index, names] of trip.entries()) await addPlaces(page, dayOf(page, index + 1), names);
    await expect(dayOf(page, 1).getByText(/4 stops/)).toBeVisible();
  });

  await test.step('the shorter way of the second day', async () => {
    await waitForIdleMap(page);
    await page.getByRole('button', { name: 'Menu of day 2' }).click();
    await page.getByRole('menuitem', { name: 'Find the shortest route' }).click();
    await page.getByRole('button', { name: 'Take this order' }).click();
    await expect(page.getByText(/Day 2: .* instead of .*, as the crow flies/).first()).toBeVisible();
  });

  await test.step('times and a picture of a stop, a cover', async () => {
    await stopsOf(dayOf(page, 1)).first().click();
    await page.getByLabel('Starts at').fill('08:00');
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Save stop' }).click();
    await page.waitForURL(/\/edit(#.*)?$/);
    await unfoldDetails(page);
    await choosePhoto(page);
    await expectAllSaved(page);
  });

  await test.step('published, and on the map from there', async () => {
    await page.getByRole('radio', { name: 'Public' }).click();
    await expectAllSaved(page);
    await expect(page.getByText('It is live: everyone can find it now.')).toBeVisible();
    await page.getByRole('link', { name: 'See it on the map' }).click();
    await page.waitForURL(/previewItineraryId=/);
  });

  await test.step('found by two words with a slip each', async () => {
    await page.goto('/search');
    const field = page.getByRole('searchbox', { name: 'Search stories, places and people' });
    await expect(async () => {
      await field.fill('');
      await field.fill('mapel lantrens');
      await expect(page.locator('[data-result]').first()).toContainText(title, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
  });

  expect(Date.now() - begun).toBeLessThan(mostMs);
  expect(await clicks()).toBeLessThanOrEqual(mostClicks);

  await test.step('printed on few pages, without buttons', async () => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { name: 'Kyoto Station' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeLessThanOrEqual(6);
  });
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, thing: Locator): Promise<void> {
  await thing.waitFor();
  for (let presses = 0; presses < 250; presses++) {
    if (await thing.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No number of tabs leads to ${thing}`);
}

test('Trip of one day is written, reordered, illustrated and published by keyboard alone', async ({ page }) => {
  test.setTimeout(mostMs * 2);
  const press = async (thing: Locator): Promise<void> => {
    await tabTo(page, thing);
    await page.keyboard.press('Enter');
  };
  await page.goto('/itineraries/create/manual');
  await tabTo(page, page.getByLabel('Title'));
  await page.keyboard.type(`Granite and tiles ${Date.now().toString(36)}`);
  await press(page.getByRole('button', { name: 'Create story' }));
  await page.waitForURL(/\/itineraries\/[\da-f-]{36}\/edit$/);

  const day = dayOf(page, 1);
  const field = day.getByRole('combobox', { name: /Add a place/ });
  await tabTo(page, field);
  for (const [index, name] of ['Livraria Lello', 'Torre dos Clerigos', 'Mercado do Bolhao'].entries()) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect(stopsOf(day)).toHaveCount(index + 1);
    await expect(field).toBeFocused();
  }

  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(day.getByRole('button', { name: 'Menu of Mercado do Bolhão' })).toBeFocused();
  for (let back = 0; back < 2; back++) await page.keyboard.press('Shift+Tab');
  const handle = day.getByRole('button', { name: 'Move Mercado do Bolhão' });
  await expect(handle).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText(/Mercado do Bolhão is over Day 1, position 3/)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/Mercado do Bolhão is over Day 1, position 2/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(stopsOf(day)).toHaveText(['Livraria Lello', 'Mercado do Bolhão', 'Torre dos Clérigos']);
  await expectAllSaved(page);
  await page.keyboard.press('Control+z');
  await expect(stopsOf(day)).toHaveText(['Livraria Lello', 'Torre dos Clérigos', 'Mercado do Bolhão']);
  await expectAllSaved(page);

  await page.reload();
  await press(page.getByRole('button', { name: 'Cover, description, countries, highlights' }));
  await press(page.getByRole('button', { name: 'Add a picture' }));
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await tabTo(page, dialog.getByRole('radio').first());
  await page.keyboard.press('ArrowRight');
  await press(dialog.getByRole('button', { name: 'Use this picture' }));
  await expect(dialog).toBeHidden();
  await expectAllSaved(page);

  await tabTo(page, page.getByRole('radio', { name: 'Private' }));
  // The key is held for 120 ms, as by a human, because the radio group reacts while it is held.
  for (const name of ['Unlisted', 'Public']) {
    await page.keyboard.press('ArrowDown', { delay: 120 });
    await expect(page.getByRole('radio', { name })).toBeChecked();
  }
  await expectAllSaved(page);
  await press(page.getByRole('link', { name: 'See it on the map' }));
  await page.waitForURL(/previewItineraryId=/);
});
