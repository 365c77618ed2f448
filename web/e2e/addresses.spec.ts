import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { boundsOf, homeUrlAround, waitForIdleMap } from './maps.ts';
import { createPublicStory, createStory, randomCoordinates } from './stories.ts';
import { openStory } from './story-page.ts';
import { signUp } from './visitor.ts';

const params = (page: Page): URLSearchParams => new URL(page.url()).searchParams;
const stopsOnMap = (page: Page) => page.getByRole('region', { name: 'Stops on the map' });

/** First fully visible heading of a stop, and its distance from the top of the window, pixels; null without one. */
const reading = (page: Page): Promise<{ title: string; top: number } | null> =>
  page.locator('[data-scroll-restoration-id]').evaluate((list) => {
    const { top: upper, bottom: lower } = list.getBoundingClientRect();
    const headings = [...list.querySelectorAll('article h3')].map((heading) => ({ heading, box: heading.getBoundingClientRect() }));
    const first = headings.find(({ box }) => box.top > upper + 60 && box.bottom < lower);
    return first ? { title: first.heading.textContent ?? '', top: Math.round(first.box.top) } : null;
  });

for (const [length, stopsPerDay] of [
  ['common', 5],
  ['great', 12],
] as const)
  test(`Story of ${length} length keeps its scroll position after a reload and after Back`, async ({ author, page }) => {
    test.setTimeout(240_000);
    const days = Array.from({ length: 6 }, (_, day) => Array.from({ length: stopsPerDay }, (_stop, stop) => `Landing ${day + 1}-${stop + 1}`));
    const story = await createStory(author.api, { title: `Of ${length} length`, days, visibility: 'PUBLIC', at: randomCoordinates() });
    await openStory(page, story);
    // Scrolls stepwise like a reader, because rows get their height only when rendered.
    const list = page.locator('[data-scroll-restoration-id]');
    const isThere = async (): Promise<boolean> => /^Landing 4-/.test((await reading(page))?.title ?? '');
    for (let steps = 0; steps < 100 && !(await isThere()); steps++)
      await list.evaluate((element) => {
        element.scrollBy(0, 250);
        return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      });
    const before = await reading(page);
    expect(before?.title).toMatch(/^Landing 4-/);
    const expectSamePlace = async (): Promise<void> => {
      await expect.poll(async () => (await reading(page))?.title).toBe(before?.title);
      expect(Math.abs(((await reading(page))?.top ?? 0) - (before?.top ?? 0))).toBeLessThan(40);
    };
    await page.reload();
    await expectSamePlace();
    await page
      .getByRole('link', { name: before?.title ?? '', exact: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: before?.title ?? '' })).toBeVisible();
    await page.goBack();
    await expectSamePlace();
  });

// Expected, because the app requests the account before it exists.
test.describe('Sign-up', () => {
  test.use({ expectedErrors: /404 .*\/api\/accounts\/me/ });

  test('on a story page keeps the scroll position', async ({ author, stranger }) => {
    const days = Array.from({ length: 5 }, (_, day) => [1, 2, 3, 4].map((stop) => `Cove ${day + 1}-${stop}`));
    const story = await createStory(author.api, { title: 'Read before and after', days, visibility: 'PUBLIC', at: randomCoordinates() });
    await openStory(stranger, story);
    await stranger.locator('[data-scroll-restoration-id]').evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
    await expect.poll(() => reading(stranger)).not.toBeNull();
    const before = await reading(stranger);
    await stranger.getByRole('banner').getByRole('button', { name: 'Sign Up' }).click();
    await signUp(stranger, 'reader');
    await expect(stranger.getByRole('button', { name: 'Account menu' }).first()).toBeVisible();
    await expect.poll(async () => (await reading(stranger))?.title).toBe(before?.title);
  });
});

