import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { restoreSession, signUpAuthor } from './author.ts';
import { expect, test } from './people.ts';
import { createPublicStory, createStory, randomCoordinates, type WrittenStory } from './stories.ts';
import { commentsRegion, goToComments, openStory } from './story-page.ts';

test('Report dialog requires a reason, and files the report of a story', async ({ author, reader, moderator, pageOf }) => {
  const story = await createPublicStory(author, 'Suspicious');
  const page = await pageOf(reader);
  await openStory(page, story);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this story' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Choose what is wrong with it.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).click();
  await dialog.getByRole('textbox', { name: 'Tell us more' }).fill('It sells watches.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you for the report.', { exact: true })).toBeVisible();
  // Polled, because read-your-writes does not cover the write of another user.
  const reports = async () => (await moderator.api.listReports({ query: { filter: JSON.stringify({ reportableId: story.id }) } })).items;
  await expect.poll(reports).toMatchObject([{ reason: 'spam', text: 'It sells watches.', state: 'open' }]);
});

interface Sought extends Pick<WrittenStory, 'id' | 'title'> {
  accountId: string;
  /** Unique words in the titles of the story and its stop. */
  words: string;
  at: Coordinates;
}

/** Lists, tiles and pages in which a visitor finds a story, read from the API. */
async function sightingsOf(origin: string, { id, title, accountId, words, at: { latitude, longitude } }: Sought): Promise<string[]> {
  const read = async (path: string): Promise<{ total: number }> => (await fetch(`${origin}/api${path}`, { cache: 'no-store' })).json();
  const box = new URLSearchParams({
    southWestLng: String(longitude - 0.1),
    southWestLat: String(latitude - 0.1),
    northEastLng: String(longitude + 0.1),
    northEastLat: String(latitude + 0.1),
  });
  const size = 2 ** 10;
  const row = Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * size);
  const tile = `/tiles/stops/10/${Math.floor(((longitude + 180) / 360) * size)}/${row}`;
  const is = async (path: string): Promise<boolean> => (await read(path)).total > 0;
  const found: Record<string, boolean> = {
    page: (await fetch(`${origin}/api/itineraries/${id}`)).ok,
    map: await is(`/itineraries/by-bounds?${box}`),
    tile: (await (await fetch(`${origin}/api${tile}`, { cache: 'no-store' })).arrayBuffer()).byteLength > 0,
    search: await is(`/itineraries/search?q=${encodeURIComponent(words)}`),
    stops: await is(`/itineraries/stops/search?q=${encodeURIComponent(words)}`),
    profile: await is(`/itineraries?filter=${encodeURIComponent(JSON.stringify({ accountId, title }))}`),
    comments: await is(`/posts?filter=${encodeURIComponent(JSON.stringify({ postableId: id }))}`),
    likes: await is(`/reactions?filter=${encodeURIComponent(JSON.stringify({ reactableId: id }))}`),
  };
  return Object.keys(found).filter((name) => found[name]);
}

test('Hidden story disappears from all lists, tiles and pages within two seconds, and returns when restored', async ({
  author,
  reader,
  moderator,
  pageOf,
  stranger,
  origin,
}) => {
  const at = randomCoordinates();
  const words = `Zyxomma${Date.now().toString(36)}`;
  const story = await createStory(author.api, { title: `${words} islands`, days: [[`${words} bay`]], visibility: 'PUBLIC', at });
  const { accountId } = await author.api.getItinerary({ params: { id: story.id }, query: {} });
  await reader.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text: 'Windy.' } });
  await reader.api.createReaction({ body: { reactableType: 'itinerary', reactableId: story.id, reactionType: 'like' } });
  const everywhere = ['page', 'map', 'tile', 'search', 'stops', 'profile', 'comments', 'likes'];
  const sightings = (): Promise<string[]> => sightingsOf(origin, { ...story, accountId, words, at });
  await expect.poll(sightings).toEqual(everywhere);
  await stranger.goto(`/users/${accountId}`);
  await expect(stranger.getByRole('link', { name: story.title })).toBeVisible();

  const page = await pageOf(moderator);
  await openStory(page, story);
  const bar = page.getByRole('region', { name: 'Moderation' });
  await bar.getByRole('button', { name: 'Hide' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hide' }).click();
  await expect(bar.getByText('Hidden')).toBeVisible();
  // The limit of two seconds starts when the moderator sees the result.
  await expect.poll(sightings, { timeout: 2_000, intervals: [100] }).toEqual([]);
  await expect(page.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Stories', exact: true })).toBeVisible();
  await expect(stranger.getByRole('link', { name: story.title })).toHaveCount(0);

  await bar.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(bar.getByText('Visible')).toBeVisible();
  await expect.poll(sightings, { timeout: 2_000, intervals: [100] }).toEqual(everywhere);
});

test('Hidden comment is visible to its author and moderators only', async ({ author, reader, moderator, pageOf, stranger }) => {
  const story = await createPublicStory(author, 'With a rude comment');
  await reader.api.createPost({ body: { postableType: 'itinerary', postableId: story.id, text: 'How boring.' } });
  const page = await pageOf(moderator);
  await openStory(page, story);
  await goToComments(page);
  await commentsRegion(page)
    .getByRole('button', { name: /^Menu of the comment/ })
    .click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hide' }).click();
  await expect(commentsRegion(page).getByText('Hidden by moderation')).toBeVisible();
  await openStory(stranger, story);
  await goToComments(stranger);
  await expect(commentsRegion(stranger).getByRole('heading', { name: 'No comments yet' })).toBeVisible();
  const own = await pageOf(reader);
  await openStory(own, story);
  await goToComments(own);
  await expect(commentsRegion(own).getByText('How boring.')).toBeVisible();
  await expect(commentsRegion(own).getByText('Hidden by moderation')).toBeVisible();
});

test.describe('Suspension', () => {
  test.use({ expectedErrors: /403/ });

  test('shows its reason and end in a banner, and after a sign-out the site is readable', async ({ browser, context, page, moderator, origin }) => {
    const offender = await signUpAuthor(browser, origin, 'loudspeaker');
    await restoreSession(context, offender);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const suspendedUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const { id } = await offender.api.getMyAccount({});
    await moderator.api.updateAccount({ params: { id }, body: { suspended: true, reason: 'Spam in <b>comments</b>', suspendedUntil } });
    const banner = page.getByRole('alert').filter({ hasText: 'Your account is suspended until' });
    await expect(async () => {
      await page.reload();
      await expect(banner).toContainText('Reason: Spam in <b>comments</b>', { timeout: 5_000 });
    }).toPass();
    await banner.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
    await expect(page.getByRole('button', { name: 'Log in' }).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);
  });
});
