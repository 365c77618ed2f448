import type { Locator, Page } from '@playwright/test';
import { homeUrlAround } from './maps.ts';
import { expect, test } from './people.ts';
import { createPublicStory, createStory, randomCoordinates } from './stories.ts';
import { axeFindings, themesAndViewports } from './tour.ts';

const lisbon = { latitude: 38.7223, longitude: -9.1393 };
const portugal = { southWest: { lng: -10, lat: 36 }, northEast: { lng: -6, lat: 42 } };

/** The active reel; all other reels are inert. */
const active = (page: Page): Locator => page.locator('article[data-reel]:not([inert])');
const title = (page: Page): Promise<string> => active(page).getByRole('heading', { level: 2 }).innerText();
const place = (page: Page): string | null => new URL(page.url()).searchParams.get('activeIndex');

interface Card {
  id: string;
  title: string;
}

/** Stories of a bounding box from the API, most liked first. */
async function cardsIn(page: Page, { southWest, northEast } = portugal): Promise<Card[]> {
  const query = new URLSearchParams({
    southWestLng: `${southWest.lng}`,
    southWestLat: `${southWest.lat}`,
    northEastLng: `${northEast.lng}`,
    northEastLat: `${northEast.lat}`,
    limit: '100',
  });
  const { items } = (await (await page.request.get(`/api/itineraries/by-bounds?${query}`)).json()) as { items: Card[] }; // as: answer of `listItinerariesByBounds`
  return items;
}

const reelsOf = (startId: string, more: Record<string, string> = {}): string =>
  `/itineraries/reels/${startId}?${new URLSearchParams({ bounds: JSON.stringify(portugal), ...more })}`;

async function openReels(page: Page, more: Record<string, string> = {}): Promise<Card[]> {
  const cards = await cardsIn(page);
  await page.goto(reelsOf(cards[0]?.id ?? '', more));
  await expect(active(page).getByRole('link', { name: 'Read the story' })).toBeVisible();
  return cards;
}

/** A browser with data saver, which preloads little. */
const savingData = (page: Page) => page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** Swipes vertically on the left half of the screen; `from` and `to` are in pixels. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const at = (share: number) => [{ x: 120, y: from + (to - from) * share }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let share = 0.1; share <= 1; share += 0.1) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('First card of the map opens the reels of the stories in view, and leaving them restores the bounds', async ({ page }) => {
  await page.goto(homeUrlAround(lisbon, 0.3));
  await page.getByRole('link', { name: /Get inspired/ }).click();
  await page.waitForURL(/\/itineraries\/reels\/[^?]+\?.*bounds=/);
  const bounds = new URL(page.url()).searchParams.get('bounds');
  await expect(active(page)).toHaveAttribute('data-reel', '0');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveAttribute('data-reel', '1');
  await expect.poll(() => place(page)).toBe('1');
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Itineraries in view' })).toBeVisible();
  await page.goForward();
  await expect(active(page)).toHaveAttribute('data-reel', '1');
  await page.getByRole('link', { name: 'Leave the reels' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(JSON.parse(new URL(page.url()).searchParams.get('bounds') ?? '')).toEqual(JSON.parse(bounds ?? ''));
});

test('Keys move between reels, and a reload or Back returns to the active reel', async ({ page }) => {
  const cards = await openReels(page);
  expect(await title(page)).toBe(cards[0]?.title);
  for (const key of ['ArrowDown', 'PageDown', 'j']) await page.keyboard.press(key);
  await expect(active(page)).toHaveAttribute('data-reel', '3');
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).toHaveAttribute('data-reel', '2');
  await expect.poll(() => place(page)).toBe('2');
  expect(await title(page)).toBe(cards[2]?.title);
  await expect(page).toHaveTitle(`${cards[2]?.title} · Waystory`);
  await page.reload();
  await expect(active(page)).toHaveAttribute('data-reel', '2');
  expect(await title(page)).toBe(cards[2]?.title);
  await active(page).getByRole('link', { name: 'Read the story' }).click();
  await expect(page.getByRole('heading', { level: 1, name: cards[2]?.title ?? '' })).toBeVisible();
  await page.goBack();
  await expect(active(page)).toHaveAttribute('data-reel', '2');
  expect(await title(page)).toBe(cards[2]?.title);
});

test('Order of the reels survives a reload after likes have changed it', async ({ page, reader, author }) => {
  const at = randomCoordinates();
  const around = { southWest: { lng: at.longitude - 0.5, lat: at.latitude - 0.5 }, northEast: { lng: at.longitude + 0.5, lat: at.latitude + 0.5 } };
  const stories = [];
  for (const name of ['One', 'Two', 'Three']) stories.push(await createPublicStory(author, `${name} of three`, at));
  await expect.poll(async () => (await cardsIn(page, around)).length).toBe(3);
  const [first] = await cardsIn(page, around);
  const start = first?.id ?? '';
  await page.goto(`/itineraries/reels/${start}?${new URLSearchParams({ bounds: JSON.stringify(around) })}`);
  await expect(active(page)).toHaveAttribute('data-reel', '0');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => place(page)).toBe('1');
  const second = await title(page);
  const last = stories.find(({ id, title: name }) => id !== start && name !== second);
  await reader.api.createReaction({ body: { reactableType: 'itinerary', reactableId: last?.id ?? '', reactionType: 'like' } });
  await expect.poll(async () => (await cardsIn(page, around))[0]?.id).toBe(last?.id);
  await page.reload();
  await expect(active(page)).toHaveAttribute('data-reel', '1');
  expect(await title(page)).toBe(second);
});

