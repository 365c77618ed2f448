import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { accountRoutes } from '@waystory/proto/accounts/account.ts';
import { followRoutes } from '@waystory/proto/accounts/follow.ts';
import { threadRoutes } from '@waystory/proto/assistant/thread.ts';
import { creditEntryRoutes } from '@waystory/proto/billing/credit-entry.ts';
import { orderRoutes } from '@waystory/proto/billing/order.ts';
import { dayRoutes } from '@waystory/proto/itineraries/day.ts';
import { itineraryRoutes } from '@waystory/proto/itineraries/itinerary.ts';
import { itinerarySearchRoutes } from '@waystory/proto/itineraries/itinerary-search.ts';
import { placeRoutes } from '@waystory/proto/itineraries/place.ts';
import { stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import { stopMapRoutes } from '@waystory/proto/itineraries/stop-map.ts';
import { type Client, createClient } from '@waystory/proto/kit/client.ts';
import { patientFetch } from '@waystory/proto/kit/patient-fetch.ts';
import { imageRoutes } from '@waystory/proto/media/image.ts';
import { auditRoutes } from '@waystory/proto/operations/audit.ts';
import { caseRoutes } from '@waystory/proto/operations/case.ts';
import { jobRoutes } from '@waystory/proto/operations/job.ts';
import { reportRoutes } from '@waystory/proto/operations/report.ts';
import { collectionRoutes } from '@waystory/proto/social/collection.ts';
import { postRoutes } from '@waystory/proto/social/post.ts';
import { reactionRoutes } from '@waystory/proto/social/reaction.ts';
import { saveRoutes } from '@waystory/proto/social/save.ts';
import { answersAt, signUp, test as visitorTest } from './visitor.ts';

const routes = {
  ...itineraryRoutes,
  ...itinerarySearchRoutes,
  ...dayRoutes,
  ...placeRoutes,
  ...stopRoutes,
  ...stopMapRoutes,
  ...followRoutes,
  ...postRoutes,
  ...reactionRoutes,
  ...saveRoutes,
  ...collectionRoutes,
  ...reportRoutes,
  ...caseRoutes,
  ...jobRoutes,
  ...auditRoutes,
  ...accountRoutes,
  ...orderRoutes,
  ...creditEntryRoutes,
  ...imageRoutes,
  ...threadRoutes,
};
export type Api = Client<typeof routes>;

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
  createClient(routes, { baseUrl: `${origin}/api`, fetch: patientFetch(fetch, patience), ...(token && { token: async () => token }) });

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
