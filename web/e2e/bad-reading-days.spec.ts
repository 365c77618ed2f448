import { expect, test } from './author.ts';
import { createStory, seededStop } from './stories.ts';
import { signIn } from './visitor.ts';

// Expected, because these tests cause failed requests.
test.use({ expectedErrors: /Failed to load resource/ });

test.describe('Reading page', () => {
  test('shows an outage, and the story after the outage has ended', async ({ author, page }) => {
    const { id } = await createStory(author.api, { title: 'After the calm', days: [['Pier']], visibility: 'PUBLIC' });
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    const story = `**/api/itineraries/${id}*`;
    await page.route(story, (route) => route.abort('connectionrefused'));
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/itineraries/${id}`);
    await expect(page.getByText('Waystory cannot be reached right now.').first()).toBeVisible();
    await page.unroute(story);
    await expect(page.getByRole('heading', { level: 1, name: 'After the calm' })).toBeVisible();
  });

  test('on a slow network shows server-rendered text or skeletons, with a layout shift below 0.05', async ({ author, page }) => {
    const { id } = await createStory(author.api, { title: 'Slow boat', days: [['Quay', 'Lock', 'Weir']], visibility: 'PUBLIC' });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (Reflect.get(entry, 'hadRecentInput') === false) shifts.push(Number(Reflect.get(entry, 'value')));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // Skeleton of the page content; the skeleton shown while the page script loads may disappear too early to be observed.
    const skeleton = page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /loading/i });
    for (const [path, heading, meanwhile] of [
      [`/itineraries/${id}`, 'Slow boat', page.getByRole('heading', { level: 1, name: 'Slow boat' })],
      [`/itineraries/${id}/edit`, 'Edit “Slow boat”', skeleton],
    ] as const) {
      const held: (() => void)[] = [];
      await page.route('**/api/itineraries/**', async (route) => {
        await new Promise<void>((go) => held.push(go));
        await route.continue();
      });
      await page.goto(path);
      await expect.poll(() => held.length).toBeGreaterThan(0);
      await expect(meanwhile.first()).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      for (const go of held) go();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
      await page.waitForLoadState('networkidle');
      const shift = await page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0)); // as: set by the init script
      expect(shift).toBeLessThan(0.05);
    }
  });

  test('shows an icon in place of a picture that fails to load', async ({ page, origin }) => {
    const { itineraryId, id, title } = await seededStop(origin);
    await page.route('**/photos/**', (route) => route.abort());
    await page.goto(`/itineraries/${itineraryId}/stops/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').locator('svg.lucide-image-off').first()).toBeVisible();
  });

  test('has Open Graph, canonical and JSON-LD metadata in its HTML', async ({ author, request, origin }) => {
    const { id, stopIds } = await createStory(author.api, { title: 'Told <aloud> & "clear"', days: [['The "first" stop']], visibility: 'PUBLIC' });
    const pageOf = async (path: string): Promise<string> => (await request.get(path)).text();
    // Polled, because the read model of public pages lags behind a write.
    await expect.poll(() => pageOf(`/itineraries/${id}`)).toContain('1 day and 1 stop');
    const story = await pageOf(`/itineraries/${id}`);
    const title = 'Told &#60;aloud&#62; &#38; &#34;clear&#34; · Waystory';
    expect(story).toContain(`<title>${title}</title>`);
    expect(story).toContain(`<meta property="og:title" content="${title}" />`);
    expect(story).toContain(`<meta property="og:image" content="${origin}/flags/SH.svg" />`);
    expect(story).toContain(`<link rel="canonical" href="${origin}/itineraries/${id}" />`);
    expect(story).toContain('"@type":"TouristTrip"');
    const stop = await pageOf(`/itineraries/${id}/stops/${stopIds[0]}`);
    expect(stop).toContain('og:title" content="The &#34;first&#34; stop · Told');
    expect(stop).toContain('"@type":"TouristAttraction"');
  });
});

test('sign-in at the provider returns to the page where it began', async ({ stranger, origin }) => {
  await stranger.goto(`${origin}/my-itineraries`);
  await stranger.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await signIn(stranger);
  await stranger.waitForURL('**/my-itineraries');
});
