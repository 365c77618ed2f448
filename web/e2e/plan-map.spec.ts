import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { dayOf, expectAllSaved, stopsOf } from './editor.ts';
import { waitForIdleMap } from './maps.ts';
import { createStory } from './stories.ts';

const kyoto = { latitude: 34.99, longitude: 135.76 };
const phone = { width: 360, height: 780 };

/** Clicks the map of the plan at a point given as fractions of its width and height. */
async function clickOnMap(page: Page, share: { x: number; y: number }): Promise<void> {
  const map = await waitForIdleMap(page);
  const box = await map.boundingBox();
  if (!box) throw new Error('There is no map');
  await map.click({ position: { x: box.width * share.x, y: box.height * share.y } });
}

test('Focus on a stop of the plan labels it on the map, and Enter on a marker focuses its row', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'Two views of one plan', days: [['First', 'Second'], ['Third']], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  const map = await waitForIdleMap(page);
  await stopsOf(dayOf(page, 1)).nth(1).focus();
  await expect(map.getByText('Second', { exact: true })).toBeVisible();
  // The map has moved to the first day, so the whole story is shown again.
  await page.getByRole('button', { name: 'Show the whole story' }).click();
  await waitForIdleMap(page);
  const list = map.getByRole('listbox', { name: 'Stops on the map, one by one' });
  await list.focus();
  await page.keyboard.press('End');
  await expect(map.getByText('Third', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(stopsOf(dayOf(page, 2)).first()).toBeFocused();
});

test('Click on the map and a typed name add a stop to the day with the focus', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'By pointing', days: [['First', 'Second'], []], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  await waitForIdleMap(page);
  await page.getByLabel('Name of day 2').focus();
  await clickOnMap(page, { x: 0.85, y: 0.7 });
  const card = page.getByRole('form', { name: 'Add a stop from the map' });
  await expect(card.getByText(/Kyoto/)).toBeVisible();
  await expect(card.getByRole('combobox', { name: 'Day' })).toHaveText('Day 2');
  await page.keyboard.type('A quiet corner');
  await page.keyboard.press('Enter');
  await expect(card).toBeHidden();
  await expect(stopsOf(dayOf(page, 2))).toHaveText(['A quiet corner']);
});

test('Unknown place name becomes a stop whose pin is moved with the arrow keys', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'By name of my own', days: [['First']], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  await waitForIdleMap(page);
  const field = dayOf(page, 1).getByRole('combobox');
  await field.fill('The bench where we met');
  await page.getByRole('button', { name: 'Add “The bench where we met” as I wrote it' }).click();
  const card = page.getByRole('form', { name: 'Add a stop from the map' });
  await expect(card.getByLabel('Name of the stop')).toHaveValue('The bench where we met');
  await page.locator('[data-pin]').focus();
  await page.keyboard.press('ArrowUp');
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(stopsOf(dayOf(page, 1))).toHaveText(['First', 'The bench where we met']);
});

test('Pasted list adds stops in order, and an unknown line can be marked on the map', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'From my notes', days: [['First']], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  await waitForIdleMap(page);
  const day = dayOf(page, 1);
  const field = day.getByRole('combobox');
  await field.focus();
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '- Kyoto Station\n- qzxv wobble\n- 14:30 Gion');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(stopsOf(day)).toHaveText(['First', 'Kyoto Station', 'Gion']);
  await expect(day.getByText('“qzxv wobble” was not found.')).toBeVisible();
  await day.getByRole('button', { name: 'Mark it on the map' }).click();
  await expect(page.getByRole('form', { name: 'Add a stop from the map' }).getByLabel('Name of the stop')).toHaveValue('qzxv wobble');
});

