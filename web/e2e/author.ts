import type { BrowserContext, Page, Request } from '@playwright/test';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { type Client, createClient } from '@waystory/proto/kit/client.ts';
import { answersAt, signUp, test as visitorTest } from './visitor.ts';

const routes = { ...itineraryRoutes, ...dayRoutes, ...stopRoutes };
export type Api = Client<typeof routes>;

/** Somebody who has an account, with what the browser and the API know them by. */
export interface Author {
  userName: string;
  /** Every call of the product as this person. */
  api: Api;
  /** With the provider's session: pages of a context that has them are signed in silently. */
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
}

/** The API as nobody in particular. */
export const anonymousApi = (origin: string): Api => createClient(routes, { baseUrl: `${origin}/api` });

const tokenIn = (request: Request): string | undefined => /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];

/** Signs up a new author in a page and answers the token that it calls the API with. */
async function becomeAuthor(page: Page): Promise<{ userName: string; token: string }> {
  await page.goto('/profile');
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
  const called = page.waitForRequest((request) => request.url().includes('/api/') && tokenIn(request) !== undefined);
  const userName = await signUp(page, 'author');
  return { userName, token: tokenIn(await called) ?? '' };
}

/** Pages of one author for all tests of a worker; each test writes stories of its own. */
export const test = visitorTest.extend<object, { author: Author }>({
  author: [
    async ({ browser }, use, { project }) => {
      const origin = project.use.baseURL ?? '';
      const context = await browser.newContext({ baseURL: origin });
      await context.addCookies(answersAt(origin));
      const { userName, token } = await becomeAuthor(await context.newPage());
      const cookies = await context.cookies();
      await context.close();
      await use({ userName, cookies, api: createClient(routes, { baseUrl: `${origin}/api`, token: async () => token }) });
    },
    { scope: 'worker' },
  ],
  context: async ({ context, author }, use) => {
    await context.addCookies(author.cookies);
    await use(context);
  },
});
export { expect } from './visitor.ts';
