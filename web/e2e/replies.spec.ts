import type { Locator, Page } from '@playwright/test';
import type { Author } from './author.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';
import { commentsRegion, goToComments, openStory } from './story-page.ts';
import { axeFindings } from './tour.ts';
import { signUp } from './visitor.ts';

/** The comment with this text, including its buttons. */
const comment = (page: Page, text: string): Locator => commentsRegion(page).getByRole('article').filter({ hasText: text });
const replyTo = (page: Page, text: string): Locator => comment(page, text).getByRole('button', { name: /^Reply to/ });
const form = (page: Page): Locator => commentsRegion(page).getByRole('textbox', { name: /^Your reply to/ });
/** Texts of comments and replies in their order, without authors. */
const told = (page: Page): Promise<string[]> => commentsRegion(page).getByRole('article').locator('p.whitespace-pre-line').allTextContents();
const menu = async (page: Page, text: string, item: string): Promise<void> => {
  await comment(page, text)
    .getByRole('button', { name: /^Menu of the comment/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

const write = async ({ api }: Author, postableId: string, text: string, replyToId?: string): Promise<string> =>
  (await api.createPost({ body: { text, postableType: 'itinerary', postableId, ...(replyToId && { replyToId }) } })).id;

async function goToReplies(page: Page, story: { id: string; title: string }): Promise<void> {
  await openStory(page, story);
  await goToComments(page);
  await expect(commentsRegion(page).getByRole('article').first()).toBeVisible();
}

test('Replies of two users form one thread, and are liked, reported, edited, deleted and restored', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Talked over');
  const first = await write(author, story.id, 'Is the hut open?');
  const page = await pageOf(reader);
  await goToReplies(page, story);
  await replyTo(page, 'Is the hut open?').press('Enter');
  await expect(form(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(comment(page, 'Is the hut open?')).toBeFocused();

  await replyTo(page, 'Is the hut open?').click();
  await form(page).fill('From June on');
  await page.route('**/api/posts', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.keyboard.press('Control+Enter');
  await expect(commentsRegion(page).getByText(/Your reply could not be sent/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveValue('From June on');
  await page.keyboard.press('Control+Enter');
  await expect(comment(page, 'From June on')).toBeFocused();
  await expect(form(page)).toHaveCount(0);
  await expect(commentsRegion(page).getByRole('heading', { name: 'Comments 2' })).toBeVisible();

  const other = await pageOf(author);
  await goToReplies(other, story);
  await expect.poll(() => told(other)).toEqual(['Is the hut open?', 'From June on']);
  await replyTo(other, 'From June on').click();
  await expect(form(other)).toHaveValue(`@${reader.userName} `);
  await form(other).pressSequentially('thank you');
  await commentsRegion(other).getByRole('button', { name: 'Send reply' }).click();
  await expect(comment(other, `@${reader.userName} thank you`)).toBeFocused();
  const filter = JSON.stringify({ replyToId: first });
  expect((await author.api.listPosts({ query: { filter } })).total).toBe(2);
  await comment(other, 'From June on').getByRole('button', { name: /^Like/ }).click();
  await expect(comment(other, 'From June on').getByRole('button', { name: /^Like/ })).toHaveText('Like 1');
  await menu(other, 'From June on', 'Report');
  const dialog = other.getByRole('dialog', { name: 'Report this comment' });
  await dialog.getByRole('radio', { name: 'Something else' }).click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(other.getByText('Thank you for the report.', { exact: true })).toBeVisible();

  await page.reload();
  await goToComments(page);
  await expect.poll(() => told(page)).toEqual(['Is the hut open?', 'From June on', `@${reader.userName} thank you`]);
  await menu(page, 'From June on', 'Edit');
  await commentsRegion(page).getByRole('textbox', { name: 'Edit your comment' }).fill('From July on');
  await commentsRegion(page).getByRole('button', { name: 'Save' }).click();
  await expect(commentsRegion(page).getByRole('textbox', { name: 'Edit your comment' })).toHaveCount(0);
  await menu(page, 'From July on', 'Delete');
  await expect(comment(page, 'From July on')).toHaveCount(0);
  await expect(comment(page, 'Is the hut open?')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(comment(page, 'From July on')).toHaveCount(1);
  await menu(page, 'From July on', 'Delete');
  await expect.poll(async () => (await reader.api.listPosts({ query: { filter } })).total, { timeout: 15_000 }).toBe(1);
});

test('Deleted comment with replies is replaced by a placeholder, and its replies stay', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Half a talk');
  const first = await write(reader, story.id, 'I take it back');
  await write(author, story.id, 'You should not', first);
  const page = await pageOf(reader);
  await goToReplies(page, story);
  await menu(page, 'I take it back', 'Delete');
  await expect(commentsRegion(page).getByText('Comment removed', { exact: true })).toBeVisible();
  await expect.poll(() => told(page)).toEqual(['You should not']);
  await expect.poll(async () => (await reader.api.listPosts({ query: { ids: [first] } })).total, { timeout: 15_000 }).toBe(0);
  const other = await pageOf(author);
  await goToReplies(other, story);
  await expect(commentsRegion(other).getByText('Comment removed', { exact: true })).toBeVisible();
  await expect.poll(() => told(other)).toEqual(['You should not']);
});

test.describe('At 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a thread of 8 replies is collapsed, does not overflow the window, and expands with the focus on the first hidden reply', async ({
    author,
    reader,
    page,
  }) => {
    const story = await createPublicStory(author, 'A long talk');
    const long = `Donaudampfschifffahrtsgesellschaft${'skapitän'.repeat(9)}`;
    const first = await write(reader, story.id, `${long} asks: who has been there in winter, and is the path to the hut cleared then?`);
    for (let number = 1; number <= 8; number++) await write(number % 2 ? author : reader, story.id, `Answer number ${number}. ${long}`, first);
    await write(reader, story.id, 'A later comment');
    await expect.poll(async () => (await author.api.listPosts({ query: { filter: JSON.stringify({ postableId: story.id }) } })).total).toBe(10);
    await goToReplies(page, story);
    await expect(commentsRegion(page).getByRole('article')).toHaveCount(5);
    await expect(commentsRegion(page).getByRole('heading', { name: 'Comments 10' })).toBeVisible();
    await page.screenshot({ path: 'web/e2e/out/screens/replies-360.png' });
    await commentsRegion(page).getByRole('button', { name: 'Show 5 more replies' }).click();
    await expect(commentsRegion(page).getByRole('article')).toHaveCount(10);
    await expect(comment(page, 'Answer number 4')).toBeFocused();
    await replyTo(page, 'Answer number 8').click();
    await expect(form(page)).toBeFocused();
    await page.screenshot({ path: 'web/e2e/out/screens/reply-form-360.png' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await axeFindings(page, 'replies')).toEqual([]);
  });
});

test.describe('Visitor', () => {
  // Expected, because the app requests the account before it exists.
  test.use({ expectedErrors: /404 .*\/api\/accounts\/me/ });

  test('who signs up to reply returns to an open reply form with the focus', async ({ author, stranger }) => {
    const story = await createPublicStory(author, 'Asked to everybody');
    const first = await write(author, story.id, 'Who knows the way?');
    await goToReplies(stranger, story);
    await replyTo(stranger, 'Who knows the way?').click();
    await stranger.getByRole('dialog', { name: 'Join the conversation' }).getByRole('button', { name: 'Sign Up', exact: true }).click();
    await stranger.waitForURL(/\/idp\/interaction\//);
    await signUp(stranger, 'replier');
    await expect(form(stranger)).toBeFocused();
    await expect(form(stranger)).toBeInViewport();
    await stranger.keyboard.type('I do');
    await stranger.keyboard.press('Control+Enter');
    await expect(comment(stranger, 'I do')).toBeFocused();
    const filter = JSON.stringify({ replyToId: first });
    await expect.poll(async () => (await author.api.listPosts({ query: { filter } })).items.map(({ text }) => text)).toEqual(['I do']);
  });
});

test('Escape in the comments of a reel keeps a reply with text, then closes the empty reply, then the comments', async ({
  author,
  reader,
  pageOf,
}) => {
  const story = await createPublicStory(author, 'A reel with an answer');
  await write(author, story.id, 'Ask me anything');
  const page = await pageOf(reader);
  await page.goto(`/itineraries/reels/${story.id}`);
  await page.locator('[data-reel="0"]').getByRole('button', { name: 'Comments' }).click();
  await replyTo(page, 'Ask me anything').click();
  await form(page).fill('How deep is it?');
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveValue('How deep is it?');
  await form(page).fill('');
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
