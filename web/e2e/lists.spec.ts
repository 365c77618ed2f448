import type { Page } from '@playwright/test';
import { signUpAuthor } from './author.ts';
import { homeUrlAround } from './maps.ts';
import { expect, test } from './people.ts';
import { createPublicStory, randomCoordinates } from './stories.ts';
import { openStory } from './story-page.ts';

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Saved items and lists' });
const choice = (page: Page, name: string) => menu(page).getByRole('checkbox', { name, exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const onIt = (page: Page) => page.getByRole('region', { name: 'On this list' });

test('List of saved items is created, edited, and has its entries removed and restored by mouse', async ({ browser, origin, author, pageOf }) => {
  const keeper = await signUpAuthor(browser, origin, 'keeper');
  const story = await createPublicStory(author, 'Worth a list');
  const page = await pageOf(keeper);
  await openStory(page, story);
  await button(page, 'Save').click();
  await button(page, 'Saved').click();
  await menu(page).getByRole('textbox', { name: 'Name of a new list' }).fill('Islands');
  await menu(page).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Added to “Islands”.', { exact: true })).toBeVisible();
  await expect(choice(page, 'Islands')).toBeChecked();

  await page.goto(`/itineraries/${story.id}/stops/${story.stopIds[1]}`);
  await button(page, 'Save').click();
  await button(page, 'Saved').click();
  await choice(page, 'Islands').click();
  await expect(page.getByText('Added to “Islands”.', { exact: true })).toBeVisible();
  await undo(page).click();
  await expect.poll(async () => (await keeper.api.listCollectionEntries({})).total).toBe(1);
  await expect(choice(page, 'Islands')).not.toBeChecked();
  await choice(page, 'Islands').click();
  await expect.poll(async () => (await keeper.api.listCollectionEntries({})).total).toBe(2);

  await page.goto('/my-itineraries');
  await page.getByRole('tab', { name: /Saved/ }).click();
  const shelf = page.getByRole('region', { name: 'Lists' });
  await expect(shelf.getByText('2 items')).toBeVisible();
  await page.screenshot({ path: 'web/e2e/out/screens/lists.png', fullPage: true });
  await shelf.getByRole('link', { name: 'Islands' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Islands' })).toBeAttached();
  await page.getByRole('textbox', { name: 'Note about Second landing' }).fill('Only at low tide');
  await page.getByRole('textbox', { name: 'Name of the list' }).fill('Far islands');
  await page.getByRole('textbox', { name: 'Note about the list' }).fill('With the ship of May');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await keeper.api.listCollections({})).items[0])
    .toMatchObject({ title: 'Far islands', note: 'With the ship of May' });
  await page.screenshot({ path: 'web/e2e/out/screens/list.png', fullPage: true });

  await page.getByRole('button', { name: 'Remove Second landing from the list' }).click();
  await expect(onIt(page).getByRole('link', { name: 'Second landing' })).toHaveCount(0);
  await undo(page).click();
  await expect(page.getByRole('textbox', { name: 'Note about Second landing' })).toHaveValue('Only at low tide');
  await page.getByRole('button', { name: 'Remove Worth a list from the list' }).click();
  await expect.poll(async () => (await keeper.api.listCollectionEntries({})).total, { timeout: 15_000 }).toBe(1);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Note about Second landing' })).toHaveValue('Only at low tide');
  await expect(onIt(page).getByRole('link', { name: 'Worth a list' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete list' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/my-itineraries#saved$/);
  await expect(page.getByRole('region', { name: 'Stories' }).getByRole('link', { name: 'Worth a list' })).toBeVisible();
  expect((await keeper.api.listCollections({})).total).toBe(0);
  // Removal from the list does not remove the saved story or stop.
  expect([(await keeper.api.listSavedItineraries({})).total, (await keeper.api.listSavedStops({})).total]).toEqual([1, 1]);
});

test('List of saved items is created, edited, and has its entries removed and restored by keyboard', async ({ browser, origin, author, pageOf }) => {
  const keeper = await signUpAuthor(browser, origin, 'typist');
  await keeper.api.createCollection({ body: { title: 'Rainy days' } });
  const story = await createPublicStory(author, 'Worth a key');
  const page = await pageOf(keeper);
  await openStory(page, story);
  await button(page, 'Save').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Saved')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Saved')).toBeFocused();
  await expect(choice(page, 'Rainy days')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(choice(page, 'Rainy days')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Sunny days');
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Sunny days')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(button(page, 'Saved')).toBeFocused();

  const { items } = await keeper.api.listCollections({ query: { sort: 'title ASC' } });
  expect(items.map(({ title, entriesCount }) => [title, entriesCount])).toEqual([
    ['Rainy days', 1],
    ['Sunny days', 1],
  ]);
  await page.goto(`/lists/${items[0]?.id}`);
  await page.getByRole('textbox', { name: 'Note about Worth a key' }).focus();
  await page.keyboard.type('Bring boots');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Remove Worth a key from the list' })).toBeFocused();
  await expect.poll(async () => (await keeper.api.listCollectionEntries({})).items.map(({ note }) => note).toSorted()).toEqual(['Bring boots', null]);
  await page.keyboard.press('Enter');
  await expect(onIt(page)).toBeFocused();
  await expect(onIt(page).getByRole('heading', { name: 'Nothing on this list yet' })).toBeVisible();
  await page.keyboard.press('F8');
  await undo(page).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note about Worth a key' })).toHaveValue('Bring boots');
});

test('Reel and place sheet add a story and a stop to a list', async ({ author, reader, pageOf }) => {
  const at = randomCoordinates();
  const story = await createPublicStory(author, 'Seen in passing', at);
  const title = `In passing ${story.id}`;
  await reader.api.createCollection({ body: { title } });
  const page = await pageOf(reader);
  await page.goto(`/itineraries/reels/${story.id}`);
  const reel = page.locator('[data-reel="0"]');
  await reel.getByRole('button', { name: 'Save', exact: true }).click();
  await reel.getByRole('button', { name: 'Saved', exact: true }).click();
  await choice(page, title).click();
  await expect(page.getByText(`Added to “${title}”.`, { exact: true })).toBeVisible();
  // Keys belong to the list menu and do not change the reel.
  await menu(page).getByRole('textbox', { name: 'Name of a new list' }).focus();
  await page.keyboard.type('jk');
  await page.keyboard.press('ArrowDown');
  await expect(reel).not.toHaveAttribute('inert');
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();

  await page.goto(homeUrlAround(at, 0.3));
  await page.getByRole('button', { name: 'Show the stops of Seen in passing on the map' }).click();
  await page
    .getByRole('region', { name: 'Stops on the map' })
    .getByRole('button', { name: /First landing/ })
    .click();
  const sheet = page.getByRole('dialog').filter({ hasText: 'About this location' });
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await sheet.getByRole('button', { name: 'Saved', exact: true }).click();
  await choice(page, title).click();
  const { items } = await reader.api.listCollections({ query: { filter: JSON.stringify({ title }) } });
  await expect.poll(async () => (await reader.api.getCollection({ params: { id: items[0]?.id ?? '' } })).entriesCount).toBe(2);
});

test('List does not show or count a story that became private', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Soon withdrawn');
  const { id } = await reader.api.createCollection({ body: { title: 'Withdrawn' } });
  await expect(() => reader.api.addCollectionEntry({ params: { id }, body: { kind: 'itinerary', targetId: story.id } })).toPass();
  await author.api.patchItinerary({ params: { id: story.id }, body: { visibility: 'PRIVATE' } });
  await expect.poll(async () => (await reader.api.getCollection({ params: { id } })).entriesCount).toBe(0);
  const page = await pageOf(reader);
  await page.goto(`/lists/${id}`);
  await expect(page.getByRole('heading', { name: 'Nothing on this list yet' })).toBeVisible();
});

test.describe('Missing list', () => {
  test.use({ expectedErrors: /404/ });
  test('and a list of another user show "List not found"', async ({ author, reader, pageOf }) => {
    const { id } = await author.api.createCollection({ body: { title: 'Not yours' } });
    const page = await pageOf(reader);
    for (const address of [id, '019a0000-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/lists/${address}`);
      await expect(page.getByRole('heading', { level: 1, name: 'List not found' })).toBeVisible();
    }
  });
});
