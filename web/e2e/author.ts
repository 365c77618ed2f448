import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { type Client, createClient } from '@waystory/proto/kit/client.ts';
import { retryingFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { type EntityRoutes, entityRoutes } from '@waystory/proto/testing/entity-routes.ts';
import { signUp, visitorCookies, test as visitorTest } from './visitor.ts';

export type Api = Client<EntityRoutes>;

/** A signed-up user with browser state and API client. */
export interface Author {
  userName: string;
  /** API client with the access token of this user. */
  api: Api;
  /** Cookies and local storage after the sign-in: the provider's session, and the subject of the last sign-in. */
  signedIn: Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;
}

/** Restores the browser state of a signed-in person, so that pages of this context sign in silently. */
export const restoreSession = (context: BrowserContext, { signedIn }: Author): Promise<void> => context.setStorageState(signedIn);

/** Longest retry of a read while the read model is behind a write, as in the app, milliseconds. */
const patience = 20_000;

const apiAt = (origin: string, token?: string): Api =>
  createClient(entityRoutes, { baseUrl: `${origin}/api`, fetch: retryingFetch(fetch, patience), ...(token && { token: async () => token }) });

/** API client without an access token. */
export const anonymousApi = (origin: string): Api => apiAt(origin);

const tokenIn = (request: Request): string | undefined => /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];

/** Signs a user in or up in a separate browser context; returns their browser state and API client. */
export async function openAuthorSession(browser: Browser, origin: string, signInOrUp: (page: Page) => Promise<string>): Promise<Author> {
  // Set explicitly, because the options of the first test also apply to this context.
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: true, serviceWorkers: 'block' });
  await context.addCookies(visitorCookies(origin));
  const page = await context.newPage();
  await page.goto('/profile');
  // The token is taken from the first API request. The wait has no timeout of its own, because the first sign-in of a worker is slow.
  const { promise: called, resolve: call } = Promise.withResolvers<string>();
  page.on('request', (request) => {
    const token = tokenIn(request);
    if (token && request.url().includes('/api/')) call(token);
  });
  const userName = await signInOrUp(page);
  const token = await called;
  const signedIn = await context.storageState();
  await context.close();
  return { userName, signedIn, api: apiAt(origin, token) };
}

/** Signs up a new person. */
export const signUpAuthor = (browser: Browser, origin: string, name: string): Promise<Author> =>
  openAuthorSession(browser, origin, async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    return signUp(page, name);
  });

/** Test with pages of one author, who is shared by all tests of a worker. Each test writes its own stories. */
export const test = visitorTest.extend<object, { author: Author }>({
  author: [
    async ({ browser }, use, { project }) => {
      await use(await signUpAuthor(browser, project.use.baseURL ?? '', 'author'));
    },
    { scope: 'worker' },
  ],
  context: async ({ context, author }, use) => {
    await restoreSession(context, author);
    await use(context);
  },
});
export { expect } from './visitor.ts';