test('One notch of the mouse wheel moves by one reel', async ({ page }) => {
  await openReels(page);
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, 120);
  await expect(active(page)).toHaveAttribute('data-reel', '1');
  await expect.poll(() => place(page)).toBe('1');
  await page.mouse.wheel(0, -120);
  await expect(active(page)).toHaveAttribute('data-reel', '0');
});

test('Buttons move between reels, and the focus moves to the active reel', async ({ page }) => {
  await openReels(page);
  await expect(page.getByRole('button', { name: 'Previous story' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next story' }).click();
  await expect(active(page)).toHaveAttribute('data-reel', '1');
  await active(page).getByRole('link', { name: 'Read the story' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveAttribute('data-reel', '2');
  await expect(active(page)).toBeFocused();
  const name = await title(page);
  await expect(page.locator('[aria-live=polite]').filter({ hasText: name })).toHaveCount(1);
});

test.describe('Reels at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, contextOptions: { reducedMotion: 'no-preference' } });

  test('a swipe moves by one reel, which fills the screen', async ({ page }) => {
    await openReels(page);
    expect(await active(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
    await swipe(page, 600, 180);
    await expect(active(page)).toHaveAttribute('data-reel', '1');
    await expect.poll(() => place(page)).toBe('1');
    await swipe(page, 180, 600);
    await expect(active(page)).toHaveAttribute('data-reel', '0');
    await expect.poll(() => page.getByRole('feed').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  test('taps change the scene, and a long press pauses it', async ({ page }) => {
    await openReels(page);
    const scenes = active(page).locator('[data-scene]');
    await page.touchscreen.tap(250, 300);
    await expect(scenes).toHaveAttribute('data-scene', '1');
    await expect(active(page).getByText('Day 1', { exact: true })).toBeVisible();
    await page.touchscreen.tap(40, 300);
    await expect(scenes).toHaveAttribute('data-scene', '0');
    const stage = active(page).locator('[data-paused]');
    await expect(stage).toHaveAttribute('data-paused', 'false');
    await page.mouse.move(250, 300);
    await page.mouse.down();
    await expect(stage).toHaveAttribute('data-paused', 'true');
    await page.mouse.up();
    await expect(stage).toHaveAttribute('data-paused', 'false');
    await expect(scenes).toHaveAttribute('data-scene', '0');
  });

  test('scenes advance automatically until paused, and pause under an open dialog', async ({ page }) => {
    await openReels(page);
    const scenes = active(page).locator('[data-scene]');
    await expect(scenes).toHaveAttribute('data-scene', '1');
    await active(page).getByRole('button', { name: 'Pause the scenes' }).click();
    const runs = (): Promise<string[]> =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((one) => one instanceof CSSAnimation && one.animationName === 'reel-fill')
          .map(({ playState }) => playState),
      );
    await expect.poll(runs).toEqual(['paused']);
    await active(page).getByRole('button', { name: 'Play the scenes' }).click();
    await expect.poll(runs).toEqual(['running']);
    await active(page).getByRole('button', { name: 'Comments' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(runs).toEqual(['paused']);
  });
});

test.describe('Reels without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  /** Goes to the last scene of the active reel and ends its timer. */
  async function endOfStory(page: Page): Promise<void> {
    await expect(active(page).getByRole('button', { name: 'Pause the scenes' })).toBeVisible();
    const bars = active(page).locator('[data-scene]');
    const last = (await bars.locator('> span').count()) - 1;
    for (let scene = Number(await bars.getAttribute('data-scene')); scene < last; scene++) await page.keyboard.press('ArrowRight');
    await expect(bars).toHaveAttribute('data-scene', `${last}`);
    await page.evaluate(() => {
      for (const one of document.getAnimations()) if (one instanceof CSSAnimation && one.animationName === 'reel-fill') one.finish();
    });
  }

  test('the next reel follows the last scene, unless a link of the reel has the focus', async ({ page }) => {
    await openReels(page);
    await endOfStory(page);
    await expect(active(page)).toHaveAttribute('data-reel', '1');
    await expect.poll(() => place(page)).toBe('1');
    await active(page).getByRole('link', { name: 'Read the story' }).focus();
    await endOfStory(page);
    await page.keyboard.press('ArrowLeft');
    await expect(active(page)).toHaveAttribute('data-reel', '1');
    await expect(active(page).getByRole('link', { name: 'Read the story' })).toBeFocused();
  });
});

test('Reduced motion disables the automatic advance of scenes', async ({ page }) => {
  await openReels(page);
  await expect(active(page).getByRole('button', { name: 'Pause the scenes' })).toHaveCount(0);
  expect(await page.evaluate(() => document.getAnimations().some((one) => one instanceof CSSAnimation && one.animationName === 'reel-fill'))).toBe(
    false,
  );
  await page.keyboard.press('ArrowRight');
  await expect(active(page).locator('[data-scene]')).toHaveAttribute('data-scene', '1');
});

test('Reels show every story once, first those in the bounds, with at most three reels in the document', async ({ stranger: page }) => {
  test.setTimeout(300_000);
  await savingData(page);
  // A small viewport, because the browser draws a hundred pictures one after another.
  await page.setViewportSize({ width: 320, height: 480 });
  const near = await openReels(page);
  const world = await cardsIn(page, { southWest: { lng: -180, lat: -90 }, northEast: { lng: 180, lat: 90 } });
  const seen: (string | null)[] = [];
  const end = page.getByRole('heading', { name: 'You have seen them all' });
  while (!(await active(page).filter({ has: end }).isVisible())) {
    seen.push(await active(page).getByRole('link', { name: 'Read the story' }).getAttribute('href'));
    expect(await page.locator('article').count()).toBeLessThanOrEqual(3);
    await page.keyboard.press('ArrowDown');
    await expect(active(page)).toHaveAttribute('data-reel', `${seen.length}`);
    await expect(active(page).getByRole('link').first()).toBeVisible();
  }
  const ids = seen.map((path) => path?.split('/').at(-1));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, near.length)).toEqual(near.map(({ id }) => id));
  expect(ids).toEqual(expect.arrayContaining(world.map(({ id }) => id)));
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(active(page)).toHaveAttribute('data-reel', '0');
  expect(await title(page)).toBe(near[0]?.title);
});

test('Reels with an index beyond the last story show the end', async ({ page }) => {
  const [first] = await cardsIn(page);
  await page.goto(reelsOf(first?.id ?? '', { activeIndex: '9999' }));
  await expect(page.getByRole('heading', { name: 'You have seen them all' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(active(page).getByRole('link', { name: 'Read the story' })).toBeVisible();
});

test('Reel shows a login prompt to visitors for like, save and follow, and shows comments without one', async ({ stranger }) => {
  await openReels(stranger);
  for (const [name, prompt] of [
    [/^Like/, 'Say what you think'],
    ['Save', 'Keep it for later'],
    [/^Follow @/, /^Follow @/],
  ] as const) {
    await active(stranger).getByRole('button', { name }).click();
    await expect(stranger.getByRole('dialog', { name: prompt })).toBeVisible();
    await stranger.keyboard.press('ArrowDown');
    await stranger.keyboard.press('Escape');
    await expect(stranger.getByRole('dialog')).toBeHidden();
  }
  await expect(active(stranger)).toHaveAttribute('data-reel', '0');
  await active(stranger).getByRole('button', { name: 'Comments' }).click();
  await expect(stranger.getByRole('dialog').getByRole('heading', { name: /^Comments/ })).toBeVisible();
});

test('Reel has working buttons for like, save, follow and comment, and a link to its stops on the map', async ({ author, reader, pageOf }) => {
  const story = await createPublicStory(author, 'A reel to love', randomCoordinates());
  const page = await pageOf(reader);
  await page.goto(`/itineraries/reels/${story.id}`);
  const like = active(page).getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(like).toHaveText('Like 1');
  await expect.poll(async () => (await author.api.getItinerary({ params: { id: story.id }, query: {} })).likeCount).toBe(1);
  await active(page).getByRole('button', { name: 'Save' }).click();
  await expect(active(page).getByRole('button', { name: 'Saved', exact: true })).toBeVisible();
  await active(page)
    .getByRole('button', { name: /^Follow @/ })
    .click();
  await expect(active(page).getByRole('button', { name: /^Following @/ })).toBeVisible();
  await active(page).getByRole('button', { name: 'Comments' }).click();
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Down to the water at dusk.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog').getByRole('article').getByText('Down to the water at dusk.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await active(page).getByRole('link', { name: 'On the map' }).click();
  await page.waitForURL((url) => url.pathname === '/' && url.searchParams.get('previewItineraryId') === story.id);
  await expect(page.getByRole('region', { name: 'Stops on the map' })).toBeVisible();
});

test('Reel draws a sketch of the route for a stop without a picture', async ({ author, page }) => {
  const story = await createStory(author.api, {
    title: 'Drawn, not taken',
    days: [['Quiet cove', 'Loud bay']],
    visibility: 'PUBLIC',
    at: randomCoordinates(),
  });
  await page.goto(`/itineraries/reels/${story.id}`);
  await expect(active(page).locator('[data-scene]')).toHaveAttribute('data-scene', '0');
  await page.keyboard.press('ArrowRight');
  await expect(active(page).getByRole('heading', { name: 'Quiet cove' })).toBeVisible();
  await expect(active(page).locator('circle[fill="#ff8b7b"]').last()).toBeVisible();
  for (const _ of [2, 3]) await page.keyboard.press('ArrowRight');
  await expect(active(page).getByText('1 day, 2 stops: that was the trip.')).toBeVisible();
});

test('Reels with data saver load each story only when it is active', async ({ page }) => {
  await savingData(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/api\/itineraries\/([\da-f-]{36})\?include/.exec(request.url()) ?? [];
    if (id) asked.push(id);
  });
  const cards = await openReels(page);
  await expect(page.locator('article')).toHaveCount(2);
  expect(asked).toEqual([cards[0]?.id]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => asked).toEqual([cards[0]?.id, cards[1]?.id]);
});

test.describe('Reels without content', () => {
  test.use({ expectedErrors: /404|400|500|ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test('an unknown id and a malformed id show an error heading', async ({ page }) => {
    await page.goto('/itineraries/reels/019a0000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1, name: 'Story not found' })).toBeVisible();
    await page.goto('/itineraries/reels/lisbon');
    await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible();
  });

  test('a failed list of further stories shows an error, and loads on a retry', async ({ page }) => {
    await page.route('**/api/itineraries/by-bounds*', (route) => route.fulfill({ status: 500 }));
    const cards = await (async () => {
      const answer = await cardsIn(page);
      await page.goto(reelsOf(answer[0]?.id ?? ''));
      return answer;
    })();
    await expect(active(page)).toHaveAttribute('data-reel', '0');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('heading', { name: 'The next story did not load' })).toBeVisible();
    await page.unroute('**/api/itineraries/by-bounds*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(active(page).getByRole('link', { name: 'Read the story' })).toBeVisible();
    expect(await title(page)).toBe(cards[1]?.title);
  });

  test('a lost network shows an offline message, and the next story loads after the reconnection', async ({ page, context }) => {
    await page.route('**/api/itineraries/by-bounds*', (route) => route.abort('internetdisconnected'));
    const [first, second] = await cardsIn(page);
    await page.goto(reelsOf(first?.id ?? ''));
    await expect(active(page)).toHaveAttribute('data-reel', '0');
    await context.setOffline(true);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.unroute('**/api/itineraries/by-bounds*');
    await context.setOffline(false);
    await expect(active(page).getByRole('link', { name: 'Read the story' })).toBeVisible();
    expect(await title(page)).toBe(second?.title);
  });
});

for (const { theme, viewport } of themesAndViewports)
  test.describe(`reels, ${theme}, ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: theme });

    test('axe reports no serious finding in scenes, comments and end', async ({ page }) => {
      await openReels(page);
      const found = await axeFindings(page, 'reel');
      await page.keyboard.press('ArrowRight');
      await expect(active(page).getByText('Day 1', { exact: true })).toBeVisible();
      found.push(...(await axeFindings(page, 'scene')));
      await active(page).getByRole('button', { name: 'Comments' }).click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: /^Comments/ })).toBeVisible();
      found.push(...(await axeFindings(page, 'comments')));
      await page.goto(reelsOf((await cardsIn(page))[0]?.id ?? '', { activeIndex: '9999' }));
      await expect(page.getByRole('heading', { name: 'You have seen them all' })).toBeVisible();
      found.push(...(await axeFindings(page, 'end')));
      expect(found).toEqual([]);
    });
  });
