import { enterAdmin } from './admin.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';

test('Visitor of an admin page is redirected to the sign-in, and returns to that page', async ({ stranger }) => {
  await enterAdmin(stranger, 'moderator', '/admin/posts');
  await expect(stranger).toHaveURL(/\/admin\/posts/);
  await expect(stranger.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible();
});

test('Admin app refuses a user without a role, who stays signed in on the site', async ({ pageOf, reader }) => {
  const page = await pageOf(reader);
  await page.goto('/admin/accounts');
  await expect(page.getByRole('heading', { name: 'This is not for your account' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Waystory' }).click();
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
});

test('Admin menu hides accounts from moderators, and the accounts page sends no request for them', async ({ pageOf, moderator, admin }) => {
  const resources = async (person: typeof moderator): Promise<string[]> => {
    const page = await pageOf(person);
    await page.goto('/admin/');
    const menu = page.getByRole('navigation', { name: 'Resources' });
    await expect(menu.getByRole('link', { name: 'Itineraries' })).toBeVisible();
    return menu.getByRole('link').allTextContents();
  };
  const [ofModerator, ofAdmin] = [await resources(moderator), await resources(admin)];
  expect(ofAdmin).toEqual(expect.arrayContaining(['Reports', 'Audit log', 'Itineraries', 'Posts', 'Accounts', 'Jobs']));
  expect(ofAdmin.filter((name) => !ofModerator.includes(name))).toContain('Accounts');
  const page = await pageOf(moderator);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/admin/accounts');
  await expect(page.getByText('This page is not for your role')).toBeVisible();
  expect(asked).not.toContain('/api/accounts');
});

test('Single-key shortcuts of the admin app open help and queue, but not while typing or when disabled', async ({ pageOf, moderator }) => {
  const page = await pageOf(moderator);
  await page.goto('/admin/posts');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(help.getByText('Ctrl K')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.getByRole('button', { name: 'Search' }).click();
  const words = page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox');
  await words.pressSequentially('gq?');
  await expect(words).toHaveValue('gq?');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(words).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await page.waitForURL(/\/admin\/queue/);
  await page.getByRole('button', { name: 'Moderator' }).click();
  await page.getByRole('menuitem', { name: 'Keys' }).click();
  await help.getByRole('switch', { name: 'Use single keys' }).uncheck();
  await help.getByRole('button', { name: 'Close' }).click();
  await expect(help).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(words).toBeVisible();
  await expect(help).toHaveCount(0);
});

test('Change in the admin app that answers 403 shows the detail of the problem, and the moderator stays signed in', async ({
  pageOf,
  moderator,
  author,
}) => {
  const story = await createPublicStory(author, 'Refused to be hidden');
  const page = await pageOf(moderator);
  await page.goto(`/admin/itineraries/${story.id}/show`);
  const problem = {
    type: '/problems/auth/forbidden',
    title: 'Not allowed',
    status: 403,
    code: 'auth/forbidden',
    detail: 'You may not do this.',
    traceId: '1',
  };
  await page.route(`**/api/itineraries/${story.id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Why' }).fill('Spam');
  await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText('You may not do this.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /Refused to be hidden/ })).toBeVisible();
});

test('Admin form keeps its input when the sign-in expires, and saves it after a new sign-in', async ({ pageOf, admin, author }) => {
  const story = await createPublicStory(author, 'Half written');
  const page = await pageOf(admin);
  await page.goto(`/admin/itineraries/${story.id}`);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Wholly written');
  const problem = { type: '/problems/auth/expired-token', title: 'Not signed in', status: 401, code: 'auth/expired-token', detail: '', traceId: '1' };
  let isOver = true;
  await page.route(`**/api/itineraries/${story.id}`, (route) => {
    if (!isOver || route.request().method() !== 'PATCH') return route.fallback();
    isOver = false;
    return route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your sign-in has ended' });
  await expect(dialog).toBeVisible();
  await expect(page.locator('input[name=title]')).toHaveValue('Wholly written');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Wholly written/ })).toBeVisible();
  expect((await author.api.getItinerary({ params: { id: story.id } })).title).toBe('Wholly written');
});

test('Admin app shows user text unchanged, and never as markup', async ({ pageOf, moderator, author }) => {
  const hostile = '<img src=x onerror="document.title=`taken`"><a href="javascript:alert(1)">=HYPERLINK("x")</a>';
  const story = await createPublicStory(author, hostile);
  await author.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text: hostile } });
  const page = await pageOf(moderator);
  page.on('dialog', (dialog) => {
    throw new Error(`It ran: ${dialog.message()}`);
  });
  await page.goto(`/admin/itineraries/${story.id}/show`);
  await expect(page.getByText(hostile)).not.toHaveCount(0);
  await expect(page.getByRole('cell', { name: hostile })).toBeVisible();
  await expect(page.locator('a[href^="javascript"], img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toBe('taken');
});
