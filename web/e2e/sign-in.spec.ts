import { signUpAuthor } from './author.ts';
import { expect, test } from './people.ts';
import { register } from './visitor.ts';

test.use({ expectedErrors: /Failed to parse auth state|The username was not saved|Failed to load resource/ });

/** Request of the silent frame for an existing session at the provider. */
const silently = /[?&]prompt=none/;

test('Sign-in with an invalid state stays at /auth/callback, logs an error and links to the map', async ({ author, page, watch }) => {
  expect(author.userName).not.toBe('');
  // The provider has a session, so one press is enough. Only the silent request is refused.
  await page.route(silently, (route) => {
    const state = new URL(route.request().url()).searchParams.get('state') ?? '';
    return route.fulfill({ status: 302, headers: { location: `/auth/silent.html?${new URLSearchParams({ error: 'login_required', state })}` } });
  });
  await page.addInitScript(() => {
    if (location.pathname !== '/auth/callback') return;
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('oidc.')))
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), data: 'not a state' }));
  });
  await page.goto('/help');
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/auth/callback');
  expect(watch.errors.filter((error) => error.startsWith('Failed to parse auth state'))).toHaveLength(1);
  await page.screenshot({ path: 'web/e2e/out/screens/signed-in-nowhere.png' });
  await page.getByRole('link', { name: 'Explore the map' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('button', { name: 'Account menu' }).first()).toBeVisible();
});

test('Silent sign-in answered after 8 seconds still signs in', async ({ author, page }) => {
  expect(author.userName).not.toBe('');
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(silently, async (route) => {
    ask();
    await answered;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/help');
  await asked;
  await page.clock.fastForward('00:08');
  answer();
  await expect(page.getByRole('button', { name: 'Account menu' }).first()).toBeVisible();
});

test('Onboarding shows an error for a taken username, and a message for a saved one', async ({ author, stranger }) => {
  await stranger.goto('/profile');
  await stranger.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  const userName = await register(stranger, 'copycat');
  await stranger.getByLabel('Username').fill(author.userName);
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await expect(stranger.getByText('Your username could not be saved. Please try again.', { exact: true })).toBeVisible();
  await expect(stranger.getByText('This username is taken. Please choose another one.')).toBeVisible();
  await stranger.getByLabel('Username').fill(userName);
  await stranger.getByRole('button', { name: 'Continue' }).click();
  await expect(stranger.getByText('Welcome aboard! Your username is saved.', { exact: true })).toBeVisible();
  await stranger.getByLabel('About me').fill('Slow trains and early mornings');
  await stranger.getByRole('button', { name: 'Save' }).click();
  await expect(stranger.getByText('Your profile is saved.', { exact: true })).toBeVisible();
});

test('Provider pages show the password on demand, an e-mail link for a forgotten password, and one field for the name', async ({ stranger }) => {
  await stranger.goto('/profile');
  await stranger.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  const password = stranger.getByLabel('Password');
  await password.fill('correct horse');
  await stranger.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toBeFocused();
  await stranger.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  expect(await stranger.evaluate(() => document.fonts.check('16px "Plus Jakarta Sans"'))).toBe(true);

  await stranger.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(stranger.getByRole('link', { name: 'hello@waystory.example' })).toHaveAttribute('href', 'mailto:hello@waystory.example');
  await stranger.getByRole('link', { name: 'Back to signing in' }).click();
  await stranger.getByRole('link', { name: 'Create an account' }).click();
  await expect(stranger.getByRole('textbox')).toHaveCount(3);
  await expect(stranger.getByLabel('Name', { exact: true })).toBeFocused();
});

test('Provider pages have the theme chosen in the product', async ({ stranger }) => {
  await stranger.goto('/help');
  await stranger.evaluate(() => localStorage.setItem('waystory.theme', 'dark'));
  await stranger.goto('/profile');
  await stranger.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await stranger.getByLabel('E-mail').waitFor();
  await expect(stranger.locator('body')).toHaveCSS('background-color', 'rgb(12, 20, 34)');
});

test('Account is deleted only after its exact user name was typed', async ({ browser, origin, pageOf }) => {
  const leaver = await signUpAuthor(browser, origin, 'leaver');
  const page = await pageOf(leaver);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const sure = page.getByRole('button', { name: 'Delete everything' });
  await expect(sure).toBeDisabled();
  await page.getByLabel(`Type ${leaver.userName} to confirm`).fill('leaver');
  await expect(sure).toBeDisabled();
  await page.getByLabel(`Type ${leaver.userName} to confirm`).fill(leaver.userName);
  await sure.click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
});