test('Place sheet over the map has a URL: Back closes it, and the URL opens it', async ({ author, page, context }) => {
  test.setTimeout(240_000);
  const at = randomCoordinates();
  await createPublicStory(author, 'A place with an address', at);
  await page.goto(homeUrlAround(at, 0.3));
  await page.getByRole('button', { name: 'Show the stops of A place with an address on the map' }).click();
  await expect.poll(() => params(page).get('previewItineraryId')).not.toBeNull();
  const card = stopsOnMap(page).getByRole('button', { name: /First landing/ });
  await card.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'First landing' })).toBeVisible();
  const place = params(page).get('place') ?? '';
  expect(place).toMatch(/^[\da-f-]{36}$/);

  await page.goBack();
  await expect(sheet).toBeHidden();
  expect(params(page).get('place')).toBeNull();
  await page.goForward();
  await expect(sheet.getByRole('heading', { name: 'First landing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(stopsOnMap(page)).toBeVisible();
  await page.goBack();
  await expect(stopsOnMap(page)).toBeHidden();
  expect(params(page).get('previewItineraryId')).toBeNull();

  const shared = await context.newPage();
  await shared.goto(`/?place=${place}`);
  await expect(shared.getByRole('dialog').getByRole('heading', { name: 'First landing' })).toBeVisible();
  await expect.poll(() => boundsOf(shared.url())?.southWest.lat ?? 90).toBeLessThan(at.latitude);
  const { southWest, northEast } = boundsOf(shared.url()) ?? {};
  expect((northEast?.lat ?? 90) - (southWest?.lat ?? -90)).toBeLessThan(1);
});

test('Country view of the home page shows name and stories of the country only, and a button to all countries', async ({ page, request }) => {
  test.setTimeout(240_000);
  const world = 'southWestLng=-180&southWestLat=-90&northEastLng=180&northEastLat=90';
  const { items, total } = await (await request.get(`/api/itineraries/by-bounds?${world}&countryCode=IT&limit=100`)).json();
  expect(total).toBeGreaterThan(2);
  await page.goto('/');
  await waitForIdleMap(page);
  const countries = page.getByRole('region', { name: 'Countries in view' });
  await countries.getByRole('button', { name: /Italy/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Italy' })).toBeVisible();
  const stories = page.getByRole('region', { name: 'Itineraries of Italy' });
  await expect(stories.locator('a[data-card]').nth(2)).toBeVisible();
  await expect.poll(() => boundsOf(page.url())).not.toBeNull();
  await waitForIdleMap(page);
  const ids = new Set((items as { id: string }[]).map(({ id }) => id));
  const links = await stories
    .locator('li:not(:first-child) a[data-card]')
    .evaluateAll((cards) => cards.map((card) => card.getAttribute('href') ?? ''));
  expect(links.filter((href) => ![...ids].some((id) => href.includes(id)))).toEqual([]);
  // Selecting a country selects no itinerary.
  expect(params(page).get('previewItineraryId')).toBeNull();
  expect(params(page).get('country')).toBe('IT');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Italy' })).toBeVisible();
  await page.getByRole('button', { name: 'All countries' }).click();
  await expect(countries).toBeVisible();
  expect(params(page).get('country')).toBeNull();
});

test('Back returns from a country to all countries, and a URL with the country opens it', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('/');
  await waitForIdleMap(page);
  const countries = page.getByRole('region', { name: 'Countries in view' });
  await countries.getByRole('button', { name: /Portugal/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Portugal' })).toBeVisible();
  await expect.poll(() => boundsOf(page.url())).not.toBeNull();
  await waitForIdleMap(page);
  await page.goBack();
  await expect(countries).toBeVisible();
  await page.goto('/?country=PT');
  await expect(page.getByRole('region', { name: 'Itineraries of Portugal' })).toBeVisible();
  await expect.poll(() => boundsOf(page.url())?.southWest.lng ?? 0).toBeLessThan(-8);
});

test('Zooming out to the world removes the open country from the URL', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto('/');
  await waitForIdleMap(page);
  const countries = page.getByRole('region', { name: 'Countries in view' });
  await countries.getByRole('button', { name: /Portugal/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Portugal' })).toBeVisible();
  const map = await waitForIdleMap(page);
  const box = await map.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 3);
  const isOpen = async (): Promise<boolean> => {
    await page.mouse.wheel(0, 2_000);
    await waitForIdleMap(page);
    return new URL(page.url()).searchParams.has('country');
  };
  await expect.poll(isOpen, { timeout: 150_000 }).toBe(false);
  await expect(countries).toBeVisible();
});

test('URL with an unknown country shows all countries', async ({ page }) => {
  await page.goto('/?country=Portugal');
  await waitForIdleMap(page);
  await expect(page.getByRole('region', { name: 'Countries in view' }).getByRole('button').first()).toBeVisible();
});
