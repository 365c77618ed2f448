import { readFile } from 'node:fs/promises';
import { adminListPath } from './admin.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';

test('Admin search finds a story by its title and by its id', async ({ pageOf, moderator, author }) => {
  const story = await createPublicStory(author, `Needle ${Date.now().toString(36)}`);
  const page = await pageOf(moderator);
  await page.goto('/admin/posts');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('searchbox').fill(story.title);
  await expect(dialog.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(story.title);
  await page.getByRole('button', { name: 'Search' }).click();
  await dialog.getByRole('searchbox').fill(story.id);
  await expect(dialog.getByRole('link', { name: story.title })).toHaveAttribute('href', `/admin/itineraries/${story.id}/show`);
  await dialog.getByRole('searchbox').fill('zzyxqqvk');
  await expect(dialog.getByText(/Nothing was found for/)).toBeVisible();
});

test('Admin search finds a hidden comment by a word of its text, and shows its kind', async ({ pageOf, moderator, author }) => {
  const word = `quandary${Date.now().toString(36)}`;
  const story = await createPublicStory(author, 'Much debated');
  const text = `A <b>${word}</b> of a trip`;
  const { id } = await author.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text } });
  await moderator.api.patchPost({ params: { id }, body: { hidden: true, reason: 'Rude' } });
  const page = await pageOf(moderator);
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const hit = dialog.getByRole('link', { name: text });
  // The page is opened again, because comments are indexed after a second and the page does not repeat a search.
  await expect(async () => {
    await page.goto('/admin/posts');
    await page.getByRole('button', { name: 'Search' }).click();
    await dialog.getByRole('searchbox').fill(word);
    await expect(hit).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(hit).toContainText('Post');
  await hit.click();
  await page.waitForURL(`**/admin/posts/${id}/show`);
});

test('CSV export contains the filtered records, with an apostrophe before formulas', async ({ pageOf, moderator, author }) => {
  const story = await createPublicStory(author, 'Much said');
  for (const text of ['=HYPERLINK("https://bad.example")', 'Two\nlines, "quoted"'])
    await author.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text } });
  const page = await pageOf(moderator);
  await page.goto(adminListPath('posts', { postableId: story.id }));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^posts-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(`"'=HYPERLINK(""https://bad.example"")"`);
  expect(csv).toContain('"Two\nlines, ""quoted"""');
  expect(csv.match(new RegExp(story.id, 'g'))?.length).toBeGreaterThanOrEqual(2);
});
