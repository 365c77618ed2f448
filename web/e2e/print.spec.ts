import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { openStory } from './story-page.ts';

/** Towns with their coordinates; the story has one day per town. */
const towns = [
  ['Lisbon', 38.71, -9.14],
  ['Sintra', 38.8, -9.39],
  ['Coimbra', 40.21, -8.43],
  ['Porto', 41.15, -8.61],
  ['Braga', 41.55, -8.42],
  ['Évora', 38.57, -7.91],
  ['Faro', 37.02, -7.93],
] as const;
const sights = ['The cathedral', 'The old market', 'A view over the roofs', 'Dinner by the water'];
const telling =
  'Come before nine, when the square is still wet from the hoses and the first bakery opens its shutters. The way up is steep but short, and a bench half-way looks over all of the old town; take the small street on the left down again.';
const mostPages = 6;

const pagesOf = async (page: Page, format: 'A4' | 'Letter'): Promise<number> =>
  (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('Story of 28 stops prints with route, pictures and addresses on at most six pages', async ({ author: { api, userName }, page }) => {
  const title = 'All of Portugal in a week';
  const { id } = await api.createItinerary({ body: { title, visibility: 'UNLISTED', imageUrl: '/flags/PT.svg', shortDescription: telling } });
  for (const [town, latitude, longitude] of towns) {
    const day = await api.addDay({ params: { itineraryId: id }, body: { title: `A day in ${town}` } });
    for (const [index, sight] of sights.entries()) {
      const coordinates = { latitude: latitude + index * 0.004, longitude: longitude + index * 0.006 };
      const body = { title: `${sight} of ${town}`, dayIds: [day.id], coordinates, placeName: town, description: telling, imageUrl: '/flags/PT.svg' };
      await api.addStop({ params: { itineraryId: id }, body });
    }
  }
  await openStory(page, { id, title });
  await test.step('by its button and by keys, when its pictures are there', async () => {
    await page.evaluate(() => {
      window.print = () => {
        document.title = `${document.title} printed`;
      };
    });
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page).toHaveTitle(/printed$/);
    await page.keyboard.press('ControlOrMeta+p');
    await expect(page).toHaveTitle(/printed printed$/);
  });
  await test.step('as it looks', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const paper = page.locator('.story-paper');
    const map = page.getByRole('img', { name: 'Map of the story' });
    await expect(page.getByRole('img', { name: /^Map of Day/ })).toHaveCount(towns.length);
    await expect(map).toBeVisible();
    // At country scale the stops of a day merge into one label.
    await expect(map.getByText('1–4')).toHaveCount(towns.length);
    await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(towns.length * sights.length);
    const pictures = paper.locator('figure img');
    await expect(pictures).toHaveCount(1 + towns.length * sights.length);
    expect(await pictures.evaluateAll((all) => all.every((picture) => picture instanceof HTMLImageElement && picture.complete))).toBe(true);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(paper.getByText(`Story by @${userName}`)).toBeVisible();
    await expect(page.getByRole('link', { name: `/itineraries/${id}` })).toHaveAttribute('href', page.url());
    await expect(paper.getByText('Come before nine').first()).toHaveCSS('color', 'rgb(27, 36, 54)');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  });
  await page.emulateMedia({ media: null });
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await pagesOf(page, format);
    expect(pages, format).toBeGreaterThan(1);
    expect(pages, format).toBeLessThanOrEqual(mostPages);
  }
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
});
