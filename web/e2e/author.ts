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

/** Somebody who has an account, with what the browser and the API know them by. */
export interface Author {
  userName: string;
  /** Every call of the product as this person. */
  api: Api;
  /** State of the browser after the sign-in: the provider's session, and the mark of a signed-in visitor. */
  signedIn: Exclude<Parameters<BrowserContext['setStorageState']>[0], string>;
}

/** Pages of this context are those of a browser that the person has signed in with: they are signed in silently. */
export const comeBack = (context: BrowserContext, { signedIn }: Author): Promise<void> => context.setStorageState(signedIn);

/** Reads of what was just written are asked for again so long, as pages do it, milliseconds. */
const patience = 20_000;

const apiAt = (origin: string, token?: string): Api =>
  createClient(routes, { baseUrl: `${origin}/api`, fetch: patientFetch(fetch, patience), ...(token && { token: async () => token }) });

/** The API as nobody in particular. */
export const anonymousApi = (origin: string): Api => apiAt(origin);

const tokenIn = (request: Request): string | undefined => /^Bearer (.+)$/.exec(request.headers().authorization ?? '')?.[1];

/** Lets somebody in on a page of their own, and answers what the browser and the API know them by. */
export async function enter(browser: Browser, origin: string, signInOrUp: (page: Page) => Promise<string>): Promise<Author> {
  // Defaults for the first test of a worker hold for these pages as well, unless stated here.
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: true, serviceWorkers: 'block' });
  await context.addCookies(answersAt(origin));
  const page = await context.newPage();
  await page.goto('/profile');
  // The way there may take longer than a single wait is given: the first of a worker is walked while everything else begins as well.
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

/** Somebody new who signs up. */
export const newcomer = (browser: Browser, origin: string, name: string): Promise<Author> =>
  enter(browser, origin, async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    return signUp(page, name);
  });

/** Pages of one author for all tests of a worker; each test writes stories of its own. */
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
