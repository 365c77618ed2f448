import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { type Client, createClient } from '@waystory/proto/kit/client.ts';
import { patientFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { type EntityRoutes, entityRoutes } from '@waystory/proto/testing/entity-routes.ts';
import { answersAt, signUp, test as visitorTest } from './visitor.ts';

export type Api = Client<EntityRoutes>;

/** A person with an account, with their browser state and API client. */
export interface Author {
  userName: string;
  /** API client with this person's token. */
  api: Api;
  /** Browser state after the sign-in: the provider's session, and the mark of a former sign-in. */
  signedIn: Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;
}

/** Restores the browser state of a signed-in person, so that pages of this context sign in silently. */
export const comeBack = (context: BrowserContext, { signedIn }: Author): Promise<void> => context.setStorageState(signedIn);

/** Retry time of reads after a write, as in the app, milliseconds. */
const patience = 20_000;

const apiAt = (origin: string, token?: string): Api =>
  createClient(entityRoutes, { baseUrl: `${origin}/api`, fetch: patientFetch(fetch, patience), ...(token && { token: async () => token }) });

/** API client of a visitor. */
export const anonymousApi = (origin: string): Api => apiAt(origin);

const tokenIn = (request: Request): string | undefined => /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];

/** Signs a person in or up on a page of their own, and returns their browser state and API client. */
export async function enter(browser: Browser, origin: string, signInOrUp: (page: Page) => Promise<string>): Promise<Author> {
  // The first test's `use` options also apply to these pages, unless overridden here.
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: true, serviceWorkers: 'block' });
  await context.addCookies(answersAt(origin));
  const page = await context.newPage();
  await page.goto('/profile');
  // The first sign-in of a worker competes with everything else that starts, so it has a longer timeout.
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
export const newcomer = (browser: Browser, origin: string, name: string): Promise<Author> =>
  enter(browser, origin, async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    return signUp(page, name);
  });

/** Pages of one author, shared by all tests of a worker. Each test writes its own stories. */
export const test = visitorTest.extend<object, { author: Author }>({
  author: [
    async ({ browser }, use, { project }) => {
      await use(await newcomer(browser, project.use.baseURL ?? '', 'author'));
    },
    { scope: 'worker' },
  ],
  context: async ({ context, author }, use) => {
    await comeBack(context, author);
    await use(context);
  },
});
export { expect } from './visitor.ts';