test('Several selected stops are moved together, and undone by a button or Ctrl+Z', async ({ author, page }) => {
  const { id } = await createStory(author.api, { title: 'Too full a day', days: [['One', 'Two', 'Three'], []], at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  const [first, second] = [dayOf(page, 1), dayOf(page, 2)];
  await first.getByRole('button', { name: 'Menu of Three' }).click();
  await page.getByRole('menuitem', { name: 'Select several' }).click();
  await first.getByRole('checkbox', { name: 'Select One' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  const toSecond = async (): Promise<void> => {
    await page.getByRole('toolbar', { name: 'Actions for the selected stops' }).getByRole('button', { name: 'Move to…' }).click();
    await page.getByRole('menuitem', { name: 'Day 2' }).click();
  };
  await toSecond();
  await expect(stopsOf(second)).toHaveText(['One', 'Three']);
  await expectAllSaved(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(stopsOf(first)).toHaveText(['One', 'Two', 'Three']);
  await expectAllSaved(page);
  await first.getByRole('button', { name: 'Menu of Two' }).click();
  await page.getByRole('menuitem', { name: 'Day 2' }).click();
  await expect(stopsOf(second)).toHaveText(['Two']);
  await page.keyboard.press('Control+z');
  await expect(stopsOf(first)).toHaveText(['One', 'Two', 'Three']);
  await expectAllSaved(page);
});

test('shorter order of a day can be declined, applied and undone', async ({ author, page }) => {
  const story = await createStory(author.api, { title: 'There and back', days: [['One', 'Two', 'Three', 'Four']], at: kyoto });
  const [one = '', two = '', three = '', four = ''] = story.stopIds;
  await author.api.patchDay({ params: { itineraryId: story.id, id: story.dayIds[0] ?? '' }, body: { stopIds: [one, three, two, four] } });
  await page.goto(`/itineraries/${story.id}/edit`);
  await waitForIdleMap(page);
  const day = dayOf(page, 1);
  const propose = async (): Promise<void> => {
    await day.getByRole('button', { name: 'Menu of day 1' }).click();
    await page.getByRole('menuitem', { name: 'Find the shortest route' }).click();
  };
  const card = page.getByRole('region', { name: 'A shorter route for day 1' });
  await propose();
  await card.getByRole('button', { name: 'Keep the current order' }).click();
  await expect(card).toBeHidden();
  await expect(stopsOf(day)).toHaveText(['One', 'Three', 'Two', 'Four']);
  await propose();
  await card.getByRole('button', { name: 'Take this order' }).click();
  await expect(stopsOf(day)).toHaveText(['One', 'Two', 'Three', 'Four']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(stopsOf(day)).toHaveText(['One', 'Three', 'Two', 'Four']);
});

test('Stop dragged on the map gets new coordinates, and undo restores them', async ({ author, page }) => {
  const story = await createStory(author.api, { title: 'Not quite there', days: [['Here', 'There']], at: kyoto });
  const params = { itineraryId: story.id, id: story.stopIds[0] ?? '' };
  const where = async () => (await author.api.getItineraryStop({ params })).coordinates;
  const before = await where();
  await page.goto(`/itineraries/${story.id}/edit`);
  const map = await waitForIdleMap(page);
  // The route of the day is horizontal, with the first stop at the left.
  const box = await map.boundingBox();
  if (!box) throw new Error('There is no map');
  const [x, y] = await stopOnMap(page, box);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 60, { steps: 5 });
  await page.mouse.move(x + 20, y + 120, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText('“Here” was moved.', { exact: true })).toBeVisible();
  expect((await where()).latitude).toBeLessThan(before.latitude);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(where).toEqual(before);
});

/** Screen position of the first stop, searched from the left along the horizontal centre line of the map. */
async function stopOnMap(page: Page, box: { x: number; y: number; width: number; height: number }): Promise<[number, number]> {
  const y = box.y + box.height / 2;
  for (let x = box.x + 8; x < box.x + box.width; x += 6) {
    await page.mouse.move(x, y);
    const cursor = await page.evaluate(
      () =>
        new Promise<string>((seen) =>
          requestAnimationFrame(() => requestAnimationFrame(() => seen(document.querySelector<HTMLElement>('.map-view canvas')?.style.cursor ?? ''))),
        ),
    );
    if (cursor === 'pointer') return [x + 6, y];
  }
  throw new Error('No stop is on the map');
}

test('On a phone the map covers the plan, which keeps its scroll position', async ({ author, page }) => {
  await page.setViewportSize(phone);
  const days = Array.from({ length: 5 }, (_, day) => [`Stop ${day * 2 + 1}`, `Stop ${day * 2 + 2}`]);
  const { id } = await createStory(author.api, { title: 'In the pocket', days, at: kyoto });
  await page.goto(`/itineraries/${id}/edit`);
  await stopsOf(dayOf(page, 4)).first().scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await waitForIdleMap(page);
  await expect(page.getByRole('region', { name: 'Map of the plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Map of the plan' })).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(place);
});
