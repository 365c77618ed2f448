import type { Page } from '@playwright/test';
import { expect, restoreSession, signUpAuthor, test } from './author.ts';
import { homeUrlAround } from './maps.ts';
import { createStory, seededStop } from './stories.ts';
import { axeFindings, themesAndViewports } from './tour.ts';

const referral = 'utm_source=waystory&utm_medium=referral';
const photographer = { name: 'Annie Spratt', url: `https://unsplash.com/@anniespratt?${referral}` };

/** Photo metadata in the service's format. The image file is a drawing, because no request may leave the machine. */
const photograph = (url: string) => ({
  ...{ id: crypto.randomUUID(), url, previewUrl: url.replace(/\d+\.webp$/, '640.webp'), thumbnailUrl: url.replace(/\d+\.webp$/, '240.webp') },
  ...{ width: 1_200, height: 800, source: 'unsplash', description: null, unsplashId: 'a', photographerUsername: 'anniespratt', downloadUrl: null },
  ...{ authorName: photographer.name, authorUrl: photographer.url, attribution: `Photo by ${photographer.name} on Unsplash` },
  sourceUrl: `https://unsplash.com/photos/a?${referral}`,
});

/** Replaces the metadata of every drawing in a response by that of a photo. */
function photographed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(photographed);
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, photographed(one)]));
  const { imageUrl } = all;
  return 'image' in all && typeof imageUrl === 'string' && imageUrl.startsWith('/photos/') ? { ...all, image: photograph(imageUrl) } : all;
}

const showPhotographs = (page: Page) =>
  page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('application/json')) return route.fulfill({ response });
    await route.fulfill({ response, json: photographed(await response.json()) });
  });

const lisbon = { latitude: 38.7223, longitude: -9.1393 };
const drawn = '/photos/coast-day-landscape-84-1200.webp';

/**
 * The light theme at 360 px and the dark theme at the other width. Credits do not depend on the theme, and the contrast is checked once per theme.
 */
const looked = themesAndViewports.filter(({ theme, viewport }) => (theme === 'light') === (viewport.width === 360));

for (const { theme, viewport } of looked)
  test(`${theme}, ${viewport.width} px: each photo has a link to its photographer and to Unsplash`, async ({ browser, origin, contextOptions }) => {
    test.setTimeout(300_000);
    // A separate account, because stories of the shared author show country illustrations without a credit.
    const author = await signUpAuthor(browser, origin, 'credited');
    // Service workers are blocked, because their requests bypass the routes of a test.
    const context = await browser.newContext({ ...contextOptions, baseURL: origin, viewport, colorScheme: theme, serviceWorkers: 'block' });
    await restoreSession(context, author);
    const page = await context.newPage();
    await showPhotographs(page);
    const { id, dayIds, stopIds } = await createStory(author.api, { title: 'Credit where it is due', days: [['Harbour']] });
    await author.api.patchItinerary({ params: { id }, body: { imageUrl: drawn } });
    await author.api.patchStop({ params: { itineraryId: id, id: stopIds[0] ?? '' }, body: { imageUrl: drawn } });
    const { accountId, itineraryId, id: stopId, title: stopTitle } = await seededStop(origin);
    const story = await author.api.getItinerary({ params: { id: itineraryId } });

    const sees = async (name: string, within: 'main' | 'dialog' = 'main'): Promise<void> => {
      const part = page.getByRole(within).last();
      const pictures = part.locator('img[src^="/photos/"]');
      const credits = part.getByRole('link', { name: `Photo: ${photographer.name}` });
      await expect(pictures.first()).toBeVisible();
      await expect(credits.first()).toBeVisible();
      expect(await credits.first().getAttribute('href')).toBe(photographer.url);
      expect(await part.getByRole('link', { name: 'Unsplash' }).first().getAttribute('href')).toContain(referral);
      await expect.poll(async () => (await credits.count()) >= (await pictures.count())).toBe(true);
      expect(await axeFindings(page, name)).toEqual([]);
      await page.screenshot({ path: `web/e2e/out/screens/credit-${name}-${theme}-${viewport.width}.png` });
    };

    await page.goto(homeUrlAround(lisbon, 0.09));
    await sees('home-city');
    await page.goto(`/?previewItineraryId=${itineraryId}`);
    const seeded = page.getByRole('region', { name: 'Stops on the map' }).getByRole('button', { name: stopTitle });
    await expect(seeded.first()).toBeVisible();
    await sees('home-stops');
    await seeded.first().click();
    await sees('place', 'dialog');
    await page.goto(`/itineraries/${itineraryId}`);
    await sees('itinerary');
    await page.goto(`/itineraries/${itineraryId}/stops/${stopId}`);
    await sees('stop');
    // Searched by title: other tests write about the same city, without pictures.
    await page.goto(`/search?q=${encodeURIComponent(story.title)}`);
    await sees('search');
    // Scrolls the part into view, because pictures load lazily.
    const lookAt = (part: string) => page.getByRole('region', { name: part }).getByRole('listitem').first().scrollIntoViewIfNeeded();
    await page.goto(`/users/${accountId}`);
    await lookAt('Stories');
    await sees('user');
    await page.goto('/my-itineraries');
    await sees('my-itineraries');
    await page.goto('/profile');
    await lookAt('My itineraries');
    await sees('profile');
    await page.goto(`/itineraries/${id}/edit`);
    await sees('edit');
    await page.goto(`/itineraries/${id}/days/${dayIds[0]}/edit`);
    await sees('edit-day');
    await context.close();
  });
