import { listAt } from './admin.ts';
import { expect, test } from './people.ts';
import { tell, write } from './stories.ts';

test('a story is edited, unless somebody else was there first: then both versions are to choose from', async ({ pageOf, admin, author }) => {
  const story = await tell(author, 'First draft');
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

test('a story is hidden with a reason and restored', async ({ pageOf, moderator, author }) => {
  const story = await tell(author, 'Seen and unseen');
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

test('chosen rows are hidden, and nothing is sent as long as it can be undone', async ({ pageOf, moderator, author }) => {
  const mark = `Undone ${Date.now().toString(36)}`;
  for (const number of [1, 2, 3]) await write(author.api, { title: `${mark} ${number}`, days: [], visibility: 'PUBLIC' });
  const page = await pageOf(moderator);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  const hide = async (): Promise<void> => {
    await page.getByRole('checkbox', { name: /select all/i }).check();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Why' }).fill('Spam');
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('Hidden', { exact: true })).toHaveCount(3);
  };
  await page.goto(listAt('itineraries', { title: { contains: mark } }));
  await expect(page.getByRole('row', { name: new RegExp(mark) })).toHaveCount(3);
  await hide();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Visible', { exact: true })).toHaveCount(3);
  expect(sent).toEqual([]);
  await hide();
  await expect.poll(() => sent.length).toBe(1);
  const { items } = await author.api.listItineraries({ query: { filter: JSON.stringify({ title: { contains: mark } }) } });
  await expect.poll(async () => (await moderator.api.getItinerary({ params: { id: items[0]?.id ?? '' } })).hidden).toBe(true);
});

test('all that match are counted, confirmed by their number, and deleted by a job that outlives the page', async ({ pageOf, moderator, author }) => {
  test.setTimeout(240_000);
  const story = await tell(author, 'With very many comments');
  const many = 220;
  for (let number = 1; number <= many; number += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        author.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text: `Comment ${number + index}` } }),
      ),
    );
  const page = await pageOf(moderator);
  await page.goto('/admin/posts');
  await expect(page.getByRole('button', { name: 'All matching' })).toBeDisabled();
  await page.goto(listAt('posts', { postableId: story.id }));
  await page.getByRole('button', { name: 'All matching' }).click();
  await page.getByRole('menuitem', { name: 'Delete all matching' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete all matching posts' });
  await expect(dialog.getByText(`${many} match`)).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(11);
  const confirm = dialog.getByRole('button', { name: `Delete ${many}` });
  await dialog.getByRole('textbox').fill('219');
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(String(many));
  await confirm.click();
  await expect(dialog.getByText(`of ${many}`)).toBeVisible();
  await page.reload();
  const tray = page.getByRole('region', { name: 'Jobs' });
  await expect(tray.getByText(`Done: ${many} of ${many}`)).toBeVisible();
  await expect.poll(async () => (await author.api.listPosts({ query: { filter: JSON.stringify({ postableId: story.id }) } })).total).toBe(0);
  await tray.getByRole('link', { name: /^Job/ }).click();
  await expect(page.getByRole('main').getByText(`${many} done`).first()).toBeVisible();
  await tray.getByRole('button', { name: 'Put away' }).click();
  await expect(tray).toHaveCount(0);
});
