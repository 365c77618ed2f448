import { adminListPath } from './admin.ts';
import { expect, test } from './people.ts';
import { createPublicStory, createStory } from './stories.ts';

test('Edit conflict in the admin app shows both versions, and the chosen version overwrites only the edited fields', async ({
  pageOf,
  admin,
  author,
}) => {
  const story = await createPublicStory(author, 'First draft');
  const page = await pageOf(admin);
  await page.goto(`/admin/itineraries/${story.id}`);
  await page.getByRole('textbox', { name: 'Title' }).fill('Title of the administrator');
  await author.api.patchItinerary({ params: { id: story.id }, body: { title: 'Title of the author', description: 'Of the author.' } });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(dialog.getByRole('cell', { name: 'Title of the author' })).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Title of the administrator' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Title of the administrator');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Write mine over it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Title of the administrator/ })).toBeVisible();
  const written = await author.api.getItinerary({ params: { id: story.id } });
  expect([written.title, written.description]).toEqual(['Title of the administrator', 'Of the author.']);
});

test('Admin app hides and restores a story only with a reason', async ({ pageOf, moderator, author }) => {
  const story = await createPublicStory(author, 'Seen and unseen');
  const page = await pageOf(moderator);
  await page.goto(`/admin/itineraries/${story.id}/show`);
  for (const [verb, state] of [
    ['Hide', 'Hidden'],
    ['Restore', 'Visible'],
  ] as const) {
    await page.getByRole('button', { name: verb }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: verb })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Why' }).fill('It sells watches.');
    await dialog.getByRole('button', { name: verb }).click();
    await expect(page.getByRole('main').getByText(state, { exact: true })).toBeVisible();
  }
});

test('Bulk hiding in the admin app sends one request after the undo time, and none when undone', async ({ pageOf, moderator, author }) => {
  const mark = `Undone ${Date.now().toString(36)}`;
  const many = 20;
  for (let number = 1; number <= many; number++) await createStory(author.api, { title: `${mark} ${number}`, days: [], visibility: 'PUBLIC' });
  const page = await pageOf(moderator);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  const hide = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: /select all/i }).check();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Why' }).fill('Spam');
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Hidden', { exact: true })).toHaveCount(many);
  };
  await page.goto(adminListPath('itineraries', { title: { contains: mark } }));
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toHaveCount(many);
  await hide();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Visible', { exact: true })).toHaveCount(many);
  expect(sent).toEqual([]);
  await hide();
  await expect.poll(() => sent.length).toBe(1);
  const filter = JSON.stringify({ title: { contains: mark }, hidden: true });
  await expect.poll(async () => (await moderator.api.listItineraries({ query: { filter } })).total).toBe(many);
});
