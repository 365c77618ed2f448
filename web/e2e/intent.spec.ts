import type { Page } from '@playwright/test';
import type { Author } from './author.ts';
import { expect, test } from './people.ts';
import { createPublicStory } from './stories.ts';
import { commentsRegion, goToComments, openStory } from './story-page.ts';
import { signIn, signUp } from './visitor.ts';

// Expected, because the app requests the account before it exists.
test.use({ expectedErrors: /404 .*\/api\/accounts\/me/ });

/** Completes the sign-in that the button of the login prompt starts. A sign-up also sets the user name. */
const ways = {
  'Log in': async (page: Page) => signIn(page, 'moderator'),
  'Sign Up': async (page: Page) => void (await signUp(page, 'intent')),
} as const;
type Way = keyof typeof ways;

async function answer(page: Page, way: Way): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: way, exact: true }).click();
  await page.waitForURL(/\/idp\/interaction\//);
  await ways[way](page);
}

const opinion = (page: Page) => page.getByRole('group', { name: 'Your reaction to this story' });
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Saved', exact: true });
const likesOf = async ({ api }: Author, id: string): Promise<number> => (await api.getItinerary({ params: { id }, query: {} })).likeCount;

for (const way of ['Log in', 'Sign Up'] as const)
  test.describe(`Intent of a visitor after ${way}`, () => {
    // The fixture has signed the moderator up, so that a user name exists.
    test.beforeEach(({ moderator }) => expect(moderator.userName).not.toBe(''));

    test('a story is liked once, and the button removes the like', async ({ author, stranger }) => {
      const story = await createPublicStory(author, `Liked by ${way}`);
      await openStory(stranger, story);
      await opinion(stranger).getByRole('button', { name: /^Like/ }).click();
      await answer(stranger, way);
      await expect(stranger).toHaveURL(new RegExp(`/itineraries/${story.id}$`));
      await expect(stranger.getByText('Liked.', { exact: true })).toBeVisible();
      const like = opinion(stranger).getByRole('button', { name: /^Like/ });
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await expect(like).toHaveText('Like 1');
      await expect.poll(() => likesOf(author, story.id)).toBe(1);
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(() => likesOf(author, story.id)).toBe(0);
      await stranger.reload();
      await expect(stranger.getByRole('button', { name: 'Account menu' }).first()).toBeVisible();
      await expect(like).toHaveText('Like 0');
    });

    test('a story is saved', async ({ author, stranger }) => {
      const story = await createPublicStory(author, `Saved by ${way}`);
      await openStory(stranger, story);
      await save(stranger).click();
      await answer(stranger, way);
      await expect(stranger.getByText('Saved for later.', { exact: true })).toBeVisible();
      await expect(saved(stranger)).toBeVisible();
      await stranger.reload();
      await expect(saved(stranger)).toBeVisible();
    });

    test('the author is followed, and the button unfollows', async ({ author, stranger }) => {
      const story = await createPublicStory(author, `Followed by ${way}`);
      await openStory(stranger, story);
      await stranger.getByRole('button', { name: `Follow @${author.userName}` }).click();
      await answer(stranger, way);
      await expect(stranger.getByText(`You follow @${author.userName} now.`, { exact: true })).toBeVisible();
      await stranger.getByRole('button', { name: `Following @${author.userName}. Press to unfollow.` }).click();
      await expect(stranger.getByRole('button', { name: `Follow @${author.userName}` })).toBeVisible();
      await stranger.reload();
      await expect(stranger.getByRole('button', { name: `Follow @${author.userName}` })).toBeVisible();
    });

    test('the comment form has its text and the focus, and sends nothing until submitted', async ({ author, stranger }) => {
      const story = await createPublicStory(author, `Talked about by ${way}`);
      await openStory(stranger, story);
      await goToComments(stranger);
      const field = commentsRegion(stranger).getByRole('textbox', { name: 'Your comment' });
      await field.fill('Is there a path\nto the hut?');
      await commentsRegion(stranger).getByRole('button', { name: 'Send' }).click();
      await expect(stranger.getByRole('dialog', { name: 'Join the conversation' })).toBeVisible();
      await answer(stranger, way);
      await expect(field).toHaveValue('Is there a path\nto the hut?');
      await expect(field).toBeFocused();
      await expect(field).toBeInViewport();
      await expect(commentsRegion(stranger).getByRole('article')).toHaveCount(0);
      await stranger.keyboard.press('Control+Enter');
      await expect(commentsRegion(stranger).getByRole('article').getByText('Is there a path to the hut?')).toBeVisible();
      await expect(field).toHaveValue('');
    });

    test('the report dialog opens once, and sends nothing until submitted', async ({ author, stranger }) => {
      const story = await createPublicStory(author, `Reported by ${way}`);
      await openStory(stranger, story);
      await stranger.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click();
      await stranger.getByRole('menuitem', { name: 'Report' }).click();
      await answer(stranger, way);
      const dialog = stranger.getByRole('dialog', { name: 'Report this story' });
      await expect(dialog).toBeVisible();
      await dialog.getByRole('radio', { name: 'Something else' }).click();
      await dialog.getByRole('button', { name: 'Send report' }).click();
      await expect(stranger.getByText('Thank you for the report.', { exact: true })).toBeVisible();
      await stranger.reload();
      await expect(stranger.getByRole('button', { name: 'Account menu' }).first()).toBeVisible();
      await expect(stranger.getByRole('dialog')).toHaveCount(0);
    });

    test('"Start writing" opens the form of a new story', async ({ stranger }) => {
      await stranger.goto('/itineraries/create');
      await stranger.getByRole('button', { name: 'Start writing' }).click();
      await answer(stranger, way);
      await expect(stranger).toHaveURL(/\/itineraries\/create\/manual$/);
      await expect(stranger.getByRole('button', { name: 'Create story' })).toBeVisible();
    });
  });

test('Like that a visitor cancelled in the login prompt is not sent after a later sign-in', async ({ author, moderator, stranger }) => {
  expect(moderator.userName).not.toBe('');
  const story = await createPublicStory(author, 'Liked by nobody');
  await openStory(stranger, story);
  await opinion(stranger).getByRole('button', { name: /^Like/ }).click();
  await stranger.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await stranger.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await signIn(stranger, 'moderator');
  await expect(stranger.getByRole('button', { name: 'Account menu' }).first()).toBeVisible();
  await expect(opinion(stranger).getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'false');
  expect(await likesOf(author, story.id)).toBe(0);
});

test('Back from the sign-in page of the provider cancels the intent', async ({ author, stranger }) => {
  const story = await createPublicStory(author, 'Turned back from');
  await openStory(stranger, story);
  await opinion(stranger).getByRole('button', { name: /^Like/ }).click();
  await stranger.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
  await stranger.waitForURL(/\/idp\/interaction\//);
  await stranger.goBack();
  await expect(stranger.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect.poll(() => stranger.evaluate(() => sessionStorage.getItem('waystory.intent'))).toBeNull();
});
