import { anonymousApi } from './author.ts';
import { expect, test } from './visitor.ts';

test('Sidebar opened with Ctrl+B stays open after a reload', async ({ page }) => {
  await page.goto('/help');
  const rail = page.getByRole('navigation', { name: 'Main navigation' }).first();
  await expect(rail).toHaveAttribute('data-expanded', 'false');
  await page.keyboard.press('Control+b');
  await expect(rail).toHaveAttribute('data-expanded', 'true');
  await page.reload();
  await expect(rail).toHaveAttribute('data-expanded', 'true');
});

test('Language menu lists German and French as disabled and coming soon', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('button', { name: 'Language: EN' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('menuitemradio', { name: /Deutsch/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('menuitemradio', { name: /Français/ })).toContainText('Coming soon');
});

test('Footer is visible on the help page and hidden on the map', async ({ page }) => {
  await page.goto('/help');
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toBeHidden();
});

test('Page that loads slowly shows a notice until it has loaded', async ({ page, origin }) => {
  const api = anonymousApi(origin);
  const [card] = (await api.listItineraryProjections({ query: { limit: 1 } })).items;
  const { accountId, accountUserName } = await api.getItinerary({ params: { id: card?.id ?? '' } });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  // A user page, because the HTML of the server contains a story but no account data.
  await page.route('**/api/accounts/**', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto(`/users/${accountId}`);
  const notice = page.getByText('Still loading, this takes a little longer...');
  await expect(notice).toBeVisible();
  await page.screenshot({ path: 'web/e2e/out/screens/slow.png' });
  answer();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(accountUserName ?? '');
  await expect(notice).toBeHidden();
});

test.describe('First visit', () => {
  test.use({
    context: async ({ browser }, use) => {
      const context = await browser.newContext();
      await use(context);
      await context.close();
    },
  });

  test('shows the cookie consent, then the welcome dialog, and neither after a reload', async ({ page, baseURL }) => {
    await page.goto(`${baseURL}/help`);
    await expect(page.getByRole('heading', { name: 'Cookie Consent' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'I Agree' }).click();
    await expect(page.getByRole('dialog', { name: 'Welcome to Waystory' })).toBeVisible();
    await page.getByRole('button', { name: /Create Your Adventure/ }).click();
    await page.waitForURL('**/itineraries/create');
    await page.reload();
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Cookie Consent' })).toBeHidden();
    const cookies = await page.context().cookies();
    const days = (name: string) => Math.round(((cookies.find((cookie) => cookie.name === name)?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000);
    expect([days('waystory_consent'), days('waystory_visited'), days('waystory_sidebar')]).toEqual([30, 365, 7]);
  });
});

test.describe('At 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the tab bar links the main pages', async ({ page }) => {
    await page.goto('/help');
    const tabs = page.getByRole('navigation', { name: 'Main navigation' }).last();
    for (const name of ['Explore', 'My Itineraries', 'Create', 'Search', 'Profile']) await expect(tabs.getByRole('link', { name })).toBeVisible();
    await tabs.getByRole('link', { name: 'Profile' }).click();
    await page.waitForURL('**/profile');
    await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  });

  test('the sidebar is a dialog with all pages and the language, and does not change the state of the desktop sidebar', async ({ page }) => {
    await page.goto('/help');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const sidebar = page.getByRole('dialog', { name: 'Waystory' });
    await expect(sidebar).toBeVisible();
    expect((await sidebar.boundingBox())?.width).toBe(18 * 16);
    for (const name of ['Explore', 'My Itineraries', 'Create', 'Search', 'Profile', 'Help'])
      await expect(sidebar.getByRole('link', { name })).toBeVisible();
    await expect(sidebar.getByRole('button', { name: 'Language: EN' })).toBeVisible();
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: `web/e2e/out/screens/sidebar-${theme}-360.png` });
    }
    await page.keyboard.press('Control+b');
    await expect(sidebar).toBeHidden();
    await page.keyboard.press('Control+b');
    await sidebar.getByRole('link', { name: 'Search' }).click();
    await page.waitForURL('**/search');
    await expect(sidebar).toBeHidden();
    // The cookie of the desktop sidebar is unchanged.
    const kept = (await page.context().cookies()).find(({ name }) => name === 'waystory_sidebar');
    expect(kept?.value).toBe('collapsed');
  });
});
