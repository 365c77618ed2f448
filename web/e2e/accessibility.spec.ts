import type { Page } from '@playwright/test';
import { expect, test } from './author.ts';
import { axeFindings, navigateTo, themesAndViewports, tourPages } from './tour.ts';

for (const { theme, viewport } of themesAndViewports)
  test.describe(`${theme}, ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme: theme });

    test('axe reports no serious finding in dialogs and the sign-in page', async ({ page, stranger, author, origin }) => {
      const found: string[] = [];
      const [, , , stop] = await tourPages(author.api, origin);
      await stranger.goto('/itineraries/create');
      await stranger.getByRole('button', { name: 'Start writing' }).click();
      await expect(stranger.getByRole('dialog')).toBeVisible();
      found.push(...(await axeFindings(stranger, 'login-prompt')));
      await page.goto(stop?.path ?? '');
      await page.getByRole('button', { name: 'Get directions' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      found.push(...(await axeFindings(page, 'directions')));
      await page.keyboard.press('Escape');
      await navigateTo(page, '/itineraries/create/manual');
      await page.getByRole('button', { name: 'Add a picture' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      found.push(...(await axeFindings(page, 'photo-dialog')));
      await stranger.goto('/itineraries/create/manual');
      await stranger.waitForURL(/\/idp\/interaction\//);
      found.push(...(await axeFindings(stranger, 'sign-in')));
      expect(found).toEqual([]);
    });
  });

/**
 * Name of the focused element, and whether it is in the window and its focus changes an outline, shadow or border colour. Null without a focused
 * element.
 */
const focused = (page: Page) =>
  page.evaluate(async () => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const looksOf = (): string => {
      // The focus ring may be on the element, its parent or its children.
      const around = [element, element.parentElement, ...element.querySelectorAll(':scope > *')].filter((one) => one !== null);
      return around.map((one) => [getComputedStyle(one).outline, getComputedStyle(one).boxShadow, getComputedStyle(one).borderColor].join()).join();
    };
    const box = element.getBoundingClientRect();
    const isInside = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    const withFocus = looksOf();
    element.blur();
    looksOf();
    // Waits for style transitions, which take a frame or two even with reduced motion.
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
    const without = looksOf();
    element.focus();
    return {
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`,
      isSeen: isInside && withFocus !== without,
    };
  });

for (const name of ['home-world', 'itinerary', 'stop', 'create-manual', 'edit-board', 'stop-form-new', 'my-itineraries', 'profile'])
  test(`Focus is always visible while tabbing through ${name}`, async ({ page, author, origin }) => {
    const sight = (await tourPages(author.api, origin)).find((one) => one.name === name);
    await page.goto(sight?.path ?? '');
    await sight?.ready(page);
    const unseen: string[] = [];
    for (let steps = 0; steps < 25; steps++) {
      await page.keyboard.press('Tab');
      const now = await focused(page);
      if (now && !now.isSeen) unseen.push(now.name);
    }
    expect(unseen).toEqual([]);
  });
