import { expect, signIn, test } from './visitor.ts';

const someId = '019a0000-0000-7000-8000-000000000000';
/** spec 2.1 */
const publicPaths = [
  '/',
  '/help',
  '/search',
  '/terms',
  '/privacy',
  '/itineraries/create',
  '/my-itineraries',
  '/profile',
  `/itineraries/${someId}`,
  `/itineraries/${someId}/stops/${someId}`,
  `/itineraries/reels/${someId}`,
  `/users/${someId}`,
];
const protectedPaths = [
  '/following',
  '/itineraries/create/manual',
  `/itineraries/${someId}/edit`,
  `/itineraries/${someId}/days/${someId}/edit`,
  `/itineraries/${someId}/days/${someId}/stops/${someId}/form`,
  `/itineraries/${someId}/days/${someId}/stops/form`,
  `/lists/${someId}`,
  '/no/such/page',
];

// These addresses contain ids of nothing.
test.use({ expectedErrors: /404/ });

for (const path of publicPaths) {
  for (const address of path === '/' ? [path] : [path, `${path}/`]) {
    test(`${address} is open to everyone`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
      expect(new URL(page.url()).pathname).toBe(address);
    });
  }
}

for (const path of protectedPaths) {
  test(`${path} asks for a sign-in and is remembered`, async ({ page }) => {
    await page.goto(`${path}?chat-input=42`);
    await page.waitForURL(/\/idp\/interaction\//);
    await signIn(page);
    await page.waitForURL((url) => url.pathname === path && url.searchParams.get('chat-input') === '42');
  });
}

test('Loading screen names the page during the sign-in', async ({ page }) => {
  await page.route('**/idp/.well-known/**', async (route) => {
    await expect(page.getByText('Loading, please wait...')).toBeVisible();
    await route.continue();
  });
  await page.goto('/itineraries/create/manual');
  await page.waitForURL(/\/idp\/interaction\//);
});

test('Crafted sign-in cannot redirect to another site', async ({ page }) => {
  await page.goto('/itineraries/create/manual?next=//evil.example');
  await page.waitForURL(/\/idp\/interaction\//);
  await signIn(page);
  await page.waitForURL((url) => url.pathname === '/itineraries/create/manual');
});
