import { expect, test } from './author.ts';
import { createPublicStory } from './stories.ts';
import { openStory } from './story-page.ts';

/** Chunk of the route animation. */
const animation = /journey-overlay/;

test.describe('Route animation', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('plays on demand, and its chunk loads only then', async ({ page, author }) => {
    const loaded: string[] = [];
    page.on('request', (request) => animation.test(request.url()) && loaded.push(request.url()));
    await openStory(page, await createPublicStory(author, 'A way that is played'));
    const play = page.getByRole('button', { name: 'Play the whole route' });
    await expect(play).toBeVisible();
    expect(loaded).toEqual([]);
    await play.click();
    await expect(page.getByRole('button', { name: 'Stop playing' })).toBeVisible();
    expect(loaded).toHaveLength(1);
    await expect(play).toBeVisible();
  });

  test.describe('whose chunk fails to load', () => {
    test.use({ expectedErrors: animation });

    test('shows an error message, and the map stays usable', async ({ page, author }) => {
      await page.route(animation, (route) => route.abort());
      await openStory(page, await createPublicStory(author, 'A way that cannot be played'));
      await page.getByRole('button', { name: 'Play the whole route' }).click();
      await expect(page.getByText('The animation could not be loaded', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
    });
  });
});

test('Reduced motion disables the route animation', async ({ page, author }) => {
  await openStory(page, await createPublicStory(author, 'A way that stays'));
  await expect(page.getByRole('button', { name: 'Show the whole route' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play the whole route' })).toBeHidden();
});
