import type { Page } from '@playwright/test';
import { signUpAuthor } from './author.ts';
import { waitForIdleMap } from './maps.ts';
import { expect, test } from './people.ts';
import { createPublicStory, createStory, randomCoordinates, seededStop, testCoordinates } from './stories.ts';
import { openStory } from './story-page.ts';
import { signIn } from './visitor.ts';

// Expected, because the app requests the account before it exists.
test.use({ expectedErrors: /404 .*\/api\/accounts\/me/ });

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' }).first();
const cards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') });

test('Feed page suggests authors to a user who follows nobody, and then shows stories of the followed authors', async ({
  browser,
  origin,
  pageOf,
}) => {
  const follower = await signUpAuthor(browser, origin, 'follower');
  const page = await pageOf(follower);
  await page.goto('/help');
  await rail(page).getByRole('link', { name: 'Following' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Following' })).toBeVisible();
  await expect(page.getByText('Nothing to read here yet')).toBeVisible();
  const liked = page.getByRole('region', { name: 'Popular authors' });
  const follow = liked.getByRole('button', { name: /^Follow @/ });
  const [first, second] = [await follow.first().getAttribute('aria-label'), await follow.nth(1).getAttribute('aria-label')];
  for (const label of [first, second]) await liked.getByRole('button', { name: label ?? '', exact: true }).click();
  await expect(liked.getByRole('button', { name: /^Following @/ })).toHaveCount(2);
  await page.screenshot({ path: 'web/e2e/out/screens/following-nobody.png', fullPage: true });
  await liked.getByRole('button', { name: 'Show their stories' }).click();
  await expect(cards(page).first()).toBeVisible();
  const names = [first, second].map((label) => label?.replace('Follow ', ''));
  await expect(cards(page).first()).toContainText(new RegExp(names.join('|')));
});

test('Feed shows a newly published story first, and removes it when it becomes private', async ({ author, reader, pageOf }) => {
  const draft = await createStory(author.api, { title: 'A diary, then a story', days: [['Cove']] });
  const told = await createPublicStory(author, 'Told before it');
  const { accountId } = await author.api.getItinerary({ params: { id: told.id }, query: {} });
  await reader.api.createFollow({ body: { followingId: accountId } });
  await author.api.patchItinerary({ params: { id: draft.id }, body: { visibility: 'PUBLIC' } });
  const page = await pageOf(reader);
  const titles = async (): Promise<string[]> => {
    await page.goto('/following');
    await expect(cards(page).first()).toBeVisible();
    return (await cards(page).getByRole('heading').allInnerTexts()).slice(0, 2);
  };
  await expect.poll(titles).toEqual([draft.title, told.title]);
  await expect(cards(page).first()).toContainText(`@${author.userName}`);
  await expect(cards(page).first()).toContainText('today');
  await page.screenshot({ path: 'web/e2e/out/screens/following.png', fullPage: true });
  await author.api.patchItinerary({ params: { id: draft.id }, body: { visibility: 'PRIVATE' } });
  await expect.poll(async () => (await titles())[0]).toBe(told.title);
});

test('Feed page redirects visitors to the sign-in', async ({ stranger }) => {
  await stranger.goto('/help');
  await expect(rail(stranger).getByRole('link', { name: 'Help' })).toBeVisible();
  await expect(rail(stranger).getByRole('link', { name: 'Following' })).toHaveCount(0);
  await stranger.goto('/following');
  await stranger.waitForURL(/\/idp\/interaction\//);
});

test('User page has a map of public stops, which open by mouse and keyboard', async ({ browser, origin, stranger }) => {
  const walker = await signUpAuthor(browser, origin, 'walker');
  const story = await createStory(walker.api, { title: 'One cape', days: [['North cape']], visibility: 'PUBLIC', at: randomCoordinates() });
  await createStory(walker.api, { title: 'Nobody’s business', days: [['Secret bay']], at: testCoordinates.bouvet });
  const { accountId } = await walker.api.getItinerary({ params: { id: story.id }, query: {} });
  const visited = stranger.getByRole('region', { name: `Places in the stories of @${walker.userName}` });
  await stranger.goto(`/users/${accountId}`);
  await expect(visited.getByText('1 stop', { exact: true })).toBeVisible();
  const map = await waitForIdleMap(stranger);
  await stranger.screenshot({ path: 'web/e2e/out/screens/visited.png', fullPage: true });
  // The only stop is in the centre.
  await map.click();
  await expect(stranger).toHaveURL(new RegExp(`/stops/${story.stopIds[0]}$`));
  await expect(stranger.getByRole('heading', { level: 1, name: 'North cape' })).toBeVisible();
  await stranger.goBack();
  await waitForIdleMap(stranger);
  await visited.getByRole('listbox').focus();
  await expect(visited.getByRole('option', { selected: true })).toHaveText('North cape');
  await stranger.keyboard.press('Enter');
  await expect(stranger).toHaveURL(new RegExp(`/stops/${story.stopIds[0]}$`));
});

test('User page and profile show numbers of countries and stops above the map', async ({ origin, author, pageOf, stranger }) => {
  const { accountId } = await seededStop(origin);
  await stranger.goto(`/users/${accountId}`);
  await expect(stranger.getByText(/^\d+ countr(y|ies), \d+ stops$/)).toBeVisible();
  await createPublicStory(author, 'Seen from home');
  const page = await pageOf(author);
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'Places in your stories' }).getByText(/^(at least )?(\d+ countr(y|ies), )?\d+ stops/)).toBeVisible();
});

