import { expect, signIn, test } from './visitor.ts';

const someId = '019a0000-0000-7000-8000-000000000000';
/** spec 2.1: paths that need no sign-in. */
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

// Expected, because the ids in these paths do not exist.
test.use({ expectedErrors: /404/ });

for (const path of publicPaths) {
  for (const address of path === '/' ? [path] : [path, `${path}/`]) {
    test(`${address} needs no sign-in`, async ({ page }) => {
      await page.goto(address);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
      expect(new URL(page.url()).pathname).toBe(address);
    });
  }
}

for (const path of protectedPaths) {
  test(`${path} redirects to the sign-in, and back with its query`, async ({ page }) => {
    await page.goto(`${path}?chat-input=42`);
    await page.waitForURL(/\/idp\/interaction\//);
    await signIn(page);
    await page.waitForURL((url) => url.pathname === path && url.searchParams.get('chat-input') === '42');
  });
}

test('Page that needs a sign-in shows a loading message until the redirect', async ({ page }) => {
  await page.route('**/idp/.well-known/**', async (route) => {
    await expect(page.getByText('Loading, please wait...')).toBeVisible();
    await route.continue();
  });
  await page.goto('/itineraries/create/manual');
  await page.waitForURL(/\/idp\/interaction\//);
});

test('Sign-in with another host in the query returns to the requested path', async ({ page }) => {
  await page.goto('/itineraries/create/manual?next=//evil.example');
  await page.waitForURL(/\/idp\/interaction\//);
  await signIn(page);
  await page.waitForURL((url) => url.pathname === '/itineraries/create/manual');
});
