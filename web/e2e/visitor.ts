import { test as base, expect, type Page } from '@playwright/test';

/** What the page asked for outside of this machine, and what it said was wrong. */
export interface Watch {
  outside: string[];
  errors: string[];
}

/** Pages of somebody who has answered about cookies; nothing may leave the machine, and nothing may fail unseen. */
export const test = base.extend<{ watch: Watch; expectedErrors: RegExp[] }>({
  expectedErrors: [[], { option: true }],
  watch: [
    async ({ context, baseURL, expectedErrors }, use) => {
      const watch: Watch = { outside: [], errors: [] };
      const own = new URL(baseURL ?? '').origin;
      context.on('request', (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== own) watch.outside.push(request.url());
      });
      context.on('weberror', (error) => watch.errors.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error') watch.errors.push(message.text());
      });
      await use(watch);
      expect(watch.outside).toEqual([]);
      expect(watch.errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, baseURL }, use) => {
    await context.addCookies([
      { name: 'waystory_consent', value: 'declined', url: baseURL ?? '' },
      { name: 'waystory_visited', value: '1', url: baseURL ?? '' },
    ]);
    await use(context);
  },
});
export { expect };

/** Signs up as somebody new through the provider's own page and answers their user name. */
export async function signUp(page: Page, name: string): Promise<string> {
  const userName = `${name}_${Date.now().toString(36)}`;
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Last name').fill('Tester');
  await page.getByLabel('E-mail').fill(`${userName}@waystory.example`);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Username').fill(userName);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  return userName;
}

/** Signs in as a ready user of the embedded provider. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('traveller@waystory.example');
  await page.getByLabel('Password').fill('waystory');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !/^\/(idp|auth)/.test(url.pathname));
}
