import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Api } from './author.ts';
import { homeUrlAround } from './maps.ts';
import { createStory, seededStop } from './stories.ts';

/** A page to inspect, with its path and a check that it has loaded. */
export interface TourPage {
  name: string;
  path: string;
  /** Waits for an element that only the loaded page has. */
  ready: (page: Page) => Promise<void>;
}

const shows =
  (role: 'heading' | 'button' | 'link' | 'region' | 'dialog' | 'combobox', name: string | RegExp) =>
  (page: Page): Promise<void> =>
    expect(page.getByRole(role, { name }).first()).toBeVisible();

const mapReady = (page: Page): Promise<void> => expect(page.locator('.map-view')).toHaveAttribute('data-ready', 'true');

/** Every route of spec 2.1 for a signed-in person. */
export async function tourPages(api: Api, origin: string): Promise<TourPage[]> {
  const { accountId, itineraryId, id: stopId, title } = await seededStop(origin);
  const own = await createStory(api, {
    title: 'Four days on the island',
    days: [['Harbour', 'Lava field', 'Old church'], ['Potato patches', 'Hut'], []],
  });
  const { id: listId } = await api.createCollection({ body: { title: 'Before the ferry', note: 'In this order' } });
  for (const thing of [{ kind: 'itinerary', targetId: itineraryId } as const, { kind: 'stop', targetId: stopId } as const])
    await api.addCollectionEntry({ params: { id: listId }, body: { ...thing, note: 'Ask for the view' } });
  const edit = `/itineraries/${own.id}`;
  const day = `${edit}/days/${own.dayIds[0]}`;
  return [
    {
      name: 'home-world',
      path: '/',
      ready: async (page) => {
        await shows('button', /itineraries/)(page);
        await mapReady(page);
      },
    },
    {
      name: 'home-city',
      path: homeUrlAround({ latitude: 38.7223, longitude: -9.1393 }, 0.09),
      ready: async (page) => {
        await shows('link', /days/)(page);
        await mapReady(page);
      },
    },
    {
      name: 'itinerary',
      path: `/itineraries/${itineraryId}`,
      ready: async (page) => {
        await expect(page.getByRole('article').first()).toBeAttached();
        await expect(
          page
            .locator('.map-view')
            .or(page.getByRole('button', { name: 'Map', exact: true }))
            .first(),
        ).toBeVisible();
      },
    },
    {
      name: 'stop',
      path: `/itineraries/${itineraryId}/stops/${stopId}`,
      ready: (page) => expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible(),
    },
    { name: 'help', path: '/help', ready: shows('heading', 'Help') },
    { name: 'search', path: '/search', ready: shows('heading', 'Where to?') },
    { name: 'terms', path: '/terms', ready: shows('heading', 'Terms') },
    { name: 'privacy', path: '/privacy', ready: shows('heading', 'Privacy') },
    { name: 'create', path: '/itineraries/create', ready: shows('button', 'Start writing') },
    { name: 'create-manual', path: '/itineraries/create/manual', ready: shows('button', 'Create story') },
    { name: 'my-itineraries', path: '/my-itineraries', ready: shows('link', own.title) },
    { name: 'following', path: '/following', ready: shows('heading', 'Following') },
    { name: 'saved', path: '/my-itineraries#saved', ready: shows('link', 'Before the ferry') },
    { name: 'list', path: `/lists/${listId}`, ready: shows('link', title) },
    { name: 'profile', path: '/profile', ready: shows('heading', 'About you') },
    { name: 'edit-board', path: `${edit}/edit`, ready: shows('region', 'Day 3') },
    { name: 'edit-day', path: `${day}/edit`, ready: shows('heading', 'The day at a glance') },
    { name: 'stop-form-new', path: `${day}/stops/form`, ready: shows('combobox', 'Place') },
    { name: 'stop-form', path: `${day}/stops/${own.stopIds[0]}/form`, ready: shows('heading', 'Edit stop') },
    { name: 'reels', path: `/itineraries/reels/${itineraryId}`, ready: shows('link', 'Read the story') },
    {
      name: 'user',
      path: `/users/${accountId}`,
      ready: async (page) => {
        // The heading distinguishes this page, because the page before may also show stories.
        await shows('heading', /^@/)(page);
        await expect(page.getByRole('article').first()).toBeVisible();
      },
    },
    { name: 'missing', path: '/no/such/page', ready: shows('heading', 'Page not found') },
  ];
}

/** The four combinations of theme and viewport. */
export const themesAndViewports = (['light', 'dark'] as const).flatMap((theme) =>
  [360, 1440].map((width) => ({ theme, viewport: { width, height: width === 360 ? 740 : 900 } })),
);

/** Navigates within the app, without loading the page again. */
export async function navigateTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Serious and critical axe findings of a page, one per line. */
export async function axeFindings(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('.maplibregl-canvas').analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${name}: ${id} ${target.join(' ')} ${html.slice(0, 160)}`));
}
