import type { Locator, Page } from '@playwright/test';
import { signUpAuthor } from './author.ts';
import { homeUrlAround } from './maps.ts';
import { expect, test } from './people.ts';
import { createPublicStory, randomCoordinates } from './stories.ts';
import { commentsRegion, goToComments, openStory } from './story-page.ts';

const like = (page: Page) => page.getByRole('group', { name: 'Your reaction to this story' }).getByRole('button', { name: /^Like/ });
const dislike = (page: Page) => page.getByRole('group', { name: 'Your reaction to this story' }).getByRole('button', { name: 'Dislike' });
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Saved', exact: true });
/** Number in a statistics list, found by its label in the singular. */
const countOf = (scope: Page | Locator, word: string): Locator =>
  scope
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${word}s?`) })
    .locator('dd');

test('Story page shows a login prompt to visitors for like, save, follow and comment', async ({ author, stranger }) => {
  const story = await createPublicStory(author, 'Open to strangers');
  await openStory(stranger, story);
  for (const [press, title] of [
    [like(stranger), 'Say what you think'],
    [save(stranger), 'Keep it for later'],
    [stranger.getByRole('button', { name: `Follow @${author.userName}` }), `Follow @${author.userName}`],
  ] as const) {
    await press.click();
    await expect(stranger.getByRole('dialog', { name: title })).toBeVisible();
    await stranger.keyboard.press('Escape');
    await expect(stranger.getByRole('dialog')).toBeHidden();
  }
  await goToComments(stranger);
  const field = commentsRegion(stranger).getByRole('textbox', { name: 'Your comment' });
  await field.fill('Is there a path?');
  await stranger.keyboard.press('Control+Enter');
  await expect(stranger.getByRole('dialog', { name: 'Join the conversation' })).toBeVisible();
  await stranger.keyboard.press('Escape');
  await expect(field).toHaveValue('Is there a path?');
  await expect(field).toBeFocused();
});

test('Like is counted, is replaced by a dislike, and the dislike is removed by a second click', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Worth a like');
  const page = await pageOf(reader);
  await openStory(page, story);
  await like(page).focus();
  await page.keyboard.press('Enter');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(like(page)).toHaveText('Like 1');
  await expect.poll(async () => (await author.api.getItinerary({ params: { id: story.id }, query: {} })).likeCount).toBe(1);
  await dislike(page).click();
  await expect(like(page)).toHaveText('Like 0');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(async () => (await author.api.getItinerary({ params: { id: story.id }, query: {} })).likeCount).toBe(0);
  await page.reload();
  await expect(dislike(page)).toHaveAttribute('aria-pressed', 'true');
  await dislike(page).click();
  await expect(dislike(page)).toHaveAttribute('aria-pressed', 'false');
  const filter = JSON.stringify({ reactableId: story.id });
  await expect.poll(async () => (await author.api.listReactions({ query: { filter } })).total).toBe(0);
});

test('Like that fails with 500 is reverted with a message', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'A like in vain');
  const page = await pageOf(reader);
  await openStory(page, story);
  await page.route('**/api/reactions', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback()));
  await like(page).click();
  await expect(page.getByText('Your like could not be saved.', { exact: true })).toBeVisible();
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(like(page)).toHaveText('Like 0');
});

test('Saved stories and stops are listed in the Saved tab until removed', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Worth keeping');
  const page = await pageOf(reader);
  await openStory(page, story);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.goto(`/itineraries/${story.id}/stops/${story.stopIds[1]}`);
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await page.goto('/my-itineraries');
  await page.getByRole('tab', { name: /Saved/ }).click();
  await expect(page.getByRole('region', { name: 'Stories' }).getByRole('link', { name: 'Worth keeping' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Stops' }).getByRole('link', { name: 'Second landing' })).toBeVisible();
  const kept = page.getByRole('button', { name: 'Save Worth keeping' });
  await kept.click();
  await expect(kept).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('tab', { name: 'Saved 1' })).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: /Saved/ }).click();
  await expect(page.getByRole('link', { name: 'Second landing' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Worth keeping' })).toHaveCount(0);
});

test('Comment is created, edited, liked, deleted and restored, and its text stays when sending fails', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'Talked about');
  const page = await pageOf(reader);
  await openStory(page, story);
  await goToComments(page);
  await expect(commentsRegion(page).getByRole('heading', { name: 'No comments yet' })).toBeVisible();
  const field = commentsRegion(page).getByRole('textbox', { name: 'Your comment' });
  await field.fill('Is there a path\nto the hut?');
  await page.route('**/api/posts', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.keyboard.press('Control+Enter');
  await expect(commentsRegion(page).getByText(/could not be sent/)).toBeVisible();
  await expect(field).toHaveValue('Is there a path\nto the hut?');
  await page.keyboard.press('Control+Enter');
  const comment = commentsRegion(page).getByRole('article');
  await expect(comment.getByText('Is there a path to the hut?')).toBeVisible();
  await expect(comment.getByRole('link', { name: `@${reader.userName}` })).toBeVisible();
  await expect(field).toHaveValue('');

  await comment.getByRole('button', { name: /^Menu of the comment/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await comment.getByRole('textbox', { name: 'Edit your comment' }).fill('Is there a road to the hut?');
  await comment.getByRole('button', { name: 'Save' }).click();
  await expect(comment.getByText('Is there a road to the hut?')).toBeVisible();

  const reply = await pageOf(author);
  await openStory(reply, story);
  await goToComments(reply);
  const seen = commentsRegion(reply).getByRole('article');
  await seen.getByRole('button', { name: /^Like/ }).click();
  await expect(seen.getByRole('button', { name: /^Like/ })).toHaveText('Like 1');
  await page.reload();
  await goToComments(page);
  await expect(comment.getByRole('button', { name: /^Like/ })).toHaveText('Like 1');

  await comment.getByRole('button', { name: /^Menu of the comment/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(comment).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(comment).toHaveCount(1);
  await comment.getByRole('button', { name: /^Menu of the comment/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const filter = JSON.stringify({ postableId: story.id });
  await expect.poll(async () => (await author.api.listPosts({ query: { filter } })).total, { timeout: 15_000 }).toBe(0);
  await expect(commentsRegion(page).getByRole('heading', { name: 'No comments yet' })).toBeVisible();
});

test('Place sheet shows the comments and likes of its stops', async ({ author, reader, page }) => {
  const at = randomCoordinates();
  const story = await createPublicStory(author, 'A place with a voice', at);
  const [stopId = ''] = story.stopIds;
  // Repeated until it succeeds, because read-your-writes does not cover the write of another user.
  await expect(async () => {
    await reader.api.createReaction({ body: { reactableType: 'stop', reactableId: stopId, reactionType: 'like' } });
  }).toPass();
  await reader.api.createPost({ body: { postableType: 'stop', postableId: stopId, text: 'Bring warm clothes.' } });
  await page.goto(homeUrlAround(at, 0.3));
  await page.getByRole('button', { name: 'Show the stops of A place with a voice on the map' }).click();
  await page
    .getByRole('region', { name: 'Stops on the map' })
    .getByRole('button', { name: /First landing/ })
    .click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Bring warm clothes.')).toBeVisible();
  await expect(sheet.getByRole('link', { name: `@${reader.userName}` })).toBeVisible();
  await expect(countOf(sheet, 'like')).toHaveText('1');
  await expect(countOf(sheet, 'comment')).toHaveText('1');
  await sheet.getByRole('link', { name: 'Say something about it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First landing' })).toBeVisible();
});

test('Author is followed on the story page and unfollowed on the user page', async ({ browser, origin, reader, pageOf }) => {
  // A separate author without followers, because other tests follow the shared author.
  const author = await signUpAuthor(browser, origin, 'guide');
  const story = await createPublicStory(author, 'By somebody to follow');
  const page = await pageOf(reader);
  await openStory(page, story);
  await page.getByRole('button', { name: `Follow @${author.userName}` }).click();
  await expect(page.getByRole('button', { name: `Following @${author.userName}` })).toBeVisible();
  await page.getByRole('link', { name: `@${author.userName}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `@${author.userName}` })).toBeVisible();
  await expect(countOf(page, 'follower')).toHaveText('1');
  await expect(page.getByRole('link', { name: 'By somebody to follow' })).toBeVisible();
  await page.getByRole('button', { name: `Following @${author.userName}` }).click();
  await expect(page.getByRole('button', { name: `Follow @${author.userName}` })).toBeVisible();
  await expect(countOf(page, 'follower')).toHaveText('0');
  await page.reload();
  await expect(countOf(page, 'follower')).toHaveText('0');
});

test.describe('User page', () => {
  test.use({ expectedErrors: /404/ });
  test('of an unknown id shows Traveller not found, and without public stories No stories yet', async ({ page, reader, pageOf }) => {
    for (const id of ['019a0000-0000-7000-8000-000000000000', 'nobody']) {
      await page.goto(`/users/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Traveller not found' })).toBeVisible();
    }
    const own = await pageOf(reader);
    await own.goto('/profile');
    const { accountId } = await reader.api.createItinerary({ body: { title: 'Kept private' } });
    await own.goto(`/users/${accountId}`);
    await expect(own.getByRole('heading', { name: 'No stories yet' })).toBeVisible();
    await expect(own.getByRole('link', { name: 'Edit profile' })).toBeVisible();
  });
});
