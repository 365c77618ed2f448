import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

/** Requests to other hosts, and errors of pages. */
export interface PageProblems {
  outside: string[];
  errors: string[];
}

/** Fixtures of every test; `expectedErrors` matches the allowed errors of a file or block. */
export interface Visitor {
  /** Origin of the product. */
  origin: string;
  watch: PageProblems;
  expectedErrors: RegExp | null;
  /** Page of another visitor: in a separate browser context, with the same check for requests and errors. */
  stranger: Page;
}

function watchOver(context: BrowserContext, origin: string, { outside, errors }: PageProblems): void {
  context.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) outside.push(request.url());
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
}

/** Cookies of a visitor who has answered the consent question and has seen the welcome dialog. */
export const visitorCookies = (url: string) => [
  { name: 'waystory_consent', value: 'declined', url },
  { name: 'waystory_visited', value: '1', url },
];

/** Test with a page of a visitor who has answered the consent question. Requests to other hosts and unexpected errors fail it. */
export const test = base.extend<Visitor>({
  // Blocked, because requests of a service worker bypass the routes of a test. `offline.spec.ts` tests with service workers.
  serviceWorkers: 'block',
  origin: async ({ baseURL }, use) => use(new URL(baseURL ?? '').origin),
  expectedErrors: [null, { option: true }],
  watch: [
    async ({ context, origin, expectedErrors }, use) => {
      const watch: PageProblems = { outside: [], errors: [] };
      watchOver(context, origin, watch);
      await use(watch);
      expect(watch.outside).toEqual([]);
      expect(watch.errors.filter((error) => !expectedErrors?.test(error))).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, origin }, use) => {
    await context.addCookies(visitorCookies(origin));
    await use(context);
  },
  stranger: async ({ browser, origin, watch, contextOptions }, use) => {
    const context = await browser.newContext({ ...contextOptions, baseURL: origin });
    await context.addCookies(visitorCookies(origin));
    watchOver(context, origin, watch);
    await use(await context.newPage());
    await context.close();
  },
});
export { expect };

/** Fills in the provider's sign-up page and signs in. Returns the user name to choose in the product. */
export async function register(page: Page, name: string): Promise<string> {
  const userName = `${name}_${Date.now().toString(36)}`;
  await page.getByLabel('Name', { exact: true }).fill(`${name} Tester`);
  await page.getByLabel('E-mail').fill(`${userName}@waystory.example`);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !/^\/(idp|auth)/.test(url.pathname));
  return userName;
}

/** Signs up a new person and returns their user name. */
export async function signUp(page: Page, name: string): Promise<string> {
  const userName = await register(page, name);
  await page.getByLabel('Username').fill(userName);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  return userName;
}

/** Signs in as a predefined user of the embedded provider. */
export async function signIn(page: Page, name: 'traveller' | 'moderator' | 'admin' = 'traveller'): Promise<void> {
  await page.getByLabel('E-mail').fill(`${name}@waystory.example`);
  await page.getByLabel('Password').fill('waystory');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !/^\/(idp|auth)/.test(url.pathname));
}