test.describe('Stop of a story', () => {
  test('is copied to a day of the trip of the reader without its description, and removed by undo', async ({ author, reader, pageOf }) => {
    const story = await createPublicStory(author, 'Full of ideas', randomCoordinates());
    await author.api.patchStop({ params: { itineraryId: story.id, id: story.stopIds[0] ?? '' }, body: { description: 'In my own words.' } });
    const trip = await createStory(reader.api, { title: `My islands ${Date.now()}`, days: [['Home'], []] });
    const page = await pageOf(reader);
    await openStory(page, story);
    await page.getByRole('button', { name: 'Add First landing to my trip…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add “First landing” to a trip' });
    await expect(dialog.getByRole('combobox', { name: 'Trip' })).toHaveText(trip.title);
    await dialog.getByRole('combobox', { name: 'Day' }).click();
    await page.getByRole('option', { name: 'Day 2' }).click();
    await page.screenshot({ path: 'web/e2e/out/screens/add-to-trip.png' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText(`“First landing” is in “${trip.title}” now.`, { exact: true })).toBeVisible();
    const stops = async () => (await reader.api.getItinerary({ params: { id: trip.id }, query: { include: 'stops' } })).stops ?? [];
    const [, added] = await stops();
    const { placeId } = (await author.api.getItinerary({ params: { id: story.id }, query: { include: 'stops' } })).stops?.[0] ?? {};
    expect(added).toMatchObject({ title: 'First landing', placeId, dayIds: [trip.dayIds[1]], description: null, imageUrl: null });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('“First landing” was removed from the trip.', { exact: true })).toBeVisible();
    expect((await stops()).map(({ title }) => title)).toEqual(['Home']);
  });

  test('starts a new trip, and the notice links to it', async ({ author, reader, pageOf }) => {
    const story = await createPublicStory(author, 'The beginning of another', randomCoordinates());
    const page = await pageOf(reader);
    await page.goto(`/itineraries/${story.id}/stops/${story.stopIds[1]}`);
    await page.getByRole('button', { name: 'Add to my trip…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Trip' }).click();
    await page.getByRole('option', { name: 'A new trip…' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByText('Give the trip a name.')).toBeVisible();
    await dialog.getByLabel('Name of the trip').fill('Begun by a landing');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Open the trip' }).click();
    await expect(page).toHaveURL(/\/itineraries\/[^/]+\/edit$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Begun by a landing');
    await expect(page.getByText('Second landing').first()).toBeVisible();
  });

  test('opens the dialog for adding it after the sign-in of a visitor', async ({ author, moderator, stranger }) => {
    expect(moderator.userName).not.toBe('');
    const story = await createPublicStory(author, 'Wanted by a visitor', randomCoordinates());
    await stranger.goto(`/itineraries/${story.id}/stops/${story.stopIds[0]}`);
    await stranger.getByRole('button', { name: 'Add to my trip…' }).click();
    await stranger.getByRole('dialog', { name: 'Add it to your trip' }).getByRole('button', { name: 'Log in', exact: true }).click();
    await stranger.waitForURL(/\/idp\/interaction\//);
    await signIn(stranger, 'moderator');
    await expect(stranger.getByRole('dialog', { name: 'Add “First landing” to a trip' })).toBeVisible();
  });
});

test.describe('At 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('users, stops and stories are shared with navigator.share, and the menu opens the feed', async ({ author, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: async (link: object) => void sessionStorage.setItem('shared', JSON.stringify(link)) });
    });
    const story = await createPublicStory(author, 'Worth telling', randomCoordinates());
    const { accountId } = await author.api.getItinerary({ params: { id: story.id }, query: {} });
    for (const [path, title] of [
      [`/users/${accountId}`, `@${author.userName}`],
      [`/itineraries/${story.id}/stops/${story.stopIds[0]}`, 'First landing'],
      [`/itineraries/${story.id}`, story.title],
    ] as const) {
      await page.goto(path);
      await page.getByRole('main').getByRole('button', { name: 'Share' }).first().click();
      const url = `${new URL(page.url()).origin}${path}`;
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('shared'))).toBe(JSON.stringify({ title, url }));
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog', { name: 'Waystory' }).getByRole('link', { name: 'Following' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Following' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
